internal import Timelines

/// How a text differs, for another program: the lines that only one text has.
struct TextDocument: Encodable, Sendable {
  /// A line that only one of the texts has.
  struct Change: Codable, Sendable {
    /// `missing` or `extra`.
    var kind: String
    /// Its number in that text, counted from 1.
    var line: Int
    var text: String

    init(_ change: TextComparison.Change) {
      (kind, line, text) = (change.kind.rawValue, change.line, change.text)
    }
  }

  let changes: [Change]

  init(_ comparison: TextComparison) {
    changes = comparison.changes.map(Change.init)
  }
}
