internal import MIDICore
internal import Timelines

/// The notes as characters.
struct TerminalNotes {
  /// The contents of a position.
  private struct Cell: Hashable {
    var color: Int
    var velocity: Int
    /// Whether the note starts here while an equal note is in the column before.
    var isStruckAgain = false
    /// Whether the note is hanging.
    var hangs = false
  }

  private let width: Int
  private let highest: Int
  /// The number of notes per band.
  private let notesPerBand: Int
  private let bandCount: Int
  /// Whether a line shows two bands.
  private let isHalved: Bool
  /// The cells by band from the highest, and by column.
  private var cells: [Cell?]
  private let isEmpty: Bool

  init(_ roll: PianoRoll, _ scale: TimeScale, lineCount: Int) {
    width = scale.width
    let range = Self.rows(for: roll.noteRange, lineCount: lineCount)
    highest = range.upperBound
    isEmpty = roll.noteCount == 0
    isHalved = range.count > lineCount
    let room = isHalved ? 2 * lineCount : lineCount
    notesPerBand = (range.count + room - 1) / room
    bandCount = (range.count + notesPerBand - 1) / notesPerBand
    cells = Array(repeating: nil, count: bandCount * width)
    let notes = roll.parts.flatMap { part in part.notes.map { (color: part.color, note: $0) } }
    for (color, note) in notes.sorted(by: { $0.note.onset < $1.note.onset }) {
      paint(note, color, from: scale.position(of: note.onset), to: scale.position(of: roll.end(of: note)))
    }
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
    let row = (highest - Int(note.number.rawValue)) / notesPerBand * width
    let left = min(left, width - 1)
    var cell = Cell(color: color, velocity: Int(note.velocity.rawValue), hangs: note.offset == nil)
    for column in left..<max(left + 1, min(right, width)) {
      cell.isStruckAgain = column == left && left > 0 && cells[row + left - 1] != nil
      let isSeen = cell.isStruckAgain || cell.velocity >= cells[row + column]?.velocity ?? 0
      if isSeen { cells[row + column] = cell }
    }
  }

  /// Returns the lines, highest notes first.
  func lines(_ axis: TerminalAxis, isColored: Bool) -> [String] {
    let bandsPerLine = isHalved ? 2 : 1
    return stride(from: 0, to: bandCount, by: bandsPerLine).map { band in
      var line = TerminalLine(isColored: isColored)
      for column in 0..<width {
        let ground: Character = axis.marks.contains(column) ? "·" : " "
        if isHalved {
          let lower = band + 1 < bandCount ? cells[(band + 1) * width + column] : nil
          Self.append(cells[band * width + column], over: lower, ground, to: &line)
        } else {
          Self.append(cells[band * width + column], ground, isLast: column == width - 1, to: &line)
        }
      }
      let label = TerminalAxis.label(name(ofBands: band..<band + bandsPerLine))
      return label + (isEmpty && band == 0 ? " no notes" : line.end())
    }
  }

  /// Returns the name of the C in a line, or an empty text.
  private func name(ofBands bands: Range<Int>) -> String {
    let top = highest - bands.lowerBound * notesPerBand
    let bottom = max(0, highest - bands.upperBound * notesPerBand + 1)
    return (bottom...max(bottom, top)).first { $0 % 12 == 0 }.map { NoteNumber(clamping: $0).name } ?? ""
  }

  private static func append(_ cell: Cell?, _ ground: Character, isLast: Bool, to line: inout TerminalLine) {
    guard let cell else { return line.append(ground) }
    let shades: [Character] = ["░", "▒", "▓", "█"]
    let glyph: Character =
      isLast && cell.hangs ? "»" : cell.isStruckAgain ? "▐" : shades[min(cell.velocity / 32, 3)]
    line.append(glyph, cell.color)
  }

  private static func append(
    _ upper: Cell?, over lower: Cell?, _ ground: Character, to line: inout TerminalLine
  ) {
    switch (upper?.color, lower?.color) {
    case (nil, nil): line.append(ground)
    case (let upper?, nil): line.append("▀", upper)
    case (nil, let lower?): line.append("▄", lower)
    case (let upper?, let lower?):
      if upper == lower || !line.isColored {
        line.append("█", upper)
      } else {
        line.append("▀", upper, on: lower)
      }
    }
  }
}
