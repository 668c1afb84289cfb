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

  /// How its timelines can be looked at, besides as notes.
  var view: InstrumentView? { get }
}

extension Subject {
  /// Not otherwise than as notes.
  public var view: InstrumentView? { nil }
}
