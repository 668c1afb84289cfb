package import MIDICore
package import SystemPackage

/// A golden session: a recording, the subjects that it is played to, and how far off what they do may be.
///
/// It is a folder: <doc:Sessions>.
public struct Session: Hashable, Sendable {
  /// A subject that the recording is played to.
  public struct Subject: Hashable, Sendable {
    /// Its name, which is also that of its expectation.
    public var name: String
    /// What was chosen for it, in the order of the file.
    public var options: [Option]
  }

  /// What was chosen for a subject.
  public struct Option: Hashable, Sendable {
    /// The option's name, one of those in the ``SubjectForm``.
    public var name: String
    /// The values as they stand; an option that is neither a list nor a map has one, a map none.
    public var values: [String]
    /// The entries of a map, in the order of the file; none where the option is no map.
    public var pairs: [Pair] = []
    /// The line in the file, counted from 1, for errors.
    public var line: Int
  }

  /// An entry of an option that is a map.
  public struct Pair: Hashable, Sendable {
    /// Its key.
    public var key: String
    /// Its value as it stands.
    public var value: String
    /// The line in the file, counted from 1, for errors.
    public var line: Int
  }

  /// On which channel something may come.
  package enum Channels: Hashable, Sendable {
    /// On the one on which it is expected.
    case strict
    /// What is expected on a channel comes on the one that it is mapped to. Those that aren't there are strict.
    case mapped([Channel: Channel])
  }

  /// The name of the file that makes a folder a session.
  package static let fileName = "session.yaml"

  /// The folder.
  package var folder: FilePath
  /// The recording.
  package var recordingPath: FilePath
  /// The subjects, in the order of the file; at least one, each once.
  package var subjects: [Subject]
  /// How far off is still right.
  package var tolerance: Tolerance
  /// On which channel something may come.
  package var channels: Channels
  /// The words by which the session can be chosen, in the order of the file.
  package var tags: [String]
  /// What its reader should know.
  package var note: String?
}
