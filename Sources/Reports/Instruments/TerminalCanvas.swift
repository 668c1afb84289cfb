internal import MIDICore

/// Characters in rows and columns for a terminal. What is put beside it is left out: nothing gets wider than it is.
struct TerminalCanvas {
  /// How characters look, where colors may be used.
  struct Style: Hashable {
    /// Of the sign, `0xRRGGBB`; the terminal's own where there is none.
    var foreground: UInt32?
    /// Behind the sign, `0xRRGGBB`; the terminal's own where there is none.
    var background: UInt32?
    var isBold = false

    /// Whether its control sequence takes the place of all that another one set.
    fileprivate func replaces(_ other: Style) -> Bool {
      (foreground != nil || other.foreground == nil) && (background != nil || other.background == nil)
        && isBold == other.isBold
    }

    /// ECMA-48, "Select Graphic Rendition"; colors as ITU-T T.416 has them, in the way that terminals know.
    fileprivate var sequence: String {
      func code(_ kind: Int, _ color: UInt32) -> String {
        "\(kind);2;\(color >> 16 & 255);\(color >> 8 & 255);\(color & 255)"
      }
      let codes = [
        isBold ? "1" : nil, foreground.map { code(38, $0) }, background.map { code(48, $0) },
      ].compactMap { $0 }
      return codes.isEmpty ? "" : "\u{1B}[\(codes.joined(separator: ";"))m"
    }
  }

  private struct Place {
    /// Nothing where the character on the left takes two columns.
    let character: Character?
    let style: Style

    init(_ character: Character?, _ style: Style = Style()) {
      self.character = character
      // All that is seen of a space is what lies behind it.
      self.style = character == " " ? Style(background: style.background) : style
    }
  }

  let columns: Int
  let rows: Int
  private var places: [Place]

  /// Makes an empty one of a size that is not negative.
  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    places = Array(repeating: Place(" "), count: columns * rows)
  }

  /// Puts a text at a place. A wide character that is only half inside becomes a space.
  mutating func put(_ text: String, column: Int, row: Int, _ style: Style = Style()) {
    guard 0..<rows ~= row else { return }
    var column = column
    for character in text.printable {
      let width = character.terminalWidth
      guard width > 0, column < columns else { continue }
      let isInside = column >= 0 && column + width <= columns
      if isInside { clear(column..<column + width, row: row) }
      for part in 0..<width where 0..<columns ~= column + part {
        let visible: Character? = isInside ? (part == 0 ? character : nil) : " "
        places[row * columns + column + part] = Place(visible, style)
      }
      column += width
    }
  }

  /// Fills a rectangle with a character of one column.
  mutating func fill(
    _ character: Character = " ", columns: Range<Int>, rows: Range<Int>, _ style: Style = Style()
  ) {
    let columns = columns.clamped(to: 0..<self.columns)
    for row in rows.clamped(to: 0..<self.rows) {
      clear(columns, row: row)
      for column in columns {
        places[row * self.columns + column] = Place(character, style)
      }
    }
  }

  /// Wide characters that are half in what is written next lose their other half, too.
  private mutating func clear(_ range: Range<Int>, row: Int) {
    guard !range.isEmpty else { return }
    let first = row * columns + range.lowerBound
    if range.lowerBound > 0, places[first].character == nil {
      places[first - 1] = Place(" ", places[first - 1].style)
    }
    let next = row * columns + range.upperBound
    if range.upperBound < columns, places[next].character == nil {
      places[next] = Place(" ", places[next].style)
    }
  }

  /// The lines, without spaces at their ends that nobody sees.
  func lines(isColored: Bool) -> [String] {
    (0..<rows).map { row in
      var line = places[row * columns..<(row + 1) * columns]
      while let last = line.last, last.character == " ", !isColored || last.style.background == nil {
        line.removeLast()
      }
      guard isColored else { return String(line.compactMap(\.character)) }
      var (text, style) = ("", Style())
      for place in line {
        guard let character = place.character else { continue }
        if place.style != style {
          text += (place.style.replaces(style) ? "" : StyledText.reset) + place.style.sequence
          style = place.style
        }
        text.append(character)
      }
      return text + (style == Style() ? "" : StyledText.reset)
    }
  }
}
