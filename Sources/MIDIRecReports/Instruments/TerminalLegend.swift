internal import MIDICore

/// The held notes by name, in as few lines as possible.
struct TerminalLegend {
  /// A sample of a note's style, and its name, which has a shorter text if there is little room.
  typealias Entry = (sample: String, style: TerminalCanvas.Style, text: String, shortText: String)

  private static let gap = 2
  let lines: [[Entry]]
  /// The number of entries that don't fit.
  private let hiddenCount: Int

  /// Creates a legend. Entries that don't fit are only counted.
  init(_ entries: [Entry], width: Int, maxLineCount: Int) {
    var lines = Self.broken(entries, width: width)
    var hiddenCount = 0
    if lines.count > maxLineCount {
      let shortened = entries.map { Entry($0.sample, $0.style, $0.shortText, $0.shortText) }
      lines = Self.broken(shortened, width: width)
    }
    if lines.count > maxLineCount {
      lines = Array(lines.prefix(max(0, maxLineCount)))
      hiddenCount = entries.count - lines.reduce(0) { $0 + $1.count }
      // The last entries are replaced by the count.
      while var last = lines.last, !last.isEmpty,
        Self.width(of: last) + Self.gap + Self.hiddenText(hiddenCount).count > width
      {
        last.removeLast()
        lines[lines.count - 1] = last
        hiddenCount += 1
      }
    }
    (self.lines, self.hiddenCount) = (lines, hiddenCount)
  }

  /// Draws the legend from a row on.
  func draw(on canvas: inout TerminalCanvas, row: Int) {
    for (index, line) in lines.enumerated() {
      var column = 0
      for entry in line {
        canvas.put(entry.sample, column: column, row: row + index, entry.style)
        let text = entry.text.fitted(to: canvas.columns - entry.sample.terminalWidth - 1)
        canvas.put(text, column: column + entry.sample.terminalWidth + 1, row: row + index)
        column += Self.width(of: [entry]) + Self.gap
      }
      if hiddenCount > 0, index == lines.count - 1 {
        canvas.put(Self.hiddenText(hiddenCount), column: column, row: row + index)
      }
    }
  }

  private static func hiddenText(_ count: Int) -> String { "+\(count) more" }

  private static func width(of line: [Entry]) -> Int {
    line.reduce(0) { $0 + $1.sample.terminalWidth + 1 + $1.text.terminalWidth } + gap * max(0, line.count - 1)
  }

  private static func broken(_ entries: [Entry], width: Int) -> [[Entry]] {
    var lines: [[Entry]] = []
    for entry in entries {
      if let last = lines.last, Self.width(of: last + [entry]) <= width {
        lines[lines.count - 1].append(entry)
      } else {
        lines.append([entry])
      }
    }
    return lines
  }
}

extension TerminalCanvas {
  /// Writes a title at the left and a time at the right of the first row, and shortens the title if necessary.
  mutating func putHeading(_ title: String, time: String) {
    let room = columns - time.terminalWidth
    put(title.printable.fitted(to: max(0, room - 2)), column: 0, row: 0, Style(isBold: true))
    put(time, column: max(0, room), row: 0)
  }
}
