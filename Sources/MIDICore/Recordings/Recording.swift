/// A recorded performance in real time.
///
/// A capture creates recordings, a replay plays them, and comparisons compare them. The module MIDIFiles converts them
/// to and from files with ticks, tempos, and chunks.
public struct Recording: Codable, Hashable, Sendable {
  /// The messages from one source.
  public struct Track: Codable, Hashable, Sendable {
    /// The name of the source, from the endpoint or the file.
    public var name: String?
    /// The port that the messages go to. The tracks of a port share the states of its channels.
    public var port: Int
    /// The messages in order of time; messages with the same time are in order of arrival.
    public var messages: [TimedMessage]
    /// The end of the track: the time of its last message, or later if silence was recorded.
    public var end: Nanoseconds

    /// Creates a track that ends at `end`, or with its last message if that is later.
    public init(
      name: String? = nil, port: Int = 0, messages: [TimedMessage] = [], end: Nanoseconds = .zero
    ) {
      self.name = name
      self.port = port
      self.messages = messages
      self.end = max(end, messages.last?.time ?? .zero)
    }
  }

  /// The tracks in file order.
  public var tracks: [Track]

  /// Creates a recording with the given tracks.
  public init(tracks: [Track] = []) { self.tracks = tracks }

  /// All messages in the order in which a replay sends them.
  ///
  /// They are ordered by time, then by track, then by position in the track.
  ///
  /// - Complexity: O(*n*) for one track, otherwise O(*n* log *n*), where *n* is the number of messages.
  public var messagesInOrder: [TimedMessage] {
    // The messages of a single track aren't copied.
    let messages = tracks.count == 1 ? tracks[0].messages : tracks.flatMap(\.messages)
    let isInOrder = messages.indices.dropFirst().allSatisfy { messages[$0 - 1].time <= messages[$0].time }
    if isInOrder { return messages }
    // `sorted` is stable, which keeps simultaneous messages in order.
    return messages.sorted { $0.time < $1.time }
  }

  /// The duration until the last track ends.
  public var duration: Nanoseconds { tracks.map(\.end).max() ?? .zero }
}

extension Recording {
  /// Whether there is a note, a controller, or any other message with a channel.
  package var hasChannelMessages: Bool {
    tracks.contains { $0.messages.contains { $0.message.channel != nil } }
  }

  /// The channels of the messages in the recording.
  public var channels: Set<Channel> { Set(tracks.flatMap { $0.messages.compactMap(\.message.channel) }) }
}

extension Recording {
  /// Returns the recording with every time divided by a ratio, rounded to the nearest nanosecond.
  ///
  /// - Returns: The recording, or `nil` if it would last longer than 292 years.
  public func faster(by ratio: Ratio) -> Recording? {
    var recording = self
    for index in tracks.indices {
      guard let end = tracks[index].end.divided(by: ratio) else { return nil }
      recording.tracks[index].end = end
      recording.tracks[index].messages = tracks[index].messages.compactMap { timed in
        // No message is later than the end of its track, so only the end can overflow.
        timed.time.divided(by: ratio).map { TimedMessage(time: $0, message: timed.message) }
      }
    }
    return recording
  }
}

extension Recording {
  /// Returns the recording with every note and its pressure moved by a number of semitones.
  ///
  /// All channels are transposed, since a recording doesn't specify which of them play drums.
  ///
  /// - Returns: The recording without the notes that would leave the range 0 through 127, and the number of those
  ///   notes.
  public func transposed(by semitones: Int) -> (recording: Recording, leftOutNoteCount: Int) {
    var recording = self
    var leftOutCount = 0
    for index in tracks.indices {
      recording.tracks[index].messages = tracks[index].messages.compactMap { timed in
        if let message = timed.message.transposed(by: semitones) {
          return TimedMessage(time: timed.time, message: message)
        }
        if timed.message.isNoteOn { leftOutCount += 1 }
        return nil
      }
    }
    return (recording, leftOutCount)
  }
}

extension Message {
  /// Returns the message with its note moved by a number of semitones, or unchanged if it has no note.
  ///
  /// - Returns: The message, or `nil` if the note would leave the range 0 through 127.
  public func transposed(by semitones: Int) -> Message? {
    switch self {
    case .noteOff(let channel, let note, let velocity):
      return note.advanced(by: semitones).map { .noteOff(channel: channel, note: $0, velocity: velocity) }
    case .noteOn(let channel, let note, let velocity):
      return note.advanced(by: semitones).map { .noteOn(channel: channel, note: $0, velocity: velocity) }
    case .polyPressure(let channel, let note, let pressure):
      return note.advanced(by: semitones).map {
        .polyPressure(channel: channel, note: $0, pressure: pressure)
      }
    default:
      return self
    }
  }
}
