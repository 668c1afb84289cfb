/// Rows in columns, two spaces apart, for a terminal or a file.
public struct TextTable {
  /// On which side the cells of a column are flush.
  public enum Alignment: Sendable {
    /// Words.
    case left
    /// Numbers.
    case right
  }

  private let alignments: [Alignment]
  private var rows: [[String]]
  /// How many characters the widest cell of each column has.
  private var widths: [Int]

  /// Makes a table of its headings.
  public init(_ columns: [(heading: String, alignment: Alignment)]) {
    alignments = columns.map(\.alignment)
    rows = [columns.map(\.heading)]
    widths = columns.map(\.heading.count)
  }

  /// Adds a row; it has as many cells as there are columns.
  public mutating func append(_ row: [String]) {
    rows.append(row)
    for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.count) }
  }

  /// The lines, headings first, without spaces at their ends.
  public var text: String {
    var text = ""
    for (number, row) in rows.enumerated() {
      if number > 0 { text += "\n" }
      // Spaces are written before what follows them.
      var spaceCount = 0
      for (column, cell) in row.enumerated() {
        let rest = widths[column] - cell.count
        if alignments[column] == .right { spaceCount += rest }
        if !cell.isEmpty {
          text += String(repeating: " ", count: spaceCount)
          text += cell
          spaceCount = 0
        }
        spaceCount += (alignments[column] == .left ? rest : 0) + 2
      }
      while text.last == " " { text.removeLast() }
    }
    return text
  }
}
