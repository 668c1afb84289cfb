internal import Sessions
internal import Timelines

/// A row of the table of sessions.
struct SessionRow {
  /// A verdict in a word, in the order of the counts.
  enum Mark: String, CaseIterable {
    case passed, different, new, unstable, failed

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

  private let session: String
  private let subject: String
  private let finding: String
  /// The verdict.
  let mark: Mark
  /// The detail page, or `nil` if there is none.
  var page: String?

  /// Creates the row of an outcome.
  init(_ outcome: SessionOutcome) {
    session = outcome.session
    subject = outcome.subject ?? ""
    switch outcome.verdict {
    case .passed: (mark, finding) = (.passed, outcome.remark ?? "")
    case .different(let comparison):
      (mark, finding) = (.different, DifferenceCounts(comparison.differences).text)
    case .new: (mark, finding) = (.new, "no expected result yet")
    case .unstable(let run):
      (mark, finding) = (.unstable, "run \(run) differs from the first run")
    case .differentText(let comparison):
      (mark, finding) = (.different, comparison.countText)
    case .differentArtifact(let difference): (mark, finding) = (.different, difference.finding)
    case .failed(let reason, _): (mark, finding) = (.failed, reason)
    }
  }

  /// The row in HTML.
  var markup: String {
    let name = session.xmlEscaped
    let link = page.map { "<a href=\"\($0.xmlEscaped)\">\(name)</a>" } ?? name
    return """
      <tr data-mark="\(mark.rawValue)"><td class="mark \(mark.rawValue)">\
      <span class="sign" aria-hidden="true">\(mark.sign)</span> \(mark.rawValue)</td>\
      <th scope="row">\(link)</th><td>\(subject.xmlEscaped)</td><td>\(finding.xmlEscaped)</td></tr>
      """
  }
}
