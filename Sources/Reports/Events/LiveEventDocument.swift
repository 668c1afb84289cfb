internal import MIDICore

/// A live event as JSON: its time in nanoseconds, its source, its kind, its values by name, and its bytes.
struct LiveEventDocument: Encodable {
  var time: Int64
  var source: String
  var kind: String
  var channel: Int?
  var values: [String: Int]
  var bytes: String

  init(_ timed: TimedMessage, source: String) {
    time = timed.time.rawValue
    self.source = source
    kind = timed.message.kind.rawValue
    channel = timed.message.channel?.number
    values = Self.values(of: timed.message)
    bytes = hexadecimal(timed.message.bytes)
  }

  private static func values(of message: Message) -> [String: Int] {
    switch message {
    case .noteOff(_, let note, let velocity), .noteOn(_, let note, let velocity):
      ["note": Int(note.rawValue), "velocity": Int(velocity.rawValue)]
    case .polyPressure(_, let note, let pressure):
      ["note": Int(note.rawValue), "pressure": Int(pressure.rawValue)]
    case .controlChange(_, let controller, let value):
      ["controller": Int(controller.rawValue), "value": Int(value.rawValue)]
    case .programChange(_, let program): ["program": Int(program.rawValue)]
    case .channelPressure(_, let pressure): ["pressure": Int(pressure.rawValue)]
    case .pitchBend(_, let value): ["value": Int(value.rawValue)]
    case .timeCodeQuarterFrame(let value):
      ["type": Int(value.rawValue >> 4), "value": Int(value.rawValue & 0x0F)]
    case .songPosition(let value): ["position": Int(value.rawValue)]
    case .songSelect(let song): ["song": Int(song.rawValue)]
    case .systemExclusive, .tuneRequest, .timingClock, .start, .continue, .stop, .activeSensing, .systemReset:
      [:]
    }
  }
}
