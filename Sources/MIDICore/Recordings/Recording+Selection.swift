extension Recording {
  /// The same with only some of its tracks: the others stay where they are, empty, and last as long as before.
  ///
  /// - Parameter isKept: Whether a track stays; tracks are counted from 0.
  public func keepingTracks(where isKept: (Int) -> Bool) -> Recording {
    var recording = self
    for index in tracks.indices where !isKept(index) { recording.tracks[index].messages = [] }
    return recording
  }

  /// The same with only some channels. Messages without a channel stay.
  public func keepingChannels(where isKept: (Channel) -> Bool) -> Recording {
    var recording = self
    for index in tracks.indices {
      recording.tracks[index].messages.removeAll { timed in timed.message.channel.map { !isKept($0) } ?? false
      }
    }
    return recording
  }

  /// The channels that it has messages on.
  public var channels: Set<Channel> { Set(tracks.flatMap { $0.messages.compactMap(\.message.channel) }) }
}
