/// What was played, in real time: what a capture makes, a replay plays, and a comparison compares.
///
/// How it stands in a file (ticks, tempo, chunks) is `MIDIFiles`' business.
public struct Recording: Hashable, Sendable {
  /// What came from one source, in order of time.
  public struct Track: Hashable, Sendable {
    /// The source's name, as the endpoint or the file gives it.
    public var name: String?
    /// The messages, in order of time; those of one time in the order in which they came.
    public var messages: [TimedMessage]

    /// Makes a track.
    public init(name: String? = nil, messages: [TimedMessage] = []) {
      self.name = name
      self.messages = messages
    }
  }

  /// The tracks, in the order of the file.
  public var tracks: [Track]

  /// Makes a recording of tracks.
  public init(tracks: [Track] = []) { self.tracks = tracks }

  /// All messages in the order in which a replay sends them: by time, those of one time by track, and within a
  /// track as they stand.
  ///
  /// - Complexity: O(*n* log *n*) in the number of messages.
  public var messagesInOrder: [TimedMessage] {
    // `sorted` is stable, which the order of simultaneous messages relies on.
    tracks.flatMap(\.messages).sorted { $0.time < $1.time }
  }

  /// The time of the last message, zero for an empty recording.
  public var duration: Nanoseconds {
    tracks.compactMap { $0.messages.last?.time }.max() ?? .zero
  }
}
