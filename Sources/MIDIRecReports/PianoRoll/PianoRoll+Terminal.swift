internal import MIDICore
internal import Timelines

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
    let heading = wrapped(headingPieces(columns), columns, lineCount: 4)
    let legend = isColored && parts.count > 1 ? wrapped(legendPieces, columns, lineCount: 2) : []
    let room = max(1, rows - heading.count - legend.count - lanes.count - 1)
    let drawing = TerminalRoll(self, columns: columns, lineCount: room, isColored)
    return heading.map(\.text) + drawing.noteLines + [drawing.axisLine] + lanes.map(drawing.line(of:))
      + legend.map(\.text)
  }

  private func headingPieces(_ columns: Int) -> [StyledText] {
    let columnText = Nanoseconds(rawValue: span.rawValue / Int64(columns - TerminalRoll.margin)).shortText
    let hanging = hangingCount == 0 ? [] : ["\(pluralized(hangingCount, "hanging note")) (»)"]
    let facts = [pluralized(noteCount, "note")] + hanging + [duration.shortText]
    return ([name.printable] + facts + ["1 column = \(columnText)"]).map { StyledText($0) }
  }

  private var legendPieces: [StyledText] {
    parts.map { part in
      var piece = StyledText()
      piece.append("█", part.color)
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

/// The notes, the line of times, and the lanes of a roll as characters.
private struct TerminalRoll {
  /// The contents of a position.
  private struct Cell: Hashable {
    var color: Int
    var velocity: Int
    /// Whether the note starts here while an equal note is in the column before.
    var isStruckAgain = false
    /// Whether the note is hanging.
    var hangs = false
  }

  /// The width of the labels at the left.
  static let margin = 4
  /// The minimum width of a time.
  private static let timeWidth = 12

  private let roll: PianoRoll
  private let isColored: Bool
  private let scale: TimeScale
  /// The line of times below the notes.
  let axisLine: String
  /// The columns of the marked times.
  private let marks: Set<Int>
  private let highest: Int
  /// The number of notes per band.
  private let notesPerBand: Int
  private let bandCount: Int
  /// Whether a line shows two bands.
  private let isHalved: Bool
  /// The cells by band from the highest, and by column.
  private var cells: [Cell?]

  init(_ roll: PianoRoll, columns: Int, lineCount: Int, _ isColored: Bool) {
    self.roll = roll
    self.isColored = isColored
    scale = TimeScale(start: .zero, end: roll.span, width: columns - Self.margin)
    (axisLine, marks) = Self.axis(scale)
    let range = Self.rows(for: roll.noteRange, lineCount: lineCount)
    highest = range.upperBound
    isHalved = range.count > lineCount
    let room = isHalved ? 2 * lineCount : lineCount
    notesPerBand = (range.count + room - 1) / room
    bandCount = (range.count + notesPerBand - 1) / notesPerBand
    cells = Array(repeating: nil, count: bandCount * scale.width)
    let notes = roll.parts.flatMap { part in part.notes.map { (color: part.color, note: $0) } }
    for (color, note) in notes.sorted(by: { $0.note.onset < $1.note.onset }) {
      paint(note, color, from: scale.position(of: note.onset), to: scale.position(of: roll.end(of: note)))
    }
  }

  private static func axis(_ scale: TimeScale) -> (line: String, marks: Set<Int>) {
    let axis = TimeAxis(span: scale.end - scale.start, maxCount: scale.width / timeWidth, end: scale.end)
    var characters = [Character](repeating: "─", count: scale.width)
    var marks: Set<Int> = []
    for time in axis.times(from: scale.start, to: scale.end) {
      let column = scale.position(of: time)
      let text = axis.text(time)
      guard column < scale.width else { continue }
      marks.insert(column)
      characters[column] = "┴"
      guard column + 1 + text.count <= scale.width else { continue }
      characters.replaceSubrange(column + 1..<column + 1 + text.count, with: Array(text))
    }
    return (String(repeating: " ", count: margin - 1) + "└" + String(characters), marks)
  }

  /// Returns at least seven rows, so that a single note isn't on the axis.
  private static func rows(for range: ClosedRange<Int>?, lineCount: Int) -> ClosedRange<Int> {
    guard let range else { return 57...63 }
    let missing = max(0, min(7, lineCount) - range.count)
    let lowest = max(0, range.lowerBound - missing / 2)
    return lowest...min(127, max(range.upperBound, lowest + missing + range.count - 1))
  }

  /// Fills the cells of a note.
  ///
  /// - Parameter right: The column in which the note ends, which remains empty.
  private mutating func paint(_ note: Note, _ color: Int, from left: Int, to right: Int) {
    let row = (highest - Int(note.number.rawValue)) / notesPerBand * scale.width
    let left = min(left, scale.width - 1)
    var cell = Cell(color: color, velocity: Int(note.velocity.rawValue), hangs: note.offset == nil)
    for column in left..<max(left + 1, min(right, scale.width)) {
      cell.isStruckAgain = column == left && left > 0 && cells[row + left - 1] != nil
      let isSeen = cell.isStruckAgain || cell.velocity >= cells[row + column]?.velocity ?? 0
      if isSeen { cells[row + column] = cell }
    }
  }

  /// Returns the right-aligned label of a line, and the edge.
  private static func label(_ name: String) -> String {
    String(repeating: " ", count: max(0, margin - 1 - name.count)) + name + "│"
  }

  private func append(
    _ character: Character, _ foreground: Int? = nil, on background: Int? = nil, to line: inout StyledText
  ) {
    line.append(character, isColored ? foreground : nil, on: isColored ? background : nil)
  }

  // MARK: Notes

  /// The lines of the notes, highest notes first.
  var noteLines: [String] {
    let bandsPerLine = isHalved ? 2 : 1
    return stride(from: 0, to: bandCount, by: bandsPerLine).map { band in
      var line = StyledText()
      for column in 0..<scale.width {
        let ground: Character = marks.contains(column) ? "·" : " "
        if isHalved {
          let lower = band + 1 < bandCount ? cells[(band + 1) * scale.width + column] : nil
          append(cells[band * scale.width + column], over: lower, ground, to: &line)
        } else {
          append(cells[band * scale.width + column], ground, isLast: column == scale.width - 1, to: &line)
        }
      }
      let label = Self.label(name(ofBands: band..<band + bandsPerLine))
      return label + (roll.noteCount == 0 && band == 0 ? " no notes" : line.line)
    }
  }

  /// Returns the name of the C in a line, or an empty text.
  private func name(ofBands bands: Range<Int>) -> String {
    let top = highest - bands.lowerBound * notesPerBand
    let bottom = max(0, highest - bands.upperBound * notesPerBand + 1)
    return (bottom...max(bottom, top)).first { $0 % 12 == 0 }.map { NoteNumber(clamping: $0).name } ?? ""
  }

  private func append(_ cell: Cell?, _ ground: Character, isLast: Bool, to line: inout StyledText) {
    guard let cell else { return append(ground, to: &line) }
    let shades: [Character] = ["░", "▒", "▓", "█"]
    let glyph: Character =
      isLast && cell.hangs ? "»" : cell.isStruckAgain ? "▐" : shades[min(cell.velocity / 32, 3)]
    append(glyph, cell.color, to: &line)
  }

  private func append(_ upper: Cell?, over lower: Cell?, _ ground: Character, to line: inout StyledText) {
    switch (upper?.color, lower?.color) {
    case (nil, nil): append(ground, to: &line)
    case (let upper?, nil): append("▀", upper, to: &line)
    case (nil, let lower?): append("▄", lower, to: &line)
    case (let upper?, let lower?):
      if upper == lower || !isColored {
        append("█", upper, to: &line)
      } else {
        append("▀", upper, on: lower, to: &line)
      }
    }
  }

  // MARK: Lanes

  /// Returns a pedal or the bends of all channels. Each column shows the value farthest from rest. A pedal that is
  /// released and pressed within a column is half a block.
  func line(of lane: Curve) -> String {
    var values = Array(repeating: 0, count: scale.width)
    var colors = [Int?](repeating: nil, count: scale.width)
    var isLifted = Array(repeating: false, count: scale.width)
    for part in roll.parts {
      let points = part.curves[lane] ?? []
      for (index, point) in points.enumerated() {
        let left = min(scale.position(of: point.time), scale.width - 1)
        guard point.value != 0 else {
          isLifted[left] = true
          continue
        }
        let end = index + 1 < points.count ? points[index + 1].time : roll.span
        for column in left..<max(left + 1, scale.position(of: end))
        where abs(point.value) > abs(values[column]) {
          values[column] = point.value
          colors[column] = part.color
        }
      }
    }
    var line = StyledText()
    for (column, value) in values.enumerated() {
      let isShort = lane == .sustain && isLifted[column] && value != 0
      append(isShort ? "▌" : glyph(value, lane), colors[column], to: &line)
    }
    return Self.label(lane.shortName) + line.line
  }

  private func glyph(_ value: Int, _ lane: Curve) -> Character {
    let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let edge = roll.edges[lane] ?? 1
    switch lane {
    case .sustain: return value == 0 ? " " : heights[value / 16]
    case .bend: return value == 0 ? "─" : heights[min((value + edge) * 4 / edge, 7)]
    }
  }
}
