package import MIDICore

/// A key of the keyboard or a doing of the pointer, as far as a command knows any.
package enum TerminalKey: Hashable {
  /// A key that moves something.
  case up, down, left, right, home, end, pageUp, pageDown
  /// A key that decides, or takes a letter back.
  case enter, escape, backspace
  /// Ctrl-U.
  case clear
  /// Ctrl-C or Ctrl-D.
  case interrupt
  /// Anything that is written.
  case character(Character)
  /// What the pointer does with its first button, where the terminal was asked to tell.
  case pointer(TerminalPointer)
}

/// What a pointer does with its first button.
package struct TerminalPointer: Hashable {
  /// What is done.
  package enum Action: Hashable {
    /// The button went down; it was moved with the button down; the button went up.
    case press, drag, lift
  }

  /// What it does.
  package var action: Action
  /// Where, in characters from the left, counted from 0.
  package var column: Int
  /// Where, in lines from the top, counted from 0.
  package var row: Int

  /// Reads the parameters of a report as terminals send it with mode 1006 (xterm's "SGR"): `<`, the button, the column
  /// and the row.
  ///
  /// - Returns: Nothing for other buttons, for wheels, and for what is no report.
  package init?(parameters: ArraySlice<UInt8>, isLift: Bool) {
    guard parameters.first == UInt8(ascii: "<") else { return nil }
    let numbers = parameters.dropFirst().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    // Bits 2 to 4 are Shift, Alt and Ctrl; bits 6 and 7 are wheels and further buttons.
    guard numbers[0] & 0b1100_0011 == 0 else { return nil }
    action = isLift ? .lift : numbers[0] & 0b10_0000 != 0 ? .drag : .press
    (column, row) = (numbers[1] - 1, numbers[2] - 1)
  }
}

/// Makes keys of the bytes that a terminal sends for them.
package struct TerminalKeyReader {
  /// How long after an Escape the rest of an arrow key's sequence may come: longer than any line takes for two bytes,
  /// shorter than what a person notices.
  package static let escapeTime = Nanoseconds.milliseconds(50)

  /// What has come and is no key yet.
  private var pending: [UInt8] = []

  /// Creates a reader that has read nothing.
  package init() {}

  /// Whether something has begun that may go on: the Escape key sends what the sequences of others begin with.
  package var isInTheMiddle: Bool { !pending.isEmpty }

  /// The keys that bytes stand for, as far as they are complete.
  package mutating func read(_ bytes: some Sequence<UInt8>) -> [TerminalKey] {
    pending += bytes
    return takeKeys(isEnd: false)
  }

  /// The key that was begun, when nothing has followed for a while: Escape, or nothing.
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

  /// The first key and how many bytes it takes; nothing while more has to come.
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

  /// Control sequences of ECMA-48 (`ESC [`, parameters, a final byte), and those of the keypad's application mode
  /// (`ESC O`, a final byte).
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
    // A letter together with Alt.
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
      TerminalPointer(parameters: parameters, isLift: final == UInt8(ascii: "m")).map(TerminalKey.pointer)
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

  private static func character(_ bytes: ArraySlice<UInt8>, isEnd: Bool) -> (key: TerminalKey?, length: Int)?
  {
    let length =
      switch bytes[bytes.startIndex] {
      case ..<0x80: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    // No beginning of a character in UTF-8.
    if length == 0 { return (nil, 1) }
    guard bytes.count >= length else { return isEnd ? (nil, 1) : nil }
    guard let character = String(validating: bytes.prefix(length), as: UTF8.self)?.first else {
      return (nil, 1)
    }
    return (.character(character), length)
  }
}
