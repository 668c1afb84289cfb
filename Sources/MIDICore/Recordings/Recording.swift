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

extension Recording {
  /// The same, faster by a ratio: every time is divided by it and rounded to the nearest nanosecond.
  ///
  /// - Returns: Nothing where the result would last longer than 292 years.
  public func faster(by ratio: Ratio) -> Recording? {
    var recording = self
    for index in tracks.indices {
      guard let end = tracks[index].end.divided(by: ratio) else { return nil }
      recording.tracks[index].end = end
      recording.tracks[index].messages = tracks[index].messages.compactMap { timed in
        // No message is later than the end of its track.
        timed.time.divided(by: ratio).map { TimedMessage(time: $0, message: timed.message) }
      }
    }
    return recording
  }
}

extension Recording {
  /// The same with every note and its pressure moved by semitones, on all channels: nothing in a recording says which
  /// of them are drums.
  ///
  /// - Returns: The recording, without the notes that would leave 0 through 127, and how many notes that were.
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
  /// The message with its note moved by semitones; the same, where it has none.
  ///
  /// - Returns: Nothing where the note would leave 0 through 127.
  public func transposed(by semitones: Int) -> Message? {
    func moved(_ note: NoteNumber) -> NoteNumber? {
      let (number, overflow) = Int(note.rawValue).addingReportingOverflow(semitones)
      return overflow ? nil : NoteNumber(exactly: number)
    }
    switch self {
    case .noteOff(let channel, let note, let velocity):
      return moved(note).map { .noteOff(channel: channel, note: $0, velocity: velocity) }
    case .noteOn(let channel, let note, let velocity):
      return moved(note).map { .noteOn(channel: channel, note: $0, velocity: velocity) }
    case .polyPressure(let channel, let note, let pressure):
      return moved(note).map { .polyPressure(channel: channel, note: $0, pressure: pressure) }
    default:
      return self
    }
  }
}
