/// One complete MIDI 1.0 message, as an instrument sends it. When it was sent is kept beside it.
///
/// A note-on with velocity 0 stays what it is; ``isNoteOn`` and ``isNoteOff`` know what it means.
public enum Message: Hashable, Sendable {
  case noteOff(channel: Channel, note: NoteNumber, velocity: UInt7)
  case noteOn(channel: Channel, note: NoteNumber, velocity: UInt7)
  case polyPressure(channel: Channel, note: NoteNumber, pressure: UInt7)
  case controlChange(channel: Channel, controller: Controller, value: UInt7)
  case programChange(channel: Channel, program: UInt7)
  case channelPressure(channel: Channel, pressure: UInt7)
  /// A pitch bend; 8,192 is the middle.
  case pitchBend(channel: Channel, value: UInt14)

  case systemExclusive(SystemExclusive)
  case timeCodeQuarterFrame(UInt7)
  case songPosition(UInt14)
  case songSelect(UInt7)
  case tuneRequest

  case timingClock
  case start
  case `continue`
  case stop
  case activeSensing
  case systemReset
}

extension Message {
  /// The channel of a channel message, nothing for a system message.
  public var channel: Channel? {
    switch self {
    case .noteOff(let channel, _, _), .noteOn(let channel, _, _), .polyPressure(let channel, _, _),
      .controlChange(let channel, _, _), .programChange(let channel, _),
      .channelPressure(let channel, _), .pitchBend(let channel, _):
      channel
    default:
      nil
    }
  }

  /// Whether this starts a note: a note-on whose velocity is not 0.
  public var isNoteOn: Bool {
    if case .noteOn(_, _, let velocity) = self { velocity != 0 } else { false }
  }

  /// Whether this ends a note: a note-off, or a note-on with velocity 0.
  public var isNoteOff: Bool {
    switch self {
    case .noteOff: true
    case .noteOn(_, _, let velocity): velocity == 0
    default: false
    }
  }
}

/// A System Exclusive message without the bytes that frame it (F0 and F7).
public struct SystemExclusive: Hashable, Sendable {
  /// The data bytes between F0 and F7, manufacturer's number first.
  public let payload: [UInt7]

  /// Makes a message of data bytes.
  public init(payload: [UInt7]) { self.payload = payload }
}

/// A message and when it was sent.
public struct TimedMessage: Hashable, Sendable {
  /// Since the start of the recording.
  public var time: Nanoseconds
  /// What was sent.
  public var message: Message

  /// Puts a message at a time.
  public init(time: Nanoseconds, message: Message) {
    self.time = time
    self.message = message
  }
}
