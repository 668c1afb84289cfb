public import MIDICore

extension MIDIFile {
  /// A file that can be read but has no one meaning as a recording.
  public enum RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A format 2 file: its tracks are pieces of their own, and nothing says when each is played.
    case independentTracks(count: Int)

    /// One line that says why.
    public var description: String {
      switch self {
      case .independentTracks(let count):
        "the file holds \(count) independent pieces (format 2), not one recording; take one out with midirec convert --piece"
      }
    }
  }

  /// What the file plays, in real time.
  ///
  /// System Exclusive messages are put together from their packets, and the messages in F7 packets are taken
  /// out; bytes in packets that make no message are left out. Meta events are gone, but for tempo, which is in the
  /// times, and the tracks' names.
  ///
  /// - Complexity: O(*n* log *t*) for *n* events and *t* tempo events.
  public func recording() throws(RecordingError) -> Recording {
    let tempoMap = tempoMap(of: tracks)
    return try recording { tempoMap.time(at: $0) }
  }

  /// What the file plays where ticks have times of another's choice, such as those of a player that rounds.
  ///
  /// - Parameter time: The time of a tick; later ticks must not have earlier times.
  public func recording(timing time: (Ticks) -> Nanoseconds) throws(RecordingError) -> Recording {
    if format == .independentTracks, tracks.count > 1 { throw .independentTracks(count: tracks.count) }
    return Recording(tracks: tracks.map { $0.recorded(time) })
  }
}

extension MIDIFile.Track {
  fileprivate func recorded(_ timing: (Ticks) -> Nanoseconds) -> Recording.Track {
    var messages: [TimedMessage] = []
    messages.reserveCapacity(events.count)
    var parser = MessageParser()
    var lastPacketTime = Nanoseconds.zero
    // A System Exclusive message whose end is missing is sent as far as it goes.
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
