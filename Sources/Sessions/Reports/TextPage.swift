internal import MIDICore
internal import Reports
internal import Timelines

/// The differences of a text, or the reason of a failed session, as an HTML page.
enum TextPage {
  /// The maximum number of lines; longer pages aren't useful.
  private static let lineLimit = 2000
  private static let maxLineLength = 2000

  /// Returns the page of an outcome with lines, or `nil` for other outcomes.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - home: The index page to link to, or `nil`.
  static func bytes(of outcome: SessionOutcome, title: String, home: String?) -> [UInt8]? {
    let markup: String
    switch outcome.verdict {
    case .differentText(let comparison): markup = table(of: comparison)
    case .differentArtifact(let difference):
      markup = "<pre>\(difference.lines.map(\.xmlEscaped).joined(separator: "\n"))</pre>"
    case .failed(_, let details) where !details.isEmpty:
      markup = "<pre>\(details.map(\.xmlEscaped).joined(separator: "\n"))</pre>"
    case .passed, .different, .new, .unstable, .failed: return nil
    }
    let link = home.map { "<a id=\"home\" href=\"\($0.xmlEscaped)\">All sessions</a>" } ?? ""
    let body = """
      <main class="text">
      <div class="bar">\(link) \
      <button type="button" id="theme"></button></div>
      <h1>\(title.xmlEscaped)</h1>
      <p>\((outcome.reason ?? "").xmlEscaped)</p>
      \(markup)
      </main>

      """
    return HTMLPage.bytes(
      title: title, .text, body: Array(body.utf8))
  }

  private static func table(of comparison: TextComparison) -> String {
    var rows: [String] = []
    // The next line of each text.
    var (expected, actual) = (1, 1)
    for change in comparison.changes.prefix(lineLimit) {
      let sameCount = change.line - (change.kind == .missing ? expected : actual)
      if sameCount > 0 {
        rows.append(
          remark(sameCount == 1 ? "1 line is the same" : "\(grouped(sameCount)) lines are the same"))
      }
      (expected, actual) = (expected + sameCount, actual + sameCount)
      rows.append(row(of: change))
      if change.kind == .missing { expected += 1 } else { actual += 1 }
    }
    let rest = comparison.changes.count - lineLimit
    if rest > 0 { rows.append(remark("… and \(grouped(rest)) more")) }
    return """
      <table class="lines">
      <thead><tr><th scope="col">Expected</th><th scope="col">Actual</th><th></th><th scope="col">Line</th></tr>\
      </thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      """
  }

  private static func remark(_ text: String) -> String {
    "<tr class=\"same\"><td colspan=\"4\">\(text)</td></tr>"
  }

  private static func row(of change: TextComparison.Change) -> String {
    let cells = change.kind == .missing ? ["\(change.line)", ""] : ["", "\(change.line)"]
    let numbers = cells.map { "<td class=\"number\">\($0)</td>" }.joined()
    let text = change.shortText(maxLineLength).xmlEscaped
    return """
      <tr class="\(change.kind.rawValue)">\(numbers)<td class="sign">\(change.kind.sign)</td><td>\(text)</td></tr>
      """
  }
}
