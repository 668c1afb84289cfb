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
  /// System Exclusive messages are joined from their packets, and messages in F7 packets are extracted. Other bytes in
  /// packets are dropped. Of the meta events, only tempos (as times) and track names remain.
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
    var parser = MessageParser()
    var lastPacketTime = Nanoseconds.zero
    // A System Exclusive message without an end is sent up to its last packet.
    func completeMessage() {
      guard parser.isInsideSystemExclusive, let message = parser.append(0xF7) else { return }
      messages.append(TimedMessage(time: lastPacketTime, message: message))
    }
    func append(_ packet: [UInt8], at time: Nanoseconds) {
      messages += packet.compactMap { parser.append($0) }.map { TimedMessage(time: time, message: $0) }
      lastPacketTime = time
    }
    for event in events {
      let time = timing(event.time)
      switch event.event {
      case .message(let message):
        completeMessage()
        messages.append(TimedMessage(time: time, message: message))
      case .systemExclusive(let packet):
        completeMessage()
        parser.discardUnfinishedMessage()
        append([0xF0] + packet, at: time)
      case .escape(let packet):
        append(packet, at: time)
      case .meta:
        break
      }
    }
    completeMessage()
    return Recording.Track(name: name, messages: messages, end: timing(end))
  }
}
