internal import Instruments
internal import MIDICore

extension GridPicture {
  /// Returns the image for a terminal: a block per cell with its note if there is room, and the held notes below.
  ///
  /// If the surface doesn't fit, the part with the most lit cells is shown, and ‹ and › mark the cut edges.
  ///
  /// - Parameters:
  ///   - columns: The width of the terminal.
  ///   - rows: The height of the terminal.
  ///   - isColored: Whether true colors are used. Otherwise, names and symbols replace them.
  /// - Returns: At most `rows` lines, each of at most `columns` characters without control sequences.
  package func terminalLines(columns: Int, rows: Int, isColored: Bool) -> [String] {
    TerminalGrid(self, columns: min(max(columns, 1), 1000), rows: min(max(rows, 1), 1000), isColored)
      .lines()
  }
}

/// A grid in a terminal.
private struct TerminalGrid {
  /// The width of the row numbers.
  private static let margin = 2
  private static let tallestCell = 3
  private static let widestCell = 8
  private static let groundText: UInt32 = 0xC3CCD6

  private let picture: GridPicture
  private let isColored: Bool
  private let columns: Int
  private let legend: TerminalLegend
  private let hasNumbers: Bool
  private let cellWidth: Int
  private let cellHeight: Int
  /// The visible part of the surface: columns from 1, rows from the top.
  private let shownColumns: Range<Int>
  private let shownRows: Range<Int>
  /// The topmost highlight of each cell.
  private let top: [Int: GridHighlight]
  /// The light of each cell.
  private let lights: [Int: LinnStrumentLight]

  init(_ picture: GridPicture, columns: Int, rows: Int, _ isColored: Bool) {
    (self.picture, self.columns, self.isColored) = (picture, columns, isColored)
    let model = picture.layout.settings.model
    var top: [Int: GridHighlight] = [:]
    for highlight in picture.highlights { for cell in highlight.cells { top[cell] = highlight } }
    self.top = top
    lights = Dictionary(uniqueKeysWithValues: picture.litCells)

    // In order of priority: the heading, a line of the legend, eight rows, the column numbers, and the rest of the
    // legend.
    hasNumbers = rows >= 2 + LinnStrument.rowCount + 1
    let room = max(0, rows - 1 - (hasNumbers ? 1 : 0))
    legend = TerminalLegend(
      Self.entries(of: picture, isColored), width: columns,
      maxLineCount: max(room > 1 ? 1 : 0, room - LinnStrument.rowCount))
    let gridRoom = room - legend.lines.count
    cellHeight = min(max(1, gridRoom / LinnStrument.rowCount), Self.tallestCell)
    let fitting = max(0, columns - Self.margin)
    cellWidth = min(max(2, fitting / model.columnCount), Self.widestCell)
    let lit = Set(top.keys).union(lights.keys).map { GridCell(number: $0, of: model) }
    let isCut = fitting < cellWidth * model.columnCount
    // Beside the numbers, a mark takes the last column.
    let columnCount = isCut ? max(0, fitting - (hasNumbers ? 1 : 0)) / cellWidth : model.columnCount
    shownColumns = Self.window(of: columnCount, in: 1..<model.columnCount + 1, lit.map(\.column))
    let rowCount = min(LinnStrument.rowCount, gridRoom / cellHeight)
    let litRows = lit.map { LinnStrument.rowCount - 1 - $0.row }
    shownRows = Self.window(of: rowCount, in: 0..<LinnStrument.rowCount, litRows)
  }

  /// The row of a cell's name in the cell.
  private var nameRow: Int { (cellHeight - 1) / 2 }

  func lines() -> [String] {
    let height = 1 + (hasNumbers ? 1 : 0) + shownRows.count * cellHeight + legend.lines.count
    var canvas = TerminalCanvas(columns: columns, rows: height)
    canvas.putHeading(picture.title, time: picture.time.positionText)
    var row = 1
    if hasNumbers {
      // Narrow columns don't have room for all numbers.
      for (place, column) in shownColumns.enumerated() where cellWidth > 2 || column % 5 == 0 {
        canvas.put("\(column)", column: Self.margin + place * cellWidth, row: row)
      }
      if shownColumns.lowerBound > 1 { canvas.put("‹", column: Self.margin - 1, row: row) }
      if shownColumns.upperBound <= picture.layout.settings.model.columnCount {
        canvas.put("›", column: Self.margin + shownColumns.count * cellWidth, row: row)
      }
      row += 1
    }
    for rowFromTop in shownRows {
      let number = LinnStrument.rowCount - 1 - rowFromTop
      canvas.put("\(number)", column: 0, row: row + nameRow)
      for (place, column) in shownColumns.enumerated() {
        let cell = GridCell(column: column, row: number)
        draw(cell, on: &canvas, column: Self.margin + place * cellWidth, row: row)
      }
      row += cellHeight
    }
    legend.draw(on: &canvas, row: row)
    return canvas.lines(isColored: isColored)
  }

  private func draw(_ cell: GridCell, on canvas: inout TerminalCanvas, column: Int, row: Int) {
    let note = picture.layout.note(of: cell)
    let number = cell.number(on: picture.layout.settings.model)
    let (highlight, light) = (top[number], lights[number])
    // Wide cells are separated, narrow cells are distinguished by their shades.
    let width = cellWidth >= 4 ? cellWidth - 1 : cellWidth
    let columns = column..<column + width
    if isColored {
      drawBlock(note, highlight?.color.rgb ?? light?.rgb, on: &canvas, columns, row: row)
    } else {
      let sign = highlight.map { GridPicture.sign(of: $0.color) } ?? light?.sign
      drawSigns(note, sign, on: &canvas, columns, row: row)
    }
  }

  private func drawBlock(
    _ note: NoteNumber?, _ color: UInt32?, on canvas: inout TerminalCanvas, _ columns: Range<Int>, row: Int
  ) {
    let ground: UInt32 = GridPicture.choice(for: note, tonic: 0x4B5665, sharp: 0x272D36, other: 0x39414C)
    var style = TerminalCanvas.Style(foreground: Self.groundText, background: ground)
    if let color {
      style = .init(foreground: color.isBright ? 0x000000 : 0xFFFFFF, background: color, isBold: true)
    }
    canvas.fill(columns: columns, rows: row..<row + cellHeight, style)
    let name = label(of: note, width: columns.count)
    let space = max(0, columns.count - name.count) / 2
    canvas.put(name, column: columns.lowerBound + space, row: row + nameRow, style)
  }

  /// Draws a lit cell without colors: filled with its letter, and in brackets if there is room.
  private func drawSigns(
    _ note: NoteNumber?, _ sign: Character?, on canvas: inout TerminalCanvas, _ columns: Range<Int>, row: Int
  ) {
    let (column, width) = (columns.lowerBound, columns.count)
    let name = label(of: note, width: width - 4)
    guard let sign else {
      return canvas.put(name.isEmpty ? "." : " " + name, column: column, row: row + nameRow)
    }
    let hasBrackets = width >= 4
    let room = hasBrackets ? width - 2 : 2
    for offset in 0..<cellHeight {
      let isNamed = offset == nameRow && !name.isEmpty
      let text = isNamed ? "\(sign) \(name)" : String(repeating: sign, count: room)
      let space = String(repeating: " ", count: max(0, room - text.count))
      canvas.put(hasBrackets ? "[\(text)\(space)]" : text, column: column, row: row + offset)
    }
  }

  /// Returns a note's name, shortened to the width.
  private func label(of note: NoteNumber?, width: Int) -> String {
    guard let note else { return "" }
    let name = note.name(picture.middleC)
    if name.count <= width { return name }
    let letters = String(name.prefix { $0.isLetter || $0 == "#" })
    return letters.count <= width ? letters : ""
  }

  /// Returns the first range of a length that contains the most of the given numbers.
  private static func window(of length: Int, in all: Range<Int>, _ numbers: [Int]) -> Range<Int> {
    let length = max(0, length)
    let starts = all.lowerBound...max(all.lowerBound, all.upperBound - length)
    var best = (start: all.lowerBound, count: -1)
    for start in starts {
      let count = numbers.count { (start..<start + length).contains($0) }
      if count > best.count { best = (start, count) }
    }
    return best.start..<min(all.upperBound, best.start + length)
  }

  private static func entries(of picture: GridPicture, _ isColored: Bool) -> [TerminalLegend.Entry] {
    picture.highlights.map { highlight -> TerminalLegend.Entry in
      let name = picture.name(of: highlight)
      return (
        isColored ? "  " : "\(GridPicture.sign(of: highlight.color))", .init(background: highlight.color.rgb),
        "\(name) \(picture.facts(of: highlight, isShort: true))", name
      )
    }
      + picture.litColors.map { lights in
        (
          isColored ? "  " : "\(lights.light.sign)", .init(background: lights.light.rgb),
          picture.words(for: lights), lights.light.colorName
        )
      }
  }
}
