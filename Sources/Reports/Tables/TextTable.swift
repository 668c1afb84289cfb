/// Rows in columns, two spaces apart, for a terminal or a file.
package struct TextTable {
  /// On which side the cells of a column are flush.
  package enum Alignment: Sendable {
    /// Words.
    case left
    /// Numbers.
    case right
  }

  private struct Cell {
    let text: String
    /// How many characters it has, which takes long to count.
    let width: Int

    init(_ text: String) {
      self.text = text
      width = text.count
    }
  }

  private let alignments: [Alignment]
  private var rows: [[Cell]] = []
  /// How many characters the widest cell of each column has.
  private var widths: [Int]

  /// Makes a table of its headings.
  package init(_ columns: [(heading: String, alignment: Alignment)]) {
    alignments = columns.map(\.alignment)
    widths = columns.map { _ in 0 }
    append(columns.map(\.heading))
  }

  /// Adds a row; it has as many cells as there are columns.
  package mutating func append(_ row: [String]) {
    let cells = row.map(Cell.init)
    rows.append(cells)
    for (column, cell) in cells.enumerated() { widths[column] = max(widths[column], cell.width) }
  }

  /// The lines, headings first, without spaces at their ends.
  package var text: String {
    var text = ""
    for (number, row) in rows.enumerated() {
      if number > 0 { text += "\n" }
      // Spaces are written before what follows them.
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
