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

  /// Makes a table of its headings.
  public init(_ columns: [(heading: String, alignment: Alignment)]) {
    alignments = columns.map(\.alignment)
    rows = [columns.map(\.heading)]
  }

  /// Adds a row; it has as many cells as there are columns.
  public mutating func append(_ row: [String]) { rows.append(row) }

  /// The lines, headings first, without spaces at their ends.
  public var text: String {
    let widths = alignments.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = alignments.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return alignments[column] == .left ? row[column] + space : space + row[column]
      }
      let line = cells.joined(separator: "  ")
      return String(line[...(line.lastIndex { $0 != " " } ?? line.startIndex)])
    }.joined(separator: "\n")
  }
}
