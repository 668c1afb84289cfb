/// A text for a terminal with its width in columns, and a control sequence for each change of color.
struct StyledText {
  /// The text with control sequences.
  private(set) var text: String
  /// The number of visible characters.
  private(set) var count: Int
  /// The control sequence of the colors at the end, or an empty text for the terminal's default colors.
  private var colors = ""

  /// Creates a text in the terminal's default color.
  init(_ plain: String = "") { (text, count) = (plain, plain.count) }

  /// Appends a character in colors of the palette, or in the default colors.
  mutating func append(_ character: Character, _ foreground: Int?, on background: Int? = nil) {
    change(to: Self.sequence(foreground, background))
    text.append(character)
    count += 1
  }

  mutating func append(_ other: StyledText) {
    change(to: "")
    text += other.text
    count += other.count
    colors = other.colors
  }

  mutating func append(_ plain: String) { append(StyledText(plain)) }

  private mutating func change(to wanted: String) {
    guard wanted != colors else { return }
    text += (colors.isEmpty ? "" : Self.reset) + wanted
    colors = wanted
  }

  /// The text with reset colors and without spaces at the end.
  var line: String {
    guard colors.isEmpty else { return text + Self.reset }
    return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
  }

  /// Returns the text shortened to a width. A text with several colors is dropped if it doesn't fit.
  func shortened(to width: Int) -> StyledText {
    guard count > width else { return self }
    return text.count == count ? StyledText(MIDIRecReports.shortened(text, to: width)) : StyledText()
  }

  /// The reset of all attributes (ECMA-48, "Select Graphic Rendition").
  static let reset = "\u{1B}[0m"

  /// Returns the control sequence of palette colors for text and background.
  private static func sequence(_ foreground: Int?, _ background: Int?) -> String {
    let codes = [foreground.map { "38;5;\(code($0))" }, background.map { "48;5;\(code($0))" }]
      .compactMap { $0 }
    return codes.isEmpty ? "" : "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func code(_ color: Int) -> Int { PianoRoll.colors[color % PianoRoll.colors.count].terminal }
}
