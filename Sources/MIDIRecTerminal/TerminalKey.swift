package import MIDICore

/// A key of the keyboard or an action of the pointer.
package enum TerminalKey: Hashable {
  /// A key that moves the selection.
  case up, down, left, right, home, end, pageUp, pageDown
  /// A key that confirms, cancels, or deletes.
  case enter, escape, backspace
  /// Ctrl-U.
  case clear
  /// Ctrl-C or Ctrl-D.
  case interrupt
  /// A printable character.
  case character(Character)
  /// The pointer's first button was pressed, in a column and row from 0 at the top left.
  ///
  /// Not all terminals report the pointer.
  case press(column: Int, row: Int)
  /// The pointer moved with its first button pressed.
  case drag(column: Int, row: Int)
  /// The pointer's first button was released.
  case lift(column: Int, row: Int)
}

/// Decodes keys from the bytes of a terminal.
package struct TerminalKeyReader {
  /// The time after an Escape during which the rest of a key's sequence can follow. It is longer than the transmission
  /// of two bytes, and too short to notice.
  package static let escapeTime = Nanoseconds.milliseconds(50)

  /// The bytes that aren't a complete key yet.
  private var pending: [UInt8] = []

  /// Creates a reader without pending bytes.
  package init() {}

  /// Whether a key is incomplete. The Escape key sends the first byte of other keys' sequences.
  package var isInTheMiddle: Bool { !pending.isEmpty }

  /// Returns the complete keys of the bytes.
  package mutating func read(_ bytes: some Sequence<UInt8>) -> [TerminalKey] {
    pending += bytes
    return takeKeys(isEnd: false)
  }

  /// Returns the keys of the pending bytes after a while without input: Escape, or no key.
  package mutating func readEnd() -> [TerminalKey] { takeKeys(isEnd: true) }

  private mutating func takeKeys(isEnd: Bool) -> [TerminalKey] {
    var keys: [TerminalKey] = []
    while !pending.isEmpty {
      guard let (key, length) = Self.first(of: pending[...], isEnd: isEnd) else { break }
      if let key { keys.append(key) }
      pending.removeFirst(length)
    }
    return keys
  }

  /// Returns the first key and the number of its bytes, or `nil` if it is incomplete.
  private static func first(of bytes: ArraySlice<UInt8>, isEnd: Bool) -> (key: TerminalKey?, length: Int)? {
    switch bytes[bytes.startIndex] {
    case 0x1B: sequence(bytes, isEnd: isEnd)
    case 0x0A, 0x0D: (.enter, 1)
    case 0x7F, 0x08: (.backspace, 1)
    case 0x03, 0x04: (.interrupt, 1)
    case 0x15: (.clear, 1)
    case ..<0x20: (nil, 1)
    default: character(bytes, isEnd: isEnd)
    }
  }

  /// Decodes control sequences of ECMA-48 (`ESC [`, parameters, a final byte), and those of the keypad's application
  /// mode (`ESC O`, a final byte).
  private static func sequence(_ bytes: ArraySlice<UInt8>, isEnd: Bool) -> (key: TerminalKey?, length: Int)? {
    let rest = bytes.dropFirst()
    guard let second = rest.first else { return isEnd ? (.escape, 1) : nil }
    switch second {
    case 0x1B: return (.escape, 1)
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      let parameters = rest.dropFirst().prefix { 0x20...0x3F ~= $0 }
      guard let final = rest.dropFirst(1 + parameters.count).first else {
        return isEnd ? (nil, bytes.count) : nil
      }
      return (key(parameters, final), 3 + parameters.count)
    // A letter with Alt.
    default: return (nil, 2)
    }
  }

  private static func key(_ parameters: ArraySlice<UInt8>, _ final: UInt8) -> TerminalKey? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"), UInt8(ascii: "m"):
      pointer(parameters, isLift: final == UInt8(ascii: "m"))
    case UInt8(ascii: "~"):
      switch String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) {
      case "1", "7": .home
      case "4", "8": .end
      case "5": .pageUp
      case "6": .pageDown
      default: nil
      }
    default: nil
    }
  }

  /// Decodes the parameters of a pointer report in mode 1006 (xterm's "SGR"): `<`, the button, the column, and the row.
  ///
  /// - Returns: `nil` for other buttons, wheels, and invalid reports.
  private static func pointer(_ parameters: ArraySlice<UInt8>, isLift: Bool) -> TerminalKey? {
    guard parameters.first == UInt8(ascii: "<") else { return nil }
    let numbers = parameters.dropFirst().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    // Bits 2 to 4 are Shift, Alt, and Ctrl. Bits 6 and 7 are wheels and further buttons.
    guard numbers[0] & 0b1100_0011 == 0 else { return nil }
    let (column, row) = (numbers[1] - 1, numbers[2] - 1)
    if isLift { return .lift(column: column, row: row) }
    return numbers[0] & 0b10_0000 != 0 ? .drag(column: column, row: row) : .press(column: column, row: row)
  }

  private static func character(_ bytes: ArraySlice<UInt8>, isEnd: Bool) -> (
    key: TerminalKey?, length: Int
  )? {
    let length =
      switch bytes[bytes.startIndex] {
      case ..<0x80: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    // Not the start of a UTF-8 character.
    if length == 0 { return (nil, 1) }
    guard bytes.count >= length else { return isEnd ? (nil, 1) : nil }
    guard let character = String(validating: bytes.prefix(length), as: UTF8.self)?.first else {
      return (nil, 1)
    }
    return (.character(character), length)
  }
}
