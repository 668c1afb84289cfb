/// A text for a terminal with its width in columns, without control sequences.
struct StyledText {
  /// The text with control sequences.
  private(set) var text = ""
  /// The number of visible characters.
  private(set) var count = 0
  /// The visible text in one color, or `nil` if several texts were joined.
  private var plain: String?

  init() { plain = "" }

  /// Creates a text in the terminal's default color.
  init(_ plain: String) {
    text = plain
    count = plain.count
    self.plain = plain
  }

  /// Creates a text in a color of the palette.
  init(_ plain: String, color: Int) {
    text = Self.sequence(color, nil) + plain + Self.reset
    count = plain.count
  }

  mutating func append(_ other: StyledText) {
    text += other.text
    count += other.count
    plain = nil
  }

  mutating func append(_ plain: String) { append(StyledText(plain)) }

  /// Returns the text shortened to a width. A text with several colors is dropped if it doesn't fit.
  func shortened(to width: Int) -> StyledText {
    guard count > width else { return self }
    return plain.map { StyledText(Reports.shortened($0, to: width)) } ?? StyledText()
  }

  /// The reset of all attributes (ECMA-48, "Select Graphic Rendition").
  static let reset = "\u{1B}[0m"

  /// Returns the control sequence of palette colors for text and background.
  static func sequence(_ foreground: Int?, _ background: Int?) -> String {
    let codes = [foreground.map { "38;5;\(code($0))" }, background.map { "48;5;\(code($0))" }]
      .compactMap { $0 }
    return codes.isEmpty ? "" : "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func code(_ color: Int) -> Int { Palette.colors[color % Palette.colors.count].terminal }
}
