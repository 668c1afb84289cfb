extension Character {
  /// Blocks of characters that terminals draw two columns wide.
  ///
  /// Source: Unicode Standard Annex 11, "East Asian Width", wide and full-width characters by whole blocks.
  private static let wideScalars: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
    0x1F900...0x1FAFF, 0x20000...0x3FFFD,
  ]

  /// The number of terminal columns: 2 for wide characters such as katakana, 0 for invisible ones.
  package var terminalWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    // A character that is requested as an emoji.
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    let isWide =
      first.properties.isEmojiPresentation || Self.wideScalars.contains { $0.contains(first.value) }
    return isWide ? 2 : 1
  }
}

extension StringProtocol {
  /// The number of terminal columns.
  package var terminalWidth: Int { reduce(0) { $0 + $1.terminalWidth } }

  /// Returns the text shortened to a number of columns, with `…` for the rest.
  package func fitted(to width: Int) -> String {
    guard terminalWidth > width else { return String(self) }
    var (text, room) = ("", width - 1)
    for character in self {
      room -= character.terminalWidth
      guard room >= 0 else { break }
      text.append(character)
    }
    return width > 0 ? text + "…" : ""
  }

  /// Returns the text in lines of at most a number of columns, at least one. Lines end at spaces if possible, and all but
  /// the first are indented. Colors take no columns.
  package func wrapped(to width: Int) -> [String] {
    let indentation = width > 20 ? "    " : ""
    var lines: [String] = []
    var rest = Substring(self)
    while true {
      let prefix = lines.isEmpty ? "" : indentation
      var room = Swift.max(2, width - prefix.count)
      var isInColor = false
      let end = rest.firstIndex { character in
        // The sequence of a color, which ends with an m, takes no columns.
        isInColor = isInColor || character == "\u{1B}"
        room -= isInColor ? 0 : character.terminalWidth
        isInColor = isInColor && character != "m"
        return room < 0
      }
      guard let end else { return lines + [prefix + rest] }
      let space = rest[..<end].lastIndex(of: " ").flatMap { $0 > rest.startIndex ? $0 : nil }
      // The text's own indentation can't be a line.
      let isUsable = space.map { rest[..<$0].contains { $0 != " " } } ?? false
      let cut = isUsable ? space ?? end : end
      lines.append(prefix + rest[..<cut])
      rest = rest[cut...].drop { $0 == " " }
      if rest.isEmpty { return lines }
    }
  }
}
