internal import MIDICore

/// The value of a message: a velocity, pressure, controller value, program, bend, position, song, or time code.
extension Message {
  /// The value, or `nil` if the message has none.
  var value: Int? {
    switch self {
    case .noteOff(_, _, let value), .noteOn(_, _, let value), .polyPressure(_, _, let value),
      .controlChange(_, _, let value), .programChange(_, let value), .channelPressure(_, let value),
      .timeCodeQuarterFrame(let value), .songSelect(let value):
      Int(value)
    case .pitchBend(_, let value), .songPosition(let value): Int(value)
    default: nil
    }
  }

  /// The simple values of messages of this kind, the simplest first, or an empty array if they have no value.
  var simpleValues: [Int] {
    switch self {
    case .noteOn: [64, 127, 1]
    case .noteOff: [64, 0, 127]
    case .polyPressure, .controlChange, .channelPressure: [0, 127, 64]
    case .pitchBend: [Int(UInt14.bendCenter), Int(UInt14.maximum), 0]
    case .programChange, .songPosition, .songSelect, .timeCodeQuarterFrame: [0]
    default: []
    }
  }

  /// The rank of the value: 0 for the simplest, then the other simple values, then by distance from the simplest.
  ///
  /// A note-on that ends a note has the highest rank of all, because a note-off is simpler.
  var valueRank: Int {
    guard let value, let simplest = simpleValues.first else { return 0 }
    if case .noteOn(_, _, 0) = self { return 1000 }
    return simpleValues.firstIndex(of: value) ?? simpleValues.count + abs(value - simplest)
  }

  /// The messages with simpler values, the simplest first.
  ///
  /// They have the simple values, and then values that approach this one by halves, which finds limits.
  var withSimplerValues: [Message] {
    if case .noteOn(let channel, let note, 0) = self {
      return [64, 0].map { .noteOff(channel: channel, note: note, velocity: $0) }
    }
    guard let value, let simplest = simpleValues.first else { return [] }
    return (simpleValues + approach(value, from: simplest).dropFirst())
      .map { settingValue($0) }.filter { $0.valueRank < valueRank }
  }

  /// The message with its simplest value.
  var withSimplestValue: Message { withSimplerValues.first ?? self }

  private func settingValue(_ value: Int) -> Message {
    let (low, high) = (UInt7(clamping: value), UInt14(clamping: value))
    return switch self {
    case .noteOff(let channel, let note, _): .noteOff(channel: channel, note: note, velocity: low)
    case .noteOn(let channel, let note, _): .noteOn(channel: channel, note: note, velocity: low)
    case .polyPressure(let channel, let note, _): .polyPressure(channel: channel, note: note, pressure: low)
    case .controlChange(let channel, let controller, _):
      .controlChange(channel: channel, controller: controller, value: low)
    case .programChange(let channel, _): .programChange(channel: channel, program: low)
    case .channelPressure(let channel, _): .channelPressure(channel: channel, pressure: low)
    case .pitchBend(let channel, _): .pitchBend(channel: channel, value: high)
    case .songPosition: .songPosition(high)
    case .songSelect: .songSelect(low)
    case .timeCodeQuarterFrame: .timeCodeQuarterFrame(low)
    default: self
    }
  }
}

/// The channel and the key of a message.
extension Message {
  /// The key, or `nil` if the message isn't a note or its pressure.
  var key: NoteNumber? {
    switch self {
    case .noteOff(_, let note, _), .noteOn(_, let note, _), .polyPressure(_, let note, _): note
    default: nil
    }
  }

  /// Returns the message on a different channel, or unchanged if it has none.
  func moved(to channel: Channel) -> Message {
    switch self {
    case .noteOff(_, let note, let velocity): .noteOff(channel: channel, note: note, velocity: velocity)
    case .noteOn(_, let note, let velocity): .noteOn(channel: channel, note: note, velocity: velocity)
    case .polyPressure(_, let note, let pressure):
      .polyPressure(channel: channel, note: note, pressure: pressure)
    case .controlChange(_, let controller, let value):
      .controlChange(channel: channel, controller: controller, value: value)
    case .programChange(_, let program): .programChange(channel: channel, program: program)
    case .channelPressure(_, let pressure): .channelPressure(channel: channel, pressure: pressure)
    case .pitchBend(_, let value): .pitchBend(channel: channel, value: value)
    default: self
    }
  }
}

/// The data of System Exclusive.
extension SystemExclusive {
  /// The ID of noncommercial messages, which is the simplest first byte.
  private static let simplestID: UInt7 = 0x7D

  /// The number of bytes that differ from the simplest ones: the noncommercial ID, then zeros.
  var unusualByteCount: Int {
    payload.indices.reduce(0) { $0 + (payload[$1] == Self.simplestByte(at: $1) ? 0 : 1) }
  }

  /// The simplest message: a noncommercial ID without data.
  static var simplest: SystemExclusive { SystemExclusive(payload: [simplestID]) }

  /// The simpler messages, the shortest first.
  ///
  /// They lack the end, the data after the ID, or an eighth, or have simple bytes. Long data isn't reduced byte by byte,
  /// because that takes too many candidates.
  var simpler: [SystemExclusive] {
    let count = payload.count
    guard count > 0 else { return [] }
    let lengths = approach(count, from: 1)
    let starts = lengths.filter { $0 < count }.map { Array(payload[..<$0]) }
    let ends = lengths.filter { $0 < count }.map { payload[..<1] + payload[(count - $0 + 1)...] }
    let step = max(1, count / 8)
    let eighths = stride(from: 0, to: count, by: step).map {
      payload[..<$0] + payload[min($0 + step, count)...]
    }
    func plain(_ range: Range<Int>) -> [UInt7] {
      payload.indices.map { range.contains($0) ? Self.simplestByte(at: $0) : payload[$0] }
    }
    let ranges = [0..<count] + stride(from: 0, to: count, by: step).map { $0..<min($0 + step, count) }
    let shorter = zip(starts, ends).flatMap { [$0, Array($1)] } + eighths.map(Array.init)
    return ([Self.simplest.payload] + shorter + ranges.map(plain)).map { SystemExclusive(payload: $0) }
  }

  private static func simplestByte(at index: Int) -> UInt7 { index == 0 ? simplestID : 0 }
}

/// Returns values between a simple value and another one: the simple value, then those that halve the rest of the way.
///
/// The last one is next to the other value. The values are those that QuickCheck tries for an integer.
func approach(_ value: Int, from simple: Int) -> [Int] {
  sequence(first: value - simple) { $0 / 2 }.prefix { $0 != 0 }.map { value - $0 }
}
