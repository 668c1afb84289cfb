extension Message {
  /// The message as MIDI bytes, status byte first, without running status.
  public var bytes: [UInt8] {
    switch self {
    case .noteOff(let channel, let note, let velocity):
      [0x80 | channel.rawValue, note.rawValue, velocity.rawValue]
    case .noteOn(let channel, let note, let velocity):
      [0x90 | channel.rawValue, note.rawValue, velocity.rawValue]
    case .polyPressure(let channel, let note, let pressure):
      [0xA0 | channel.rawValue, note.rawValue, pressure.rawValue]
    case .controlChange(let channel, let controller, let value):
      [0xB0 | channel.rawValue, controller.rawValue, value.rawValue]
    case .programChange(let channel, let program):
      [0xC0 | channel.rawValue, program.rawValue]
    case .channelPressure(let channel, let pressure):
      [0xD0 | channel.rawValue, pressure.rawValue]
    case .pitchBend(let channel, let value):
      [0xE0 | channel.rawValue, value.leastSignificant.rawValue, value.mostSignificant.rawValue]
    case .systemExclusive(let message):
      [0xF0] + message.payload.map(\.rawValue) + [0xF7]
    case .timeCodeQuarterFrame(let value): [0xF1, value.rawValue]
    case .songPosition(let value):
      [0xF2, value.leastSignificant.rawValue, value.mostSignificant.rawValue]
    case .songSelect(let song): [0xF3, song.rawValue]
    case .tuneRequest: [0xF6]
    case .timingClock: [0xF8]
    case .start: [0xFA]
    case .continue: [0xFB]
    case .stop: [0xFC]
    case .activeSensing: [0xFE]
    case .systemReset: [0xFF]
    }
  }

  /// Creates a channel message or a system message of fixed length from its bytes.
  ///
  /// - Parameters:
  ///   - status: The status byte.
  ///   - first: The first data byte; ignored if the message has none.
  ///   - second: The second data byte; ignored if the message has none.
  /// - Returns: The message, or `nil` if `status` doesn't start a message of fixed length.
  @inlinable public init?(status: UInt8, _ first: UInt7, _ second: UInt7) {
    let channel = Channel(masking: status)
    switch status {
    case 0x80...0x8F:
      self = .noteOff(channel: channel, note: NoteNumber(masking: first.rawValue), velocity: second)
    case 0x90...0x9F:
      self = .noteOn(channel: channel, note: NoteNumber(masking: first.rawValue), velocity: second)
    case 0xA0...0xAF:
      self = .polyPressure(channel: channel, note: NoteNumber(masking: first.rawValue), pressure: second)
    case 0xB0...0xBF:
      self = .controlChange(
        channel: channel, controller: Controller(masking: first.rawValue), value: second)
    case 0xC0...0xCF: self = .programChange(channel: channel, program: first)
    case 0xD0...0xDF: self = .channelPressure(channel: channel, pressure: first)
    case 0xE0...0xEF:
      self = .pitchBend(channel: channel, value: UInt14(mostSignificant: second, leastSignificant: first))
    case 0xF1: self = .timeCodeQuarterFrame(first)
    case 0xF2: self = .songPosition(UInt14(mostSignificant: second, leastSignificant: first))
    case 0xF3: self = .songSelect(first)
    case 0xF6: self = .tuneRequest
    case 0xF8: self = .timingClock
    case 0xFA: self = .start
    case 0xFB: self = .continue
    case 0xFC: self = .stop
    case 0xFE: self = .activeSensing
    case 0xFF: self = .systemReset
    default: return nil
    }
  }

  /// Returns the number of data bytes after a status byte.
  ///
  /// - Returns: The number, or `nil` if `status` doesn't start a message of fixed length.
  public static func dataByteCount(afterStatus status: UInt8) -> Int? {
    switch status {
    case 0x80...0xBF, 0xE0...0xEF, 0xF2: 2
    case 0xC0...0xDF, 0xF1, 0xF3: 1
    case 0xF6, 0xF8, 0xFA...0xFC, 0xFE, 0xFF: 0
    default: nil
    }
  }
}
