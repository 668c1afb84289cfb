package import MIDICore

/// What became of a replay.
package struct PlaybackReport: Hashable, Sendable {
  /// What ended it.
  package enum Ending: Hashable, Sendable {
    /// It went on until its end.
    case completed
    /// The stop was asked for.
    case stopped
    /// The endpoint went away.
    case destinationLeft
  }

  /// What ended it.
  package var ending = Ending.completed
  /// How many messages every receiver took.
  package var sentCount = 0
  /// How many messages a receiver had no room for.
  package var lostCount = 0
  /// How many messages were not sent, because the endpoint was away when they were due.
  package var unsentCount = 0
  /// How often the endpoint went away.
  package var gapCount = 0
  /// How often a message had to be sent again because a receiver had no room for it: only where nothing is lost.
  package var resentCount = 0
  /// How far it came: the time since its start, without pauses.
  package var elapsed = Nanoseconds.zero
  /// How late messages were; nothing where none was delivered at a time of its own.
  package var lateness: Lateness?
  /// Why the system refused real-time priority, as an errno; nothing where it granted it.
  package var priorityRefusal: Int32?

  /// Makes the report of a replay of which nothing has happened yet.
  package init() {}
}

/// What a replay tells while it goes on.
package enum PlaybackNotice: Hashable, Sendable {
  /// How far it has come: now and then, at least twice a second.
  case progress(PlaybackReport)
  /// The endpoint went away; what would have been sent since is counted as unsent.
  case left(name: String, at: Nanoseconds)
  /// The endpoint is back, and the replay goes on there.
  case came(Endpoint, at: Nanoseconds)
  /// The replay halts, and everything that sounded was ended.
  case paused(at: Nanoseconds)
  /// The replay goes on.
  case resumed(at: Nanoseconds)
}
