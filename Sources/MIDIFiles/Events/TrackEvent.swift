public import MIDICore

extension MIDIFile {
  /// An event and its time in a track.
  public struct TrackEvent: Hashable, Sendable {
    /// The time since the start of the track, which is the sum of the delta times.
    public var time: Ticks
    /// The event.
    public var event: Event

    /// Creates an event at the given time.
    public init(time: Ticks, event: Event) {
      self.time = time
      self.event = event
    }
  }

  /// The content of an event in a track.
  public enum Event: Hashable, Sendable {
    /// A channel message.
    case message(Message)
    /// An F0 packet: the bytes after the length, including the closing F7 if it is in this packet.
    case systemExclusive([UInt8])
    /// An F7 packet: the continuation of a System Exclusive message, or arbitrary bytes to send.
    case escape([UInt8])
    /// A meta event, which is never sent.
    case meta(MetaEvent)

    /// Creates the event that carries a message in a file.
    ///
    /// A System Exclusive message becomes an F0 packet. Other system messages, which have no event, become an F7
    /// packet.
    public init(carrying message: Message) {
      if case .systemExclusive(let exclusive) = message {
        self = .systemExclusive(exclusive.payload.map(\.rawValue) + [0xF7])
      } else if message.channel == nil {
        self = .escape(message.bytes)
      } else {
        self = .message(message)
      }
    }
  }
}

extension MIDIFile.Event {
  /// The bytes of the event in a file after its delta time, without running status.
  public var bytes: [UInt8] {
    func framed(_ start: [UInt8], _ payload: [UInt8]) -> [UInt8] {
      precondition(payload.count <= PayloadStore.maxCount, "a payload has at most 268,435,455 bytes")
      var bytes = start
      bytes.appendVariableLengthQuantity(UInt64(payload.count))
      return bytes + payload
    }
    switch self {
    case .message(let message): return message.channel == nil ? Self(carrying: message).bytes : message.bytes
    case .systemExclusive(let packet): return framed([PackedEvent.systemExclusive], packet)
    case .escape(let packet): return framed([PackedEvent.escape], packet)
    case .meta(let meta):
      let (type, data) = meta.parts
      return framed([0xFF, type], data)
    }
  }
}
