/// An unsigned integer that is narrower than the machine's: a MIDI data byte, a channel, a bend value.
///
/// A value outside the range can't be made: `init?(rawValue:)` refuses it, `init(clamping:)` and
/// `init(masking:)` say in their names what they do to it, and a literal is checked when it is read. It is encoded as
/// its raw value, and a value outside the range isn't decoded.
public protocol BoundedInteger: RawRepresentable, Hashable, Comparable, Sendable, Codable,
  ExpressibleByIntegerLiteral, CustomStringConvertible
where RawValue: FixedWidthInteger & UnsignedInteger & Sendable & Codable, IntegerLiteralType == RawValue {
  /// How many bits a value has.
  static var bitWidth: Int { get }

  /// Wraps a value that is known to be in range. Callers outside the type use the other initializers.
  init(masking rawValue: RawValue)
}

// What modules use per message is inlinable, so that they compile it for their types: as generic code it took most of
// the time that a note state costs.
extension BoundedInteger {
  /// The largest value in range.
  @inlinable public static var maximum: RawValue { (1 << RawValue(bitWidth)) - 1 }

  /// Makes a value, or nothing when `rawValue` is out of range.
  @inlinable public init?(rawValue: RawValue) {
    guard rawValue <= Self.maximum else { return nil }
    self.init(masking: rawValue)
  }

  /// Makes a value from any integer, or nothing when it is out of range.
  public init?(exactly value: some BinaryInteger) {
    guard let rawValue = RawValue(exactly: value) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// Makes the value in range that is nearest to `value`.
  public init(clamping value: some BinaryInteger) {
    self.init(masking: Swift.min(RawValue(clamping: value), Self.maximum))
  }

  /// Makes a value from a literal, which must be in range: a literal outside is the programmer's mistake.
  @inlinable public init(integerLiteral value: RawValue) {
    precondition(value <= Self.maximum, "\(value) does not fit into \(Self.bitWidth) bits")
    self.init(masking: value)
  }

  /// Compares the values.
  @inlinable public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The value in decimal.
  public var description: String { String(rawValue) }
}

/// A MIDI data byte: 0 through 127.
public struct UInt7: BoundedInteger {
  /// How many bits a value has.
  @inlinable public static var bitWidth: Int { 7 }

  /// The value, 0 through 127.
  public let rawValue: UInt8

  /// Keeps the lowest seven bits of `rawValue`.
  @inlinable public init(masking rawValue: UInt8) { self.rawValue = rawValue & 0x7F }
}

/// A value sent as two MIDI data bytes: 0 through 16,383.
public struct UInt14: BoundedInteger {
  /// How many bits a value has.
  @inlinable public static var bitWidth: Int { 14 }

  /// The value, 0 through 16,383.
  public let rawValue: UInt16

  /// Keeps the lowest fourteen bits of `rawValue`.
  @inlinable public init(masking rawValue: UInt16) { self.rawValue = rawValue & 0x3FFF }

  /// Puts two data bytes together.
  public init(mostSignificant: UInt7, leastSignificant: UInt7) {
    self.init(masking: UInt16(mostSignificant.rawValue) << 7 | UInt16(leastSignificant.rawValue))
  }

  /// The upper seven bits.
  public var mostSignificant: UInt7 { UInt7(masking: UInt8(truncatingIfNeeded: rawValue >> 7)) }

  /// The lower seven bits.
  public var leastSignificant: UInt7 { UInt7(masking: UInt8(truncatingIfNeeded: rawValue)) }
}

/// One of the sixteen MIDI channels.
///
/// The raw value is the wire's, 0 through 15; `number`, the description, and the encoded value count from 1 to 16, as
/// users do.
public struct Channel: BoundedInteger {
  /// How many bits a value has.
  @inlinable public static var bitWidth: Int { 4 }

  /// The channel as the wire counts, 0 through 15.
  public let rawValue: UInt8

  /// Keeps the lowest four bits of `rawValue`.
  @inlinable public init(masking rawValue: UInt8) { self.rawValue = rawValue & 0x0F }

  /// Creates the channel that users call `number`, or returns `nil` if it isn't from 1 through 16.
  public init?(number: Int) {
    guard 1...16 ~= number else { return nil }
    self.init(exactly: number - 1)
  }

  /// The channel as people count, 1 through 16.
  public var number: Int { Int(rawValue) + 1 }

  /// The number that people use: `1` through `16`.
  public var description: String { String(number) }
}

extension Channel: Codable {
  /// Decodes a channel from its ``number``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let number = try container.decode(Int.self)
    guard let channel = Channel(number: number) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a channel from 1 to 16, found \(number)")
    }
    self = channel
  }

  /// Encodes the channel as its ``number``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

extension UInt14 {
  /// The pitch bend that bends nothing.
  @inlinable public static var bendCenter: UInt14 { UInt14(masking: 8192) }
}

extension UInt7 {
  /// Creates the data byte of a note number.
  @inlinable public init(_ note: NoteNumber) { self.init(masking: note.rawValue) }
  /// Creates the data byte of a controller number.
  @inlinable public init(_ controller: Controller) { self.init(masking: controller.rawValue) }
}
