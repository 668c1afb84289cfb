/// A text for a terminal that knows how many columns it takes without its colors.
struct StyledText {
  /// With the terminal's control sequences.
  private(set) var text = ""
  /// How many characters are seen.
  private(set) var count = 0
  /// What is seen, in one color; nothing once several texts were put together.
  private var plain: String?

  init() { plain = "" }

  /// A text in the terminal's own color.
  init(_ plain: String) {
    text = plain
    count = plain.count
    self.plain = plain
  }

  /// A text in a color of the palette.
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

  /// Only as much as there is room for; one with colors is left out whole.
  func shortened(to width: Int) -> StyledText {
    guard count > width else { return self }
    return plain.map { StyledText(Reports.shortened($0, to: width)) } ?? StyledText()
  }

  /// ECMA-48, "Select Graphic Rendition".
  static let reset = "\u{1B}[0m"

  /// Colors of the palette before a text and behind it.
  static func sequence(_ foreground: Int?, _ background: Int?) -> String {
    let codes = [foreground.map { "38;5;\(code($0))" }, background.map { "48;5;\(code($0))" }]
      .compactMap { $0 }
    return codes.isEmpty ? "" : "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func code(_ color: Int) -> Int { Palette.colors[color % Palette.colors.count].terminal }
}
