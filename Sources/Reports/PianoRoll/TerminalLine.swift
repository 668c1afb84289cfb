/// Characters one after the other, with a control sequence only where the colours change.
struct TerminalLine {
  let isColoured: Bool
  private var text = ""
  private var colours = ""

  init(isColoured: Bool) { self.isColoured = isColoured }

  mutating func append(_ character: Character, _ foreground: Int? = nil, on background: Int? = nil) {
    let wanted = isColoured ? StyledText.sequence(foreground, background) : ""
    if wanted != colours {
      if !colours.isEmpty { text += StyledText.reset }
      text += wanted
      colours = wanted
    }
    text.append(character)
  }

  /// The line, with the terminal's own colours at its end, and no spaces there.
  func end() -> String {
    guard colours.isEmpty else { return text + StyledText.reset }
    return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
  }
}
