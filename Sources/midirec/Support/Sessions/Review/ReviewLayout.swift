internal import MIDICore
internal import Reports

/// The screen of a review: a header, the scrolled differences, and the keys.
struct ReviewLayout {
  /// The name of the result, and its number.
  var title = ""
  /// The numbers of decisions.
  var summary = ""
  /// The differences.
  var body: [PendingChangeText.Line] = [] {
    didSet { wrapped = nil }
  }
  /// The keys, such as `[a]ccept`.
  var keys: [String] = []
  /// A message or a question below the differences, or an empty text.
  var message = ""
  /// The first visible line of the wrapped body.
  private(set) var top = 0
  /// The lines of the body for a width, or `nil` before the next drawing.
  private var wrapped: (width: Int, isColored: Bool, lines: [String])?
  /// The number of visible lines and of all lines, from the last drawing.
  private var height = (visible: 1, all: 0)

  /// Scrolls by lines, down if the count is positive.
  mutating func scroll(_ count: Int) { top = max(0, min(height.all - height.visible, top + count)) }

  /// Scrolls by pages, with a line of overlap.
  mutating func scrollPages(_ count: Int) { scroll(count * max(1, height.visible - 1)) }

  /// Shows the beginning.
  mutating func scrollToStart() { top = 0 }

  /// Shows the end.
  mutating func scrollToEnd() { scroll(height.all) }

  /// Returns the lines for a terminal's size.
  ///
  /// The header and the keys are fixed. On a very low terminal, the keys are cut off.
  ///
  /// - Returns: At most `rows` lines, each at most as wide as the terminal.
  mutating func lines(columns: Int, rows: Int, isColored: Bool) -> [String] {
    let width = max(1, columns - 1)
    let footer = [message].filter { !$0.isEmpty }.flatMap { $0.wrapped(to: width) } + Self.filled(keys, width)
    let wrapped = bodyLines(width, isColored)
    height = (max(1, rows - 3 - footer.count), wrapped.count)
    scroll(0)
    let shown = wrapped.dropFirst(top).prefix(height.visible)
    let title = self.title.fitted(to: width)
    let room = Array(repeating: "", count: height.visible - shown.count)
    let lines =
      [isColored ? "\u{1B}[1m\(title)\u{1B}[m" : title, rule(width)] + shown + room
      + [String(repeating: "─", count: width)] + footer
    return Array(lines.prefix(max(1, rows)))
  }

  /// Returns the wrapped body, which is the same until the result or the terminal changes.
  private mutating func bodyLines(_ width: Int, _ isColored: Bool) -> [String] {
    if let wrapped, wrapped.width == width, wrapped.isColored == isColored { return wrapped.lines }
    let lines = body.flatMap { line in
      line.text.wrapped(to: width).map { isColored ? line.colored($0) : $0 }
    }
    wrapped = (width, isColored, lines)
    return lines
  }

  /// Returns a line with the visible part, if there is more, and the decisions.
  private func rule(_ width: Int) -> String {
    let range = "lines \(top + 1) to \(min(height.all, top + height.visible)) of \(height.all)"
    let texts = [height.all > height.visible ? range : "", summary].filter { !$0.isEmpty }
    let text = texts.isEmpty ? "" : " \(texts.joined(separator: ", ")) "
    return text.terminalWidth + 2 > width
      ? text.fitted(to: width) : "──\(text)" + String(repeating: "─", count: width - 2 - text.terminalWidth)
  }

  /// Returns words in as few lines as possible, separated by commas.
  private static func filled(_ words: [String], _ width: Int) -> [String] {
    var lines: [String] = []
    for word in words {
      if let last = lines.last, "\(last), \(word)".terminalWidth < width {
        lines[lines.count - 1] = "\(last), \(word)"
      } else {
        if !lines.isEmpty { lines[lines.count - 1] += "," }
        lines.append(word.fitted(to: width))
      }
    }
    return lines
  }
}
