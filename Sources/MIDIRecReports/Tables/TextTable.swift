/// A table as text, with two spaces between columns.
package struct TextTable {
  /// A text and its number of characters, which is expensive to count.
  private typealias Cell = (text: String, width: Int)

  /// Whether each column has numbers, which are aligned at the right.
  private let areNumbers: [Bool]
  private var rows: [[Cell]] = []
  /// The width of each column's widest cell, in characters.
  private var widths: [Int]

  /// Creates a table with headings.
  ///
  /// - Parameter numbers: The headings of columns of numbers, which are aligned at the right.
  package init(_ headings: [String], numbers: Set<String> = []) {
    areNumbers = headings.map(numbers.contains)
    widths = headings.map { _ in 0 }
    append(headings)
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
        if areNumbers[column] { spaceCount += rest }
        if cell.width > 0 {
          text += String(repeating: " ", count: spaceCount)
          text += cell.text
          spaceCount = 0
        }
        spaceCount += (areNumbers[column] ? 0 : rest) + 2
      }
      while text.last == " " { text.removeLast() }
    }
    return text
  }
}
