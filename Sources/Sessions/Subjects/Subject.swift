public import Instruments
public import MIDICore
public import SystemPackage
public import Timelines
public import Waiting

/// Something that a recording is played to, and whose timeline is compared with what is expected: <doc:Subjects>.
///
/// It is made anew for each run, so that nothing of one recording is left for the next, and used by one thread.
public protocol Subject: SendableMetatype {
  /// Its name, and the options that it takes.
  static var definition: SubjectDefinition { get }

  /// Makes it of what a session chose for it.
  ///
  /// - Throws: The first option that has a value which it can't have. There are no options but those of ``definition``.
  init(_ options: SubjectOptions) throws(SubjectOptionError)

  /// Plays a recording to it.
  ///
  /// Whatever the recording is, the same one gives the same timeline: on every machine, each time.
  ///
  /// - Throws: Why it can't be played to it; the error's description is one line for a person.
  func timeline(of recording: Recording) throws -> Timeline

  /// Plays a recording to it, and says all that it did.
  ///
  /// - Parameter context: Where and how it is run.
  /// - Throws: A ``SubjectFailure``, or why the recording can't be played to it.
  func observation(of recording: Recording, in context: SubjectContext) throws -> Observation

  /// What of it is compared: the parts of its observations.
  var parts: [ArtifactKind] { get }

  /// Whether two runs give the same bytes. Where they don't, they are compared within the session's tolerance.
  var isDeterministic: Bool { get }

  /// How its timelines can be looked at, besides as notes.
  var view: InstrumentView? { get }
}

extension Subject {
  /// Its timeline alone.
  public func observation(of recording: Recording, in context: SubjectContext) throws -> Observation {
    Observation(timeline: try timeline(of: recording))
  }

  /// The timeline.
  public var parts: [ArtifactKind] { [.timeline] }

  /// Two runs give the same bytes.
  public var isDeterministic: Bool { true }

  /// Not otherwise than as notes.
  public var view: InstrumentView? { nil }
}

/// Where and how a subject is run.
public struct SubjectContext: Sendable {
  /// The session's folder.
  public let folder: FilePath
  /// What ends the run early, if anything does.
  public let stop: StopToken?

  /// Makes one of its parts.
  public init(folder: FilePath, stop: StopToken? = nil) {
    self.folder = folder
    self.stop = stop
  }
}

/// Why a subject gave nothing that can be compared.
public struct SubjectFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is, which decides the exit code.
  public enum Kind: String, Hashable, Sendable {
    /// There is no sequencer, or the program can't be started or never gets ready (exit code 69).
    case unavailable
    /// The program did what none should: it crashed, hung, flooded, left too early (exit code 1).
    case misbehaved
    /// Events were lost on their way to the program, or from it (exit code 3).
    case lost
    /// The run was stopped from outside: nothing is known of the subject.
    case stopped
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// What is wrong, in one sentence without its end.
  public let reason: String
  /// What helps to find out why, line by line: what was seen until then, the program's last lines.
  public let details: [String]

  /// Makes one of its parts.
  public init(_ kind: Kind, _ reason: String, details: [String] = []) {
    self.kind = kind
    self.reason = reason
    self.details = details
  }

  /// The reason.
  public var description: String { reason }
}
