extension Character {
  /// Blocks of characters that terminals draw two columns wide.
  ///
  /// Source: Unicode Standard Annex 11, "East Asian Width", wide and full-width ones, by whole blocks.
  private static let wideScalars: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
    0x1F900...0x1FAFF, 0x20000...0x3FFFD,
  ]

  /// How many columns it takes in a terminal: 2 for katakana and the like, 0 for what can't be seen.
  var terminalWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    // A sign that is asked for as a picture.
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    let isWide =
      first.properties.isEmojiPresentation || Self.wideScalars.contains { $0.contains(first.value) }
    return isWide ? 2 : 1
  }
}

extension StringProtocol {
  /// How many columns it takes in a terminal.
  var terminalWidth: Int { reduce(0) { $0 + $1.terminalWidth } }

  /// As much of it as has room in so many columns, with `…` for the rest.
  func fitted(to width: Int) -> String {
    guard terminalWidth > width else { return String(self) }
    var (text, room) = ("", width - 1)
    for character in self {
      room -= character.terminalWidth
      guard room >= 0 else { break }
      text.append(character)
    }
    return width > 0 ? text + "…" : ""
  }
}
