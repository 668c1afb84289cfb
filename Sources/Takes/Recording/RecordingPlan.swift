public import EventLanguage
public import MIDICore

/// When takes begin and end, and what is in them.
public struct RecordingPlan: Sendable {
  /// The recording ends after this time.
  public var limit: Nanoseconds?
  /// The recording ends when nothing has been played for this long, once something was.
  public var endingSilence: Nanoseconds?
  /// A take ends when nothing has been played for this long, and the next one begins with the next message.
  public var splittingSilence: Nanoseconds?
  /// The recording ends when all sources have gone away; otherwise it waits for them.
  public var endsWhenSourcesLeave = false
  /// The take begins when it is asked for, and has what was played in this time before that.
  public var preRoll: Nanoseconds?
  /// Which messages are recorded.
  public var filter = MessageFilter()

  /// Makes a plan: to record everything but timing clock and active sensing, into one take, without an end.
  public init() {}
}
