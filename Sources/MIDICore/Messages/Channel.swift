/// One of the sixteen MIDI channels.
///
/// The raw value is the wire's, 0 through 15; `number` and the description count from 1 to 16, as people do.
public struct Channel: BoundedInteger {
  /// How many bits a value has.
  public static let bitWidth = 4

  /// The channel as the wire counts, 0 through 15.
  public let rawValue: UInt8

  /// Keeps the lowest four bits of `rawValue`.
  public init(masking rawValue: UInt8) { self.rawValue = rawValue & 0x0F }

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
