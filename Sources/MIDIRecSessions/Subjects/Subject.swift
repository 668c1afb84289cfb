public import Instruments
public import MIDICore
public import MIDIRecSystem
public import SystemPackage
public import Timelines

/// A recipient of a recording whose timeline is compared with an expectation: <doc:WritingASubject>.
///
/// It is created again for each run, so that no state remains from a different recording, and used by one thread.
public protocol Subject: SendableMetatype {
  /// The name and the options.
  static var definition: SubjectDefinition { get }

  /// Creates the subject with the options of a session.
  ///
  /// - Throws: `SubjectOptionError` for the first invalid value. Only the options in ``definition`` occur.
  init(_ options: SubjectOptions) throws(SubjectOptionError)

  /// Plays a recording to the subject, and returns its timeline.
  ///
  /// Equal recordings must give equal timelines, on every machine and in every run.
  ///
  /// - Throws: The reason why the recording can't be played. Its description is one line for the user.
  func timeline(of recording: Recording) throws -> Timeline

  /// Plays a recording to the subject, and returns its complete result.
  ///
  /// - Parameters:
  ///   - recording: The recording to play.
  ///   - context: The circumstances of the run.
  /// - Throws: A ``SubjectFailure``, or the reason why the recording can't be played.
  func observation(of recording: Recording, in context: SubjectContext) throws -> SubjectObservation

  /// The compared parts of its observations.
  var parts: [PartName] { get }

  /// Whether two runs give equal bytes. Otherwise they are compared within the session's tolerances.
  var isDeterministic: Bool { get }

  /// An additional view of its timelines, or `nil` for notes only.
  var view: InstrumentView? { get }

  /// Returns the files outside a session's folder on which its result depends, such as a program. `midirec test --watch`
  /// runs the session again when one of them changes.
  ///
  /// - Parameter folder: The absolute path of the session's folder.
  func files(of folder: FilePath) -> [FilePath]
}

extension Subject {
  /// The observation with the timeline only.
  public func observation(of recording: Recording, in context: SubjectContext) throws -> SubjectObservation {
    SubjectObservation(timeline: try timeline(of: recording))
  }

  /// The timeline only.
  public var parts: [PartName] { [.timeline] }

  /// The default, which is `true`.
  public var isDeterministic: Bool { true }

  /// The default, which is `nil`.
  public var view: InstrumentView? { nil }

  /// The default, which is an empty list.
  public func files(of folder: FilePath) -> [FilePath] { [] }
}

/// The circumstances of a subject's run.
public struct SubjectContext: Sendable {
  /// The session's folder.
  public let folder: FilePath
  /// A token that ends the run early, or `nil`.
  public let stop: StopToken?
  /// Whether a program of the session may run on this computer, with the user's rights.
  public let allowsRealClock: Bool
  /// The path of the recording, or `nil` if the session has none or a test brings its own.
  package var recordingPath: FilePath?

  /// Creates a context with the given values.
  public init(folder: FilePath, stop: StopToken? = nil, allowsRealClock: Bool = false) {
    self.folder = folder
    self.stop = stop
    self.allowsRealClock = allowsRealClock
  }
}

/// The reason why a subject has no comparable result.
public struct SubjectFailure: Error, Codable, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the failure, which determines the exit code.
  public enum Kind: String, Codable, Hashable, Sendable {
    /// There is no sequencer, or the program can't be started or doesn't become ready (exit code 69).
    case unavailable
    /// The program crashed, hung, sent too many events, or exited too early (exit code 1).
    case misbehaved
    /// Events to or from the program were lost (exit code 3).
    case lost
    /// The run was stopped from outside, without a result.
    case stopped
  }

  /// The kind of the failure.
  public let kind: Kind
  /// The reason, as a sentence without a period.
  public let reason: String
  /// The advice to the user, as an imperative sentence without a period, or `nil` if only the details help.
  public let remedy: String?
  /// Details that help to find the cause, by line, such as the last lines of the program.
  public let details: [String]
  /// The files that a program without ports wrote.
  package var strayTakes = StrayTakes()
  /// Whether the remedy concerns the program's command, and no option of a session.
  package var isAboutCommand = false
  /// The invariant that a subject violates by misbehaving so.
  package var violated = Invariant.alive
  /// The messages that the subject sent before.
  package var replies: [SourcedMessage] = []

  /// Creates a failure with the given values.
  public init(_ kind: Kind, _ reason: String, remedy: String? = nil, details: [String] = []) {
    self.kind = kind
    self.reason = reason
    self.remedy = remedy
    self.details = details
  }

  /// The reason, and the remedy after a semicolon.
  public var description: String { remedy.map { "\(reason); \($0)" } ?? reason }
}

/// The Standard MIDI Files that a program wrote although its session names none of them.
package struct StrayTakes: Codable, Hashable, Sendable {
  /// The files in its working folder, as paths from there.
  package var files: [String] = []
  /// The words of its command that name files elsewhere, which it replaced.
  package var words: [String] = []
  /// The last lines of the program's output.
  package var lastLines: [String] = []

  /// Whether there are no files.
  package var isEmpty: Bool { files.isEmpty && words.isEmpty }

  /// Creates an empty list.
  package init() {}
}
