internal import MIDICore

/// The bank and program of a preset.
public struct PresetNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The bank, from 0 to 127, or 128 for drums. A take can also select higher banks, which no font has.
  public let bank: Int
  /// The program, from 0 to 127.
  public let program: Int

  /// Creates a number, or returns `nil` if it is out of range.
  public init?(bank: Int, program: Int) {
    guard (0...128).contains(bank), (0...127).contains(program) else { return nil }
    self.bank = bank
    self.program = program
  }

  /// Creates the number that a take selects.
  init(selectedBank bank: Int, program: UInt7) { (self.bank, self.program) = (bank, Int(program.rawValue)) }

  /// Parses `BANK:PROGRAM`.
  public init?(_ text: String) {
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let bank = numbers[0], let program = numbers[1] else { return nil }
    self.init(bank: bank, program: program)
  }

  /// `BANK:PROGRAM`.
  public var description: String { "\(bank):\(program)" }

  /// Orders numbers by bank, then by program.
  public static func < (left: Self, right: Self) -> Bool {
    (left.bank, left.program) < (right.bank, right.program)
  }
}
