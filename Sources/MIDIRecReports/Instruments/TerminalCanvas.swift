internal import MIDICore

/// Characters in rows and columns for a terminal. Text outside the canvas is clipped.
struct TerminalCanvas {
  /// The style of characters, if colors are used.
  struct Style: Hashable {
    /// The color of the character, `0xRRGGBB`, or `nil` for the terminal's default.
    var foreground: UInt32?
    /// The color of the background, `0xRRGGBB`, or `nil` for the terminal's default.
    var background: UInt32?
    var isBold = false

    /// Returns whether its control sequence overrides everything that another style sets.
    fileprivate func replaces(_ other: Style) -> Bool {
      (foreground != nil || other.foreground == nil) && (background != nil || other.background == nil)
        && isBold == other.isBold
    }

    /// The control sequence (ECMA-48, "Select Graphic Rendition"), with colors as in ITU-T T.416 in the common form.
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

  /// A character, or `nil` if the character at the left takes two columns, and its style.
  private typealias Place = (character: Character?, style: Style)

  let columns: Int
  let rows: Int
  private var places: [Place]

  /// Creates an empty canvas. The size must not be negative.
  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    places = Array(repeating: (" ", Style()), count: columns * rows)
  }

  /// Writes text at a position. A wide character that is half outside becomes a space.
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
        set(row * columns + column + part, visible, style)
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
        set(row * self.columns + column, character, style)
      }
    }
  }

  private mutating func set(_ index: Int, _ character: Character?, _ style: Style) {
    // Only the background of a space is visible.
    places[index] = (character, character == " " ? Style(background: style.background) : style)
  }

  /// Removes wide characters that the next text would cover by half.
  private mutating func clear(_ range: Range<Int>, row: Int) {
    guard !range.isEmpty else { return }
    let first = row * columns + range.lowerBound
    if range.lowerBound > 0, places[first].character == nil {
      set(first - 1, " ", places[first - 1].style)
    }
    let next = row * columns + range.upperBound
    if range.upperBound < columns, places[next].character == nil {
      set(next, " ", places[next].style)
    }
  }

  /// Returns the lines without invisible spaces at their ends.
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
