/// A key of the keyboard, as far as a list to choose from knows any.
enum PickerKey: Hashable {
  /// A key that moves the selection.
  case up, down, home, end, pageUp, pageDown
  /// A key that decides, or takes a letter back.
  case enter, escape, backspace
  /// Ctrl-U.
  case clear
  /// Ctrl-C or Ctrl-D.
  case interrupt
  /// Anything that is written.
  case character(Character)
}

/// Makes keys of the bytes that a terminal sends for them.
struct PickerKeyReader {
  /// What has come and is no key yet.
  private var pending: [UInt8] = []

  /// Whether something has begun that may go on: the Escape key sends what the sequences of others begin with.
  var isInTheMiddle: Bool { !pending.isEmpty }

  /// The keys that bytes stand for, as far as they are complete.
  mutating func read(_ bytes: some Sequence<UInt8>) -> [PickerKey] {
    pending += bytes
    return takeKeys(isEnd: false)
  }

  /// The key that was begun, when nothing has followed for a while: Escape, or nothing.
  mutating func readEnd() -> [PickerKey] { takeKeys(isEnd: true) }

  private mutating func takeKeys(isEnd: Bool) -> [PickerKey] {
    var keys: [PickerKey] = []
    while !pending.isEmpty {
      guard let (key, length) = Self.first(of: pending[...], isEnd: isEnd) else { break }
      if let key { keys.append(key) }
      pending.removeFirst(length)
    }
    return keys
  }

  /// The first key and how many bytes it takes; nothing while more has to come.
  private static func first(of bytes: ArraySlice<UInt8>, isEnd: Bool) -> (key: PickerKey?, length: Int)? {
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
  private static func sequence(_ bytes: ArraySlice<UInt8>, isEnd: Bool) -> (key: PickerKey?, length: Int)? {
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

  private static func key(_ parameters: ArraySlice<UInt8>, _ final: UInt8) -> PickerKey? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
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

  private static func character(_ bytes: ArraySlice<UInt8>, isEnd: Bool) -> (key: PickerKey?, length: Int)? {
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
