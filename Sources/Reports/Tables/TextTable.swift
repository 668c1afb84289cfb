/// A table as text, with two spaces between columns.
package struct TextTable {
  /// The alignment of a column.
  package enum Alignment: Sendable {
    /// Left alignment, for words.
    case left
    /// Right alignment, for numbers.
    case right
  }

  /// A text and its number of characters, which is expensive to count.
  private typealias Cell = (text: String, width: Int)

  private let alignments: [Alignment]
  private var rows: [[Cell]] = []
  /// The width of each column's widest cell, in characters.
  private var widths: [Int]

  /// Creates a table with headings.
  package init(_ columns: [(heading: String, alignment: Alignment)]) {
    alignments = columns.map(\.alignment)
    widths = columns.map { _ in 0 }
    append(columns.map(\.heading))
  }

  /// Adds a row, which has one cell per column.
  package mutating func append(_ row: [String]) {
    let cells = row.map { Cell($0, $0.count) }
    rows.append(cells)
    for (column, cell) in cells.enumerated() { widths[column] = max(widths[column], cell.width) }
  }

  /// The lines, headings first, without trailing spaces.
  package var text: String {
    var text = ""
    for (number, row) in rows.enumerated() {
      if number > 0 { text += "\n" }
      // Spaces are written only before more text.
      var spaceCount = 0
      for (column, cell) in row.enumerated() {
        let rest = widths[column] - cell.width
        if alignments[column] == .right { spaceCount += rest }
        if cell.width > 0 {
          text += String(repeating: " ", count: spaceCount)
          text += cell.text
          spaceCount = 0
        }
        spaceCount += (alignments[column] == .left ? rest : 0) + 2
      }
      while text.last == " " { text.removeLast() }
    }
    return text
  }
}
