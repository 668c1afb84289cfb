internal import MIDICore
internal import Reports
internal import Timelines

/// A row of the table of sessions.
struct SessionRow {
  private let outcome: SessionOutcome
  private let finding: String
  /// The verdict.
  let kind: SessionOutcome.Kind
  /// The differences without notes and times, or `nil` if the outcome isn't a difference.
  let pattern: DifferencePattern?
  /// The detail page, or `nil` if there is none.
  var page: String?
  /// The group of results that differ in the same way, and the number of its results, or `nil` if this is the only one.
  var group: (number: Int, count: Int)?

  /// Creates the row of an outcome.
  init(_ outcome: SessionOutcome) {
    self.outcome = outcome
    kind = outcome.kind
    let found = outcome.findingText ?? ""
    switch outcome.verdict {
    case .passed: (finding, pattern) = ("", nil)
    case .different(let comparison): (finding, pattern) = (found, DifferencePattern(comparison))
    case .differentText(let comparison): (finding, pattern) = (found, DifferencePattern(comparison))
    case .differentArtifact(let difference): (finding, pattern) = (found, DifferencePattern(difference))
    case .new: (finding, pattern) = ("no expected result yet", nil)
    case .unstable(let run, _):
      let text = "run \(run) differs from the first run"
      (finding, pattern) = (found.isEmpty ? text : "\(text): \(found)", nil)
    case .failed(let reason, _): (finding, pattern) = (reason, nil)
    }
  }

  /// Finds the groups of rows that differ in the same way.
  static func findGroups(in rows: inout [SessionRow]) {
    var counts: [DifferencePattern: Int] = [:]
    for row in rows { if let pattern = row.pattern { counts[pattern, default: 0] += 1 } }
    var numbers: [DifferencePattern: Int] = [:]
    for (index, row) in rows.enumerated() {
      guard let pattern = row.pattern, let count = counts[pattern], count > 1 else { continue }
      let number = numbers[pattern, default: numbers.count + 1]
      numbers[pattern] = number
      rows[index].group = (number, count)
    }
  }

  /// The row in HTML. A passed row has no verdict, because its table has only such rows.
  var markup: String {
    let name = Self.breakable(outcome.session)
    let link = page.map { "<a href=\"\($0.xmlEscaped)\">\(name)</a>" } ?? name
    let time = outcome.duration > .zero ? "\(outcome.duration.secondsText) s" : ""
    let rest = """
      <th scope="row">\(link)</th>\
      <td>\(Self.breakable(outcome.subject ?? "", after: "."))</td>\
      <td class="result">\(result)</td><td class="time">\(time)</td></tr>
      """
    guard kind != .passed else { return "<tr>\(rest)" }
    let attribute = group.map { " data-group=\"\($0.number)\"" } ?? ""
    return """
      <tr data-verdict="\(kind.rawValue)"\(attribute)><td class="verdict \(kind.rawValue)">\
      <span class="sign" aria-hidden="true">\(kind.sign)</span> \(kind.rawValue)</td>\(rest)
      """
  }

  /// Returns text in HTML that narrow columns break after a separator instead of within words.
  private static func breakable(_ text: String, after separator: Character = "/") -> String {
    text.xmlEscaped.split(separator: separator, omittingEmptySubsequences: false)
      .joined(separator: "\(separator)<wbr>")
  }

  private var result: String {
    let line =
      outcome.firstDifference.map { "first: \($0)" } ?? outcome.lastDetail.map { "last line: \($0)" }
    let detail = line.map { "<div class=\"first\">\(Self.breakable($0))</div>" } ?? ""
    let same = group.map { group in
      let others = pluralized(group.count - 1, "other")
      return "<button type=\"button\" class=\"same\">same as \(others)</button>"
    }
    let remark = outcome.remark.map { finding.isEmpty ? $0 : "; \($0)" } ?? ""
    return Self.breakable(finding + remark) + detail + (same ?? "")
  }
}

extension SessionOutcome.Kind {
  /// The kinds in the order of the page: results that need attention come first.
  static let urgentFirst: [Self] = [.failed, .different, .unstable, .new, .passed]

  /// The symbol, which doesn't depend on color.
  var sign: String {
    switch self {
    case .passed: "✓"
    case .different: "≠"
    case .new: "+"
    case .unstable: "~"
    case .failed: "!"
    }
  }
}
