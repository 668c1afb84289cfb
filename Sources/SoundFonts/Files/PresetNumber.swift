/// Where a preset is found in a font.
package struct PresetNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The bank: 0 to 127, and 128 for drums.
  package let bank: Int
  /// The program: 0 to 127.
  package let program: Int

  /// Makes one; nothing where there can't be such a preset.
  package init?(bank: Int, program: Int) {
    guard (0...128).contains(bank), (0...127).contains(program) else { return nil }
    self.bank = bank
    self.program = program
  }

  /// Reads `BANK:PROGRAM`.
  package init?(_ text: String) {
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let bank = numbers[0], let program = numbers[1] else { return nil }
    self.init(bank: bank, program: program)
  }

  /// `BANK:PROGRAM`.
  package var description: String { "\(bank):\(program)" }

  /// In order of banks, then of programs.
  package static func < (left: Self, right: Self) -> Bool {
    (left.bank, left.program) < (right.bank, right.program)
  }
}
