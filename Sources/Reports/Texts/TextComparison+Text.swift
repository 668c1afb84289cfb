internal import MIDICore
package import Timelines

extension TextComparison {
  /// A line is shown so far; what comes then seldom says more, and may be megabytes.
  private static let maxLineLength = 200

  /// The verdict in one line: `different: 1 line missing, 2 lines extra`.
  package var verdictText: String { changes.isEmpty ? "same" : "different: \(countText)" }

  /// How many lines differ: `1 line missing, 2 lines extra`.
  var countText: String {
    let missingCount = changes.count { $0.kind == .missing }
    return [(missingCount, Change.Kind.missing), (changes.count - missingCount, .extra)]
      .filter { $0.0 > 0 }
      .map { count, kind in "\(pluralized(count, "line")) \(kind.rawValue)" }.joined(separator: ", ")
  }

  /// The lines that differ, each with its sign and its number in its text: `-12  volume 7`.
  ///
  /// - Parameter limit: How many are listed; all, if there is no limit. How many more there are is said.
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
  /// The line without control characters, and not longer than so many characters.
  func shortText(_ count: Int) -> String {
    let text = String(text.prefix(count + 1)).printable
    return text.count > count ? "\(text.prefix(count - 1))…" : text
  }
}

extension TextComparison.Change.Kind {
  /// As a diff has it: `-` for what is missing, `+` for what is extra.
  package var sign: String { self == .missing ? "-" : "+" }
}

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
