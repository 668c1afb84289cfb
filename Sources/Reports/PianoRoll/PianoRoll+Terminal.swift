internal import MIDICore

extension PianoRoll {
  /// Returns the roll for a terminal: the whole recording on one screen, with time to the right.
  ///
  /// If the notes fit, each has a line, and `░▒▓█` shows its velocity. Otherwise, a note has half a line, or several
  /// notes share a line. A long recording is compressed; the heading has the duration of a column.
  ///
  /// - Parameters:
  ///   - columns: The width of the terminal, of which 16 to 1,000 columns are used.
  ///   - rows: The height of the terminal, of which 10 to 500 rows are used. One row stays free for the prompt.
  ///   - isColored: Whether terminal colors distinguish channels.
  /// - Returns: At most `rows - 1` lines, each shorter than `columns` without control sequences.
  /// - Complexity: O(*n* log *n* + *n* · `columns`), where *n* is the number of notes.
  package func terminalLines(columns: Int, rows: Int, isColored: Bool) -> [String] {
    let columns = min(max(columns, 16), 1000) - 1
    let rows = min(max(rows, 10), 500) - 1
    let scale = TimeScale(start: .zero, end: span, width: columns - TerminalAxis.margin)
    let heading = wrapped(headingPieces(scale), columns, lineCount: 4)
    let legend = isColored && parts.count > 1 ? wrapped(legendPieces, columns, lineCount: 2) : []
    let lanes = self.lanes.map { TerminalLane(self, $0, scale).line(isColored: isColored) }
    let room = max(1, rows - heading.count - legend.count - lanes.count - 1)
    let axis = TerminalAxis(scale)
    let notes = TerminalNotes(self, scale, lineCount: room).lines(axis, isColored: isColored)
    return heading.map(\.text) + notes + [axis.line] + lanes + legend.map(\.text)
  }

  private func headingPieces(_ scale: TimeScale) -> [StyledText] {
    let column = Nanoseconds(rawValue: span.rawValue / Int64(scale.width))
    let columnText = column.shortText
    let hanging = hangingCount == 0 ? [] : ["\(pluralized(hangingCount, "hanging note")) (»)"]
    let facts = [pluralized(noteCount, "note")] + hanging + [duration.shortText]
    return ([name.printable] + facts + ["1 column = \(columnText)"]).map { StyledText($0) }
  }

  private var legendPieces: [StyledText] {
    parts.map { part in
      var piece = StyledText("█", color: part.color)
      piece.append(" " + part.label(isAlone: playingTrackCount <= 1))
      return piece
    }
  }

  /// Returns as many pieces as fit, with `…` for the rest.
  private func wrapped(_ pieces: [StyledText], _ width: Int, lineCount: Int) -> [StyledText] {
    var lines: [StyledText] = []
    for piece in pieces {
      if let last = lines.last, last.count + 2 + piece.count <= width {
        lines[lines.count - 1].append("  ")
        lines[lines.count - 1].append(piece)
      } else if lines.count < lineCount {
        lines.append(piece.shortened(to: width))
      } else {
        if let last = lines.last, last.count + 2 <= width { lines[lines.count - 1].append(" …") }
        break
      }
    }
    return lines
  }
}
