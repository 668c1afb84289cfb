/// An unsigned integer of a limited number of bits: a MIDI data byte, a channel, or a pitch bend.
///
/// A value is always in range. `init?(rawValue:)` rejects other values, `init(clamping:)` and `init(masking:)` convert
/// them. Values are encoded as their raw value; decoding a value out of range fails.
///
/// Data bytes, notes, and controllers can be literals; the compiler rejects those above 127. ``Channel`` can't, because
/// channels count from 1 for musicians, and from 0 in bytes: use ``Channel/number(_:)``.
public protocol BoundedInteger: RawRepresentable, Hashable, Comparable, Sendable, Codable,
  CustomStringConvertible
where RawValue: FixedWidthInteger & UnsignedInteger & Sendable & Codable {
  /// The number of bits of a value.
  static var bitWidth: Int { get }

  /// Creates a value from the lowest bits of `rawValue`.
  init(masking rawValue: RawValue)
}

// These members are inlinable so that other modules can specialize them. As generic code, they took most of the time of
// updating a note state.
extension BoundedInteger {
  /// The largest value in range.
  @inlinable public static var maximum: RawValue { (1 << RawValue(bitWidth)) - 1 }

  /// Creates a value, or returns `nil` if `rawValue` is out of range.
  @inlinable public init?(rawValue: RawValue) {
    guard rawValue <= Self.maximum else { return nil }
    self.init(masking: rawValue)
  }

  /// Creates a value from any integer, or returns `nil` if the integer is out of range.
  public init?(exactly value: some BinaryInteger) {
    guard let rawValue = RawValue(exactly: value) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// Creates the value in range that is nearest to `value`.
  @inlinable public init(clamping value: some BinaryInteger) {
    self.init(masking: Swift.min(RawValue(clamping: value), Self.maximum))
  }

  /// Returns whether `left` is less than `right`.
  @inlinable public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The value as a decimal number.
  public var description: String { String(rawValue) }
}

extension BoundedInteger where Self: ExpressibleByIntegerLiteral, IntegerLiteralType: BinaryInteger {
  /// Creates a value from a literal, which must be in range.
  @inlinable public init(integerLiteral value: IntegerLiteralType) {
    precondition(
      0...IntegerLiteralType(Self.maximum) ~= value, "\(value) doesn't fit into \(Self.bitWidth) bits")
    self.init(masking: RawValue(value))
  }
}

extension Int {
  /// Creates an integer from a data byte, a note, a controller, or another bounded value.
  @inlinable public init(_ value: some BoundedInteger) { self.init(value.rawValue) }
}

/// A MIDI data byte, from 0 through 127.
public struct UInt7: BoundedInteger, ExpressibleByIntegerLiteral {
  /// The type of literals. The compiler rejects literals above 127.
  public typealias IntegerLiteralType = Int8

  /// The number of bits of a value.
  @inlinable public static var bitWidth: Int { 7 }

  /// The value, from 0 through 127.
  public let rawValue: UInt8

  /// Creates a value from the lowest seven bits of `rawValue`.
  @inlinable public init(masking rawValue: UInt8) { self.rawValue = rawValue & 0x7F }
}

/// A value that is sent as two MIDI data bytes, from 0 through 16,383.
public struct UInt14: BoundedInteger, ExpressibleByIntegerLiteral {
  /// The type of literals. Those above 16,383 stop the program.
  public typealias IntegerLiteralType = UInt16

  /// The number of bits of a value.
  @inlinable public static var bitWidth: Int { 14 }

  /// The value, from 0 through 16,383.
  public let rawValue: UInt16

  /// Creates a value from the lowest fourteen bits of `rawValue`.
  @inlinable public init(masking rawValue: UInt16) { self.rawValue = rawValue & 0x3FFF }

  /// Creates a value from two data bytes.
  public init(mostSignificant: UInt7, leastSignificant: UInt7) {
    self.init(masking: UInt16(mostSignificant.rawValue) << 7 | UInt16(leastSignificant.rawValue))
  }

  /// The upper seven bits (MSB).
  public var mostSignificant: UInt7 { UInt7(masking: UInt8(truncatingIfNeeded: rawValue >> 7)) }

  /// The lower seven bits (LSB).
  public var leastSignificant: UInt7 { UInt7(masking: UInt8(truncatingIfNeeded: rawValue)) }
}

/// One of the sixteen MIDI channels.
///
/// The raw value is from 0 through 15, as in a status byte. The ``number``, the description, and the encoded value are
/// from 1 through 16.
public struct Channel: BoundedInteger {
  /// The number of bits of a value.
  @inlinable public static var bitWidth: Int { 4 }

  /// The channel as in a status byte, from 0 through 15.
  public let rawValue: UInt8

  /// Creates a channel from the lowest four bits of `rawValue`.
  @inlinable public init(masking rawValue: UInt8) { self.rawValue = rawValue & 0x0F }

  /// Creates the channel with the given number, or returns `nil` if it isn't from 1 through 16.
  public init?(number: Int) {
    guard 1...16 ~= number else { return nil }
    self.init(exactly: number - 1)
  }

  /// Returns the channel with a number from 1 through 16: `.number(10)` is the one that usually plays drums.
  ///
  /// - Precondition: The number is from 1 through 16.
  public static func number(_ number: Int) -> Channel {
    precondition(1...16 ~= number, "a channel must be from 1 to 16 (found \(number))")
    return Channel(masking: UInt8(number - 1))
  }

  /// Channel 10, which plays drums in General MIDI.
  public static let drums = number(10)

  /// The number that the user sees, from 1 through 16.
  public var number: Int { Int(rawValue) + 1 }

  /// The number that the user sees: `1` through `16`.
  public var description: String { String(number) }
}

extension Channel: Codable {
  /// Creates a channel by decoding its ``number``.
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
  /// The pitch bend at center.
  @inlinable public static var bendCenter: UInt14 { UInt14(masking: 8192) }
}

extension UInt7 {
  /// Creates the data byte of a note number.
  @inlinable public init(_ note: NoteNumber) { self.init(masking: note.rawValue) }
  /// Creates the data byte of a controller number.
  @inlinable public init(_ controller: Controller) { self.init(masking: controller.rawValue) }
}
