package import MIDICore
package import SystemPackage

/// A golden session: a recording, the subjects that process it, and the tolerances of their results.
///
/// It is a folder: <doc:Sessions>.
public struct Session: Hashable, Sendable {
  /// A subject of a session.
  public struct Subject: Hashable, Sendable {
    /// The name, which is also the name of its expectation.
    public var name: String
    /// The chosen options, in the order of the file.
    public var options: [Option]
    /// Whether the session has a recording.
    package var hasRecording = true

    /// Creates a subject with options.
    package init(name: String, options: [Option] = []) { (self.name, self.options) = (name, options) }
  }

  /// A chosen option of a subject.
  public struct Option: Hashable, Sendable {
    /// The name, which is listed in the ``SubjectDefinition``.
    public var name: String
    /// The values as texts. A scalar has one value, and a map none.
    public var values: [String]
    /// The entries of a map, in the order of the file, or an empty list if the option isn't a map.
    public var pairs: [Pair] = []
    /// Whether the values are a list, which may have a single value.
    package var isList = false
    /// The line in the file, from 1, for errors, or 0 for an option of a new session.
    public var line: Int

    package init(
      name: String, values: [String], pairs: [Pair] = [], isList: Bool = false, line: Int = 0
    ) {
      (self.name, self.values, self.pairs, self.isList) = (name, values, pairs, isList)
      self.line = line
    }
  }

  /// An entry of an option that is a map.
  public struct Pair: Codable, Hashable, Sendable {
    /// The key.
    public var key: String
    /// The value as text.
    public var value: String
    /// The line in the file, from 1, for errors.
    public var line: Int
  }

  /// The name of the file that makes a folder a session.
  package static let fileName = "session.yaml"

  package var folder: FilePath
  /// The path of the recording, or `nil` if there is none.
  package var recordingPath: FilePath?
  /// The path of the recording from the folder, or `nil` if the file doesn't name one.
  var takeName: String?
  /// The line of `take`, or `nil` if the session plays the only recording in its folder.
  var takeLine: Int?
  /// The distinct subjects, in the order of the file, at least one.
  package var subjects = [Subject(name: SubjectDefinition.notes.name)]
  package var tolerance = Tolerance()
  /// The accepted actual channels by expected channel. Only the channel itself is accepted for others.
  package var channels: [Channel: Channel] = [:]
  /// Whether results may have any tempo: `follow: true`. Otherwise, they begin with their take.
  package var followsTempo = false
  /// Whether a change of a passage is reported once, or `nil` if this is left to the options of the run.
  package var findsPassages: Bool?
  /// The invariants that storms and findings check.
  package var invariants = InvariantSettings()
  /// The kinds of messages that storms don't have.
  package var kindsOutOfStorms: Set<Message.Kind> = []
  /// The channels of storms, or an empty set for all.
  package var stormChannels: Set<Channel> = []
  /// The invariants that are compared instead of the subjects' parts, as in a finding of `midirec soak`, or an empty list.
  package var onlyInvariants: [Invariant] = []
  /// The kinds of faults that storms have, or `nil` if this is left to the user.
  package var faults: Set<StormFault>?
  /// The steps of a finding, which replace the steps of the subjects.
  package var findingSteps: [SessionStep] = []
  /// The folder of the session whose subjects this session has, or its own folder. Programs run as in that folder.
  package var subjectFolder: FilePath
  /// The tags for selecting sessions, in the order of the file.
  package var tags: [String] = []
  /// A note to the reader, or `nil`.
  package var note: String?

  /// Creates a session with the defaults for a folder without a session's file.
  init(folder: FilePath) {
    self.folder = folder
    subjectFolder = folder
  }

  /// Creates a session of one subject in a folder that has no session's file.
  package init(of subject: Subject, in folder: FilePath) {
    self.init(folder: folder)
    subjects = [subject]
  }
}

extension Session {
  /// Creates the session in a folder for one subject that a test defines.
  ///
  /// The subject gets its options from the session's file, or none if the file doesn't name it or doesn't exist.
  ///
  /// - Parameters:
  ///   - folder: The session's folder.
  ///   - definition: The subject. The file may also name other subjects.
  ///   - bringsRecording: Whether the test also provides the recording. The folder then needn't contain one, or exist.
  /// - Throws: ``SessionError`` for the first error in the session's file, or if there is no recording.
  package init(
    in folder: FilePath, for definition: SubjectDefinition, bringsRecording: Bool
  ) throws(SessionError) {
    self = try Self.ofTest(in: folder, subjects: [definition])
    if !bringsRecording { recordingPath = try foundRecordingPath() }
    subjects = [subjects.first { $0.name == definition.name } ?? Subject(name: definition.name)]
  }

  /// Returns whether a folder has a session's file.
  static func hasFile(in folder: FilePath) -> Bool { (try? Stat(folder.appending(fileName))) != nil }

  /// Returns the session of a file, which may name a test's subjects, or the defaults if the file doesn't exist. The path
  /// of the recording isn't known yet.
  static func ofTest(in folder: FilePath, subjects: [SubjectDefinition]) throws(SessionError) -> Session {
    guard hasFile(in: folder) else { return Session(folder: folder) }
    return try parsed(in: folder, subjects: subjects, allowsOthers: true)
  }

  /// Creates the subject of a kind with its options, or without options if the session doesn't name it.
  ///
  /// - Throws: ``SessionError`` for an invalid option, with its line.
  package func subject<Kind: MIDIRecSessions.Subject>(_: Kind.Type) throws(SessionError) -> Kind {
    let name = Kind.definition.name
    let choice = subjects.first { $0.name == name }
    do {
      return try Kind(choice.map(SubjectOptions.init) ?? SubjectOptions([]))
    } catch {
      throw SessionError(error, of: name, in: self)
    }
  }

  /// Creates a subject that the session names, or returns `nil` if the registry doesn't have it.
  ///
  /// - Throws: ``SessionError`` for an invalid option, with its line.
  func subject(
    for choice: Subject, _ catalog: SubjectRegistry
  ) throws(SessionError) -> (any MIDIRecSessions.Subject)? {
    do {
      return try catalog.subject(for: choice)
    } catch {
      throw SessionError(error, of: choice.name, in: self)
    }
  }
}

extension SessionError {
  /// Describes an invalid option of a subject.
  init(_ error: SubjectOptionError, of subject: String, in session: Session) {
    self.init(
      .badData, session.path, line: error.line,
      "the option \(error.option.quoted) of \(subject.quoted): \(error.reason)")
  }

  /// Describes an error of a subject.
  ///
  /// - Parameters:
  ///   - error: The error that the subject threw.
  ///   - run: The number of the run, from 1.
  /// - Returns: `nil` if the run was stopped.
  package init?(_ error: any Error, of subject: String, in session: Session, run: Int) {
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
      self.init(kind, session.path, "\(name): \(failure)")
      details = failure.details
      remedyNamesOption = failure.remedy?.hasPrefix("set ") == true
      strayTakes = failure.strayTakes
    case let error as SubjectOptionError: self.init(error, of: subject, in: session)
    case let error as SessionError: self = error
    default:
      self.init(.badData, session.recordingPath ?? session.path, "can't be played to \(name): \(error)")
    }
  }
}

extension Session {
  /// Tolerances of a session. A `nil` value is left to the options of the run.
  package struct Tolerance: Hashable, Sendable {
    /// The accepted difference of starts, from 0 to one hour.
    package var onset: Nanoseconds?
    /// The accepted difference of ends, from 0 to one hour.
    package var offset: Nanoseconds?
    /// The offset tolerance as a part of the note's length, from 0 to 1. The larger tolerance counts.
    package var offsetRatio: OffsetRatio?
    /// The accepted difference of velocities, from 0 to 127.
    package var velocity: Int?
    /// The accepted difference of controllers, pressures, and pedals, from 0 to 127.
    package var value: Int?

    /// Creates tolerances, by default with `nil` values.
    package init(
      onset: Nanoseconds? = nil, offset: Nanoseconds? = nil, offsetRatio: OffsetRatio? = nil,
      velocity: Int? = nil, value: Int? = nil
    ) {
      self.onset = onset
      self.offset = offset
      self.offsetRatio = offsetRatio
      self.velocity = velocity
      self.value = value
    }

    /// Returns these tolerances, overridden by the values of the other ones.
    package func overridden(by other: Tolerance) -> Tolerance {
      Tolerance(
        onset: other.onset ?? onset, offset: other.offset ?? offset,
        offsetRatio: other.offsetRatio ?? offsetRatio, velocity: other.velocity ?? velocity,
        value: other.value ?? value)
    }
  }

  /// A part of a note's length. Unlike ``Ratio``, it can be zero.
  package enum OffsetRatio: Hashable, Sendable {
    /// Zero.
    case zero
    /// A part, at most 1.
    case part(Ratio)
  }
}

extension Session.OffsetRatio {
  /// Parses a ratio from 0 to 1: `0.2`, `20%`, `1/5`, `0`, or returns `nil` for any other text.
  package init?(parsing text: String) {
    // A zero of any length, which with a different first digit would be a ratio.
    if text.hasPrefix("0"), text.allSatisfy({ "0.%".contains($0) }), Ratio(parsing: "1\(text)") != nil {
      self = .zero
      return
    }
    guard let ratio = Ratio(parsing: text), ratio.numerator <= ratio.denominator else { return nil }
    self = .part(ratio)
  }

  /// The part, or `nil` for zero.
  package var ratio: Ratio? { if case .part(let ratio) = self { ratio } else { nil } }
}
