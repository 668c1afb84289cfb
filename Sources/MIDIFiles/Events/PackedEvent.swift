/// An event in eight bytes: 28 bits of delta time, 8 bits that say what it is, 28 bits of content.
///
/// The kind is the status byte: 80 to EF for a channel message, F0 and F7 for packets, 00 to 7F for a meta event of
/// that type, and FF for a meta event whose type, against the specification, is above 7F and stands before its
/// data. A channel message's content is its data bytes; that of all others is the number of their payload.
struct PackedEvent {
  private let bits: UInt64

  /// The largest delta time: what a variable-length quantity can say.
  static let maxDelta: UInt64 = 0x0FFF_FFFF
  /// How many payloads can be told apart.
  static let maxPayloadCount = 1 << 28

  static let systemExclusive: UInt8 = 0xF0
  static let escape: UInt8 = 0xF7
  static let metaOfIllegalType: UInt8 = 0xFF

  /// Says that the file leaves the status byte out, as running status allows. It is no part of the event's value.
  private static let runningBit: UInt64 = 1 << 16

  /// Packs a channel message.
  @inline(__always)
  init(delta: UInt64, status: UInt8, first: UInt8, second: UInt8, isRunning: Bool) {
    bits =
      delta << 36 | UInt64(status) << 28 | UInt64(first) << 8 | UInt64(second)
      | (isRunning ? Self.runningBit : 0)
  }

  /// Packs an event with a payload.
  init(delta: UInt64, kind: UInt8, payloadIndex: Int) {
    bits = delta << 36 | UInt64(kind) << 28 | UInt64(payloadIndex)
  }

  @inline(__always) var delta: UInt64 { bits >> 36 }
  @inline(__always) var kind: UInt8 { UInt8(truncatingIfNeeded: bits >> 28) }
  @inline(__always) var isChannelMessage: Bool { 0x80...0xEF ~= kind }
  @inline(__always) var firstDataByte: UInt8 { UInt8(truncatingIfNeeded: bits >> 8) }
  @inline(__always) var secondDataByte: UInt8 { UInt8(truncatingIfNeeded: bits) }
  @inline(__always) var isRunning: Bool { bits & Self.runningBit != 0 }
  @inline(__always) var payloadIndex: Int { Int(bits & 0x0FFF_FFFF) }

  /// What counts when events are compared: all of a channel message but how it was written; of others what they
  /// are and when.
  var comparedBits: UInt64 { bits & ~(isChannelMessage ? Self.runningBit : 0x0FFF_FFFF) }

  /// Whether this is a meta event.
  var isMeta: Bool { kind < 0x80 || kind == Self.metaOfIllegalType }

  /// Whether this is a part of a System Exclusive message, or an escape.
  var isPacket: Bool { kind == Self.systemExclusive || kind == Self.escape }
}
