public import MIDICore

extension MIDIFile {
  /// The reason that a valid file can't be converted to a recording.
  public enum RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The tracks of a format 2 file are independent pieces without an order.
    case independentTracks(count: Int)

    /// The reason, on one line.
    public var description: String {
      switch self {
      case .independentTracks(let count):
        "the file holds \(count) independent pieces (format 2), not one recording; extract one with midirec convert --piece"
      }
    }
  }

  /// Returns the messages of the file in real time.
  ///
  /// System Exclusive messages are joined from their packets, in which bytes above 7F are read as 7F. Messages in other
  /// F7 packets are extracted, and their other bytes are dropped. Of the meta events, only tempos (as times) and track
  /// names remain.
  ///
  /// - Throws: ``RecordingError`` if the file holds several independent pieces.
  /// - Complexity: O(*n* log *t*), where *n* is the number of events and *t* is the number of tempo events.
  public func recording() throws(RecordingError) -> Recording {
    let tempoMap = tempoMap(of: tracks)
    return try recording { tempoMap.time(at: $0) }
  }

  /// Returns the messages of the file with the given times, such as the times of a player that rounds.
  ///
  /// - Parameter time: Returns the time of a tick, which must not decrease for later ticks.
  /// - Throws: ``RecordingError`` if the file holds several independent pieces.
  public func recording(timing time: (Ticks) -> Nanoseconds) throws(RecordingError) -> Recording {
    if format == .independentTracks, tracks.count > 1 { throw .independentTracks(count: tracks.count) }
    return Recording(tracks: tracks.map { $0.recorded(time) })
  }
}

extension MIDIFile.Track {
  fileprivate func recorded(_ timing: (Ticks) -> Nanoseconds) -> Recording.Track {
    var messages: [TimedMessage] = []
    messages.reserveLargeCapacity(events.count)
    var reader = MessageReader()
    func append(_ message: Message, at time: Ticks) {
      messages.append(TimedMessage(time: timing(time), message: message))
    }
    for event in events { reader.read(event.event, at: event.time, append) }
    reader.finish(append)
    return Recording.Track(name: name, messages: messages, end: timing(end))
  }
}
