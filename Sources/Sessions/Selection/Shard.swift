internal import MIDICore

/// One of several equal parts of all sessions, each of which another machine runs: `2/5`.
///
/// In which part a session is depends on nothing but its name and the number of parts: no folder, locale, or other
/// session. The parts are equal as dice are: of a thousand sessions about two hundred are in each of five.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// Which part, counted from 1.
  package let number: Int
  /// How many parts there are, 10,000 at most.
  package let count: Int

  /// Makes a part; nothing where it isn't one of them.
  package init?(_ number: Int, of count: Int) {
    guard 1...10_000 ~= count, 1...count ~= number else { return nil }
    self.number = number
    self.count = count
  }

  /// All sessions: the only part of one.
  package static let whole = Shard()

  private init() { (number, count) = (1, 1) }

  /// `2/5`.
  package var description: String { "\(number)/\(count)" }

  /// Reads `2/5`; nothing where it is no such part.
  package init?(parsing text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.allSatisfy(\.isASCIIDigit) ? Int($0) : nil }
    guard parts.count == 2, numbers.count == 2 else { return nil }
    self.init(numbers[0], of: numbers[1])
  }

  /// Whether a session is in this part. Each one is in exactly one.
  package func contains(_ name: String) -> Bool {
    Self.hash(of: name) % UInt64(count) == UInt64(number - 1)
  }

  /// FNV-1a (Fowler, Noll and Vo), whose lowest bits are then mixed with all others as SplitMix64 does it.
  private static func hash(of name: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }
}
