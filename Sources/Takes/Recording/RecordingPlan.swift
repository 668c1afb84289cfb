package import EventLanguage
package import MIDICore

/// When takes begin and end, and what is in them.
package struct RecordingPlan: Sendable {
  /// The recording ends after this time.
  package var limit: Nanoseconds?
  /// The recording ends when nothing has been played for this long, once something was.
  package var endingSilence: Nanoseconds?
  /// A take ends when nothing has been played for this long, and the next one begins with the next message.
  package var splittingSilence: Nanoseconds?
  /// The recording ends when all sources have gone away; otherwise it waits for them.
  package var endsWhenSourcesLeave = false
  /// The take begins when it is asked for, and has what was played in this time before that.
  package var preRoll: Nanoseconds?
  /// Which messages are recorded.
  package var filter = MessageFilter()

  /// Makes a plan: to record everything but timing clock and active sensing, into one take, without an end.
  package init() {}
}
