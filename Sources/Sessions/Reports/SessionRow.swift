internal import MIDICore
internal import Reports
internal import Timelines

/// A row of the table of sessions.
struct SessionRow {
  private let outcome: SessionOutcome
  let status: SessionOutcome.Status
  /// The detail page, or `nil` if there is none.
  var page: String?
  /// The group of results that differ in the same way, and the number of its results, or `nil` if this is the only one.
  var group: (number: Int, count: Int)?

  /// Creates the row of an outcome.
  init(_ outcome: SessionOutcome) {
    self.outcome = outcome
    status = outcome.status
  }

  /// The differences without notes and times, or `nil` if the outcome isn't a difference.
  private var pattern: AnyHashable? {
    if case .different(let judgment) = outcome.verdict { judgment.pattern } else { nil }
  }

  /// Finds the groups of rows that differ in the same way.
  static func findGroups(in rows: inout [SessionRow]) {
    let patterns = rows.map(\.pattern)
    var counts: [AnyHashable: Int] = [:]
    for case let pattern? in patterns { counts[pattern, default: 0] += 1 }
    var numbers: [AnyHashable: Int] = [:]
    for (index, pattern) in patterns.enumerated() {
      guard let pattern, let count = counts[pattern], count > 1 else { continue }
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
    guard status != .passed else { return "<tr>\(rest)" }
    let attribute = group.map { " data-group=\"\($0.number)\"" } ?? ""
    return """
      <tr data-verdict="\(status.rawValue)"\(attribute)><td class="verdict \(status.rawValue)">\
      <span class="sign" aria-hidden="true">\(status.sign)</span> \(status.rawValue)</td>\(rest)
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
    let text = [outcome.finding, outcome.remark ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
    return Self.breakable(text) + detail + (same ?? "")
  }
}

extension SessionOutcome.Status {
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
