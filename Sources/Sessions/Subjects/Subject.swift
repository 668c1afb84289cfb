public import Instruments
public import MIDICore
public import Timelines

/// Something that a recording is played to, and whose timeline is compared with what is expected: <doc:Subjects>.
///
/// It is made anew for each run, so that nothing of one recording is left for the next, and used by one thread.
public protocol Subject: SendableMetatype {
  /// Its name, and the options that it takes.
  static var form: SubjectForm { get }

  /// Makes it of what a session chose for it.
  ///
  /// - Throws: The first option that has a value which it can't have. There are no options but those of ``form``.
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
  var parts: [ObservedPart] { get }

  /// Whether two runs give the same bytes. Where they don't, they are compared within the session's tolerance.
  var isExact: Bool { get }

  /// How its timelines can be looked at, besides as notes.
  var view: InstrumentView? { get }
}

extension Subject {
  /// Its timeline alone.
  public func observation(of recording: Recording, in context: SubjectContext) throws -> Observation {
    Observation(timeline: try timeline(of: recording))
  }

  /// The timeline.
  public var parts: [ObservedPart] { [.timeline] }

  /// Two runs give the same bytes.
  public var isExact: Bool { true }

  /// Not otherwise than as notes.
  public var view: InstrumentView? { nil }
}
