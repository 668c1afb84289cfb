extension Recording {
  /// Returns this recording without the releases that end a replay of another recording.
  ///
  /// After a complete replay, midirec sends ``ReleaseTracker/releaseMessages`` for what the played recording leaves held.
  /// A capture of the replay ends with these messages, although the recording doesn't. They are recognized only if they
  /// are the last messages, follow the end of the played recording, and release exactly what it leaves.
  ///
  /// - Parameters:
  ///   - played: The recording that was played.
  ///   - tolerance: The time by which the releases may be early.
  /// - Returns: The recording, and the number of removed messages.
  /// - Complexity: O(*n* log *n*) in the number of messages.
  package func removingReleases(
    afterReplayOf played: Recording, tolerance: Nanoseconds = .milliseconds(5)
  ) -> (recording: Recording, count: Int) {
    let playedMessages = played.messagesInOrder
    let releases = playedMessages.releases
    guard !releases.isEmpty, let end = playedMessages.last else { return (self, 0) }
    let messages = messagesInOrder
    let rest = messages.dropLast(releases.count)
    let added = messages.suffix(releases.count)
    guard let last = rest.last, let first = added.first, Set(added.map(\.message)) == Set(releases),
      rest.releases == releases, first.time - last.time >= played.duration - end.time - tolerance
    else { return (self, 0) }
    var recording = self
    for index in recording.tracks.indices {
      // Removes from the end, so that earlier messages at the same time stay.
      while let last = recording.tracks[index].messages.last, last.time >= first.time,
        releases.contains(last.message)
      {
        recording.tracks[index].messages.removeLast()
      }
    }
    let count = messages.count - recording.tracks.reduce(0) { $0 + $1.messages.count }
    return count == releases.count ? (recording, count) : (self, 0)
  }
}

extension Sequence<TimedMessage> {
  /// The messages that release what these messages leave held.
  fileprivate var releases: [Message] {
    var tracker = ReleaseTracker()
    for timed in self { tracker.apply(timed.message) }
    return tracker.releaseMessages
  }
}
