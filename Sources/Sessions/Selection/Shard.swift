internal import MIDICore

/// One of several parts of all sessions, for distribution among machines: `2/5`.
///
/// The part of a session depends only on its name and the number of parts, not on folder, locale, or other sessions.
/// The sizes are random: of a thousand sessions, about two hundred are in each of five parts.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// The number of the part, from 1.
  package let number: Int
  /// The number of parts, at most 10,000.
  package let count: Int

  /// Creates a part, or returns `nil` if the numbers are invalid.
  package init?(_ number: Int, of count: Int) {
    guard 1...10_000 ~= count, 1...count ~= number else { return nil }
    self.number = number
    self.count = count
  }

  /// All sessions: the only part of one.
  package static let whole = Shard()

  private init() { (number, count) = (1, 1) }

  /// The text `2/5`.
  package var description: String { "\(number)/\(count)" }

  /// Parses `2/5`, or returns `nil` for any other text.
  package init?(parsing text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.allSatisfy(\.isASCIIDigit) ? Int($0) : nil }
    guard parts.count == 2, numbers.count == 2 else { return nil }
    self.init(numbers[0], of: numbers[1])
  }

  /// Returns whether a session is in this part. Each session is in exactly one part.
  package func contains(_ name: String) -> Bool {
    Self.hash(of: name) % UInt64(count) == UInt64(number - 1)
  }

  /// FNV-1a (Fowler, Noll, and Vo), followed by SplitMix64's mixing of all bits.
  private static func hash(of name: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }
}
