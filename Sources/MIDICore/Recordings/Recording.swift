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
    /// When the track ends: with its last message, or after it, where silence was recorded.
    public var end: Nanoseconds

    /// Makes a track that ends at `end`, or with its last message where that is later.
    public init(name: String? = nil, messages: [TimedMessage] = [], end: Nanoseconds = .zero) {
      self.name = name
      self.messages = messages
      self.end = max(end, messages.last?.time ?? .zero)
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

  /// How long it lasts: until its last track ends.
  public var duration: Nanoseconds { tracks.map(\.end).max() ?? .zero }
}
