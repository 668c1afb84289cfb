internal import MIDICore
package import Timelines

extension TextComparison {
  /// The maximum length of a printed line. The rest of a line is rarely useful and may be megabytes.
  private static let maxLineLength = 200

  /// The verdict in one line: `different: 1 line missing, 2 lines extra`.
  package var verdictText: String { changes.isEmpty ? "same" : "different: \(countText)" }

  /// The number of different lines: `1 line missing, 2 lines extra`.
  var countText: String {
    let missingCount = changes.count { $0.kind == .missing }
    return [(missingCount, Change.Kind.missing), (changes.count - missingCount, .extra)]
      .filter { $0.0 > 0 }
      .map { count, kind in "\(pluralized(count, "line")) \(kind.rawValue)" }.joined(separator: ", ")
  }

  /// Returns the different lines with their sign and line number: `-12  volume 7`.
  ///
  /// - Parameter limit: The maximum number of lines, or `nil` for all. The last line counts the rest.
  func changeLines(limit: Int?) -> [String] {
    let listed = changes.prefix(max(0, limit ?? changes.count))
    let width = listed.map { String($0.line).count }.max() ?? 0
    var lines = listed.map { change in
      let number = String(change.line)
      let space = String(repeating: " ", count: width - number.count)
      return "\(space)\(change.kind.sign)\(number)  \(change.shortText(Self.maxLineLength))"
    }
    let rest = changes.count - listed.count
    if rest > 0 { lines.append("… and \(grouped(rest)) more") }
    return lines
  }
}

extension TextComparison.Change {
  /// Returns the line without control characters, shortened to a number of characters.
  func shortText(_ count: Int) -> String {
    let text = String(text.prefix(count + 1)).printable
    return text.count > count ? "\(text.prefix(count - 1))…" : text
  }
}

extension TextComparison.Change.Kind {
  /// The sign as in a diff: `-` for missing, `+` for extra.
  package var sign: String { self == .missing ? "-" : "+" }
}

/// The differences of a text as JSON: the lines that only one text has.
struct TextDocument: Encodable, Sendable {
  /// A line that only one of the texts has.
  struct Change: Codable, Sendable {
    /// `missing` or `extra`.
    var kind: String
    /// The line number in that text, from 1.
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
