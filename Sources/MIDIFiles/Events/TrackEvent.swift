public import MIDICore

extension MIDIFile {
  /// An event and its place in the file.
  public struct TrackEvent: Hashable, Sendable {
    /// Since the start of the track: the sum of the delta times.
    public var time: Ticks
    /// What stands there.
    public var event: Event

    /// Puts an event at a time.
    public init(time: Ticks, event: Event) {
      self.time = time
      self.event = event
    }
  }

  /// What a track can hold.
  public enum Event: Hashable, Sendable {
    /// A channel message.
    case message(Message)
    /// An F0 packet: the bytes after the length, the closing F7 included where the message ends in this packet.
    case systemExclusive([UInt8])
    /// An F7 packet: the continuation of a System Exclusive message, or any bytes to be sent as they are.
    case escape([UInt8])
    /// A meta event: it is for the reader, and never sent.
    case meta(MetaEvent)

    /// The event that carries a message in a file: a System Exclusive message in one F0 packet; other system
    /// messages, for which files have no event, in an F7 packet.
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
  /// The bytes of the event in a file: all that follows the delta time, without running status.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var encoder = TrackEncoder()
    encoder.append(MIDIFile.TrackEvent(time: .zero, event: self), to: &bytes)
    return Array(bytes.dropFirst())
  }
}
