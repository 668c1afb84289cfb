/// One complete MIDI 1.0 message, without a time.
///
/// A note-on with velocity 0 isn't converted; ``isNoteOn`` and ``isNoteOff`` interpret it.
public enum Message: Hashable, Sendable {
  case noteOff(channel: Channel, note: NoteNumber, velocity: UInt7)
  case noteOn(channel: Channel, note: NoteNumber, velocity: UInt7)
  case polyPressure(channel: Channel, note: NoteNumber, pressure: UInt7)
  case controlChange(channel: Channel, controller: Controller, value: UInt7)
  case programChange(channel: Channel, program: UInt7)
  case channelPressure(channel: Channel, pressure: UInt7)
  /// A pitch bend; 8,192 is the center.
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
  /// The channel of a channel message, or `nil` for a system message.
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

  /// Whether the message starts a note: a note-on with a velocity other than 0.
  public var isNoteOn: Bool {
    if case .noteOn(_, _, let velocity) = self { velocity != 0 } else { false }
  }

  /// Whether the message ends a note: a note-off, or a note-on with velocity 0.
  public var isNoteOff: Bool {
    switch self {
    case .noteOff: true
    case .noteOn(_, _, let velocity): velocity == 0
    default: false
    }
  }

  /// Returns whether the message ends all notes of a channel.
  ///
  /// Such messages are "all sound off", "all notes off", the omni, mono, and poly modes, and "system reset".
  package func silences(_ channel: Channel) -> Bool {
    switch self {
    case .controlChange(channel, let controller, _):
      controller == .allSoundOff || Controller.noteEndingModes.contains(controller)
    case .systemReset: true
    default: false
    }
  }
}

/// A System Exclusive message without its framing bytes (F0 and F7).
public struct SystemExclusive: Hashable, Sendable {
  /// The data bytes between F0 and F7, starting with the manufacturer ID.
  public let payload: [UInt7]

  /// Creates a message with the given data bytes.
  public init(payload: [UInt7]) { self.payload = payload }
}

/// A message with its time.
public struct TimedMessage: Codable, Hashable, Sendable {
  /// The time since the start of the recording.
  public var time: Nanoseconds
  /// The message.
  public var message: Message

  /// Creates a message at the given time.
  public init(time: Nanoseconds, message: Message) {
    self.time = time
    self.message = message
  }
}
