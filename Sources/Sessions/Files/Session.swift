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
    /// The option's name, one of those in the ``SubjectDefinition``.
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

extension Session {
  /// Creates the session in a folder for one subject, which a test brings.
  ///
  /// The subject gets the options that the session's file has for it, and none if the file doesn't name it or doesn't
  /// exist.
  ///
  /// - Parameters:
  ///   - folder: The session's folder.
  ///   - form: The subject. The file may also name other subjects.
  ///   - bringsRecording: Whether the test also brings the recording. The folder then needn't have one, or exist.
  /// - Throws: The first error in the session's file, or that there is no recording.
  package init(
    in folder: FilePath, for definition: SubjectDefinition, bringsRecording: Bool
  ) throws(SessionError) {
    let file = try Self.fileOfTest(in: folder, subjects: [definition])
    self.init(
      file, folder: folder,
      recordingPath: bringsRecording ? folder : try Self.recordingPath(file.recording, in: folder))
    subjects = [subjects.first { $0.name == definition.name } ?? Subject(name: definition.name, options: [])]
  }
}

extension Session {
  /// Creates the session in a folder for a subject that only a test knows.
  ///
  /// - Parameters:
  ///   - folder: The folder, which needs neither a session's file nor a recording.
  ///   - subjects: The subjects whose options are known.
  /// - Throws: The first error in the session's file.
  init(ofTestIn folder: FilePath, subjects: [SubjectDefinition]) throws(SessionError) {
    let file = try Self.fileOfTest(in: folder, subjects: subjects)
    self.init(
      file, folder: folder, recordingPath: (try? Self.recordingPath(file.recording, in: folder)) ?? folder)
  }

  /// Returns whether a folder has a session's file.
  static func hasFile(in folder: FilePath) -> Bool { (try? Stat(folder.appending(fileName))) != nil }

  /// Returns the session's file, or an empty one if the folder doesn't have it.
  private static func fileOfTest(
    in folder: FilePath, subjects: [SubjectDefinition]
  ) throws(SessionError) -> SessionFile {
    guard hasFile(in: folder) else { return SessionFile() }
    return try file(in: folder, subjects: subjects, allowsOthers: true)
  }
}

extension Session {
  /// The subject of a kind with what was chosen for it; without any choice where the session doesn't name it.
  ///
  /// - Throws: Which of the options is wrong, and in which line.
  package func subject<Kind: Sessions.Subject>(_: Kind.Type) throws(SessionError) -> Kind {
    let name = Kind.definition.name
    let choice = subjects.first { $0.name == name }
    do {
      return try Kind(SubjectOptions(choice?.options ?? []))
    } catch {
      throw SessionError(error, of: name, in: self)
    }
  }
}

extension SessionError {
  /// Says what is wrong with an option of a subject.
  init(_ error: SubjectOptionError, of subject: String, in session: Session) {
    self.init(
      .badData, session.path, line: error.line,
      "the option \(error.option.quoted) of \(subject.quoted): \(error.reason)")
  }
}

extension SessionError {
  /// Says why a subject gave nothing that can be compared.
  ///
  /// - Parameters:
  ///   - error: What the subject has thrown.
  ///   - run: Which of several runs it was, from 1.
  /// - Returns: Nothing where the run was stopped.
  init?(_ error: any Error, of subject: String, in session: Session, run: Int) {
    let name = "the subject \(subject.quoted)\(run > 1 ? " in run \(run)" : "")"
    switch error {
    case let failure as SubjectFailure:
      let kind: Kind
      switch failure.kind {
      case .unavailable: kind = .unavailable
      case .misbehaved: kind = .misbehaved
      case .lost: kind = .lost
      case .stopped: return nil
      }
      self.init(kind, session.path, "\(name): \(failure.reason)")
      details = failure.details
    case let error as SubjectOptionError: self.init(error, of: subject, in: session)
    case let error as SessionError: self = error
    default: self.init(.badData, session.recordingPath, "can't be played to \(name): \(error)")
    }
  }
}

extension Session {
  /// How far off is still right. What the session doesn't say is left to the options of a run.
  package struct Tolerance: Hashable, Sendable {
    /// How much earlier or later a note, or anything else, may begin: from 0 up to an hour.
    package var onset: Nanoseconds?
    /// How much earlier or later a note may end: from 0 up to an hour.
    package var offset: Nanoseconds?
    /// The same as a part of the note's length: from 0 through 1. The larger of both counts.
    package var offsetRatio: OffsetRatio?
    /// By how much a velocity may differ: 0 through 127.
    package var velocity: Int?
    /// By how much a controller's value may differ: 0 through 127.
    package var controller: Int?

    /// Makes tolerances; by default none is said.
    package init(
      onset: Nanoseconds? = nil, offset: Nanoseconds? = nil, offsetRatio: OffsetRatio? = nil,
      velocity: Int? = nil, controller: Int? = nil
    ) {
      self.onset = onset
      self.offset = offset
      self.offsetRatio = offsetRatio
      self.velocity = velocity
      self.controller = controller
    }

    /// Returns these tolerances, replaced by the other ones where those are set.
    package func overridden(by other: Tolerance) -> Tolerance {
      Tolerance(
        onset: other.onset ?? onset, offset: other.offset ?? offset,
        offsetRatio: other.offsetRatio ?? offsetRatio, velocity: other.velocity ?? velocity,
        controller: other.controller ?? controller)
    }
  }

  /// A part of a note's length. ``Ratio`` has no zero, which here is a tolerance like others.
  package enum OffsetRatio: Hashable, Sendable {
    /// No part of it.
    case zero
    /// So much of it, 1 at most.
    case part(Ratio)
  }
}

extension Session.OffsetRatio {
  /// Reads a part from 0 to 1: `0.2`, `20%`, `1/5`, `0`.
  ///
  /// - Returns: Nothing where `text` is no such part.
  package init?(parsing text: String) {
    // A zero of any length: what would be a ratio with another digit before it.
    if text.hasPrefix("0"), text.allSatisfy({ "0.%".contains($0) }), Ratio(parsing: "1\(text)") != nil {
      self = .zero
      return
    }
    guard let ratio = Ratio(parsing: text), ratio.numerator <= ratio.denominator else { return nil }
    self = .part(ratio)
  }

  /// The part; nothing where it is none.
  package var ratio: Ratio? { if case .part(let ratio) = self { ratio } else { nil } }
}
