package import MIDICore

/// The result of a replay.
package struct PlaybackReport: Hashable, Sendable {
  /// The reason of the end.
  package enum Ending: Hashable, Sendable {
    /// The replay reached its end.
    case completed
    /// A stop was requested.
    case stopped
    /// The endpoint was disconnected.
    case destinationLeft
  }

  /// The reason of the end.
  package var ending = Ending.completed
  /// The number of messages that every receiver accepted.
  package var sentCount = 0
  /// The number of messages that a receiver couldn't accept.
  package var lostCount = 0
  /// The number of messages that weren't sent, because the endpoint was disconnected.
  package var unsentCount = 0
  /// The number of times that the endpoint was disconnected.
  package var gapCount = 0
  /// The number of messages that were sent again because a receiver was full, in a replay without losses.
  package var resentCount = 0
  /// The time since the start, without pauses.
  package var elapsed = Nanoseconds.zero
  /// The lateness of messages, or `nil` if no message was delivered at its own time.
  package var lateness: Lateness?
  /// The error number of the system's refusal of real-time priority, or `nil` if it was granted.
  package var priorityRefusal: Int32?

  /// Creates the report at the start of a replay.
  package init() {}
}

/// A notice during a replay.
package enum PlaybackNotice: Hashable, Sendable {
  /// The progress, at least twice per second.
  case progress(PlaybackReport)
  /// The endpoint was disconnected. Messages until its return count as unsent.
  case left(name: String, at: Nanoseconds)
  /// The endpoint was reconnected, and the replay continues.
  case came(Endpoint, at: Nanoseconds)
  /// The replay is paused, and all notes are released.
  case paused(at: Nanoseconds)
  /// The replay continues.
  case resumed(at: Nanoseconds)
}
