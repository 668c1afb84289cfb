internal import MIDICore
internal import Reports
internal import Timelines

/// Text as an HTML page: a table of different lines, the facts about different audio, or the details of a failed
/// session.
package enum TextPage {
  /// The maximum number of lines; longer pages aren't useful.
  private static let lineLimit = 2000
  private static let maxLineLength = 2000

  /// Returns a page.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - verdict: The verdict in one line.
  ///   - markup: The markup below the verdict.
  ///   - home: The index page to link to, or `nil`.
  package static func bytes(title: String, _ verdict: String, _ markup: String, home: String?) -> [UInt8] {
    let link = home.map { "<a id=\"home\" href=\"\($0.xmlEscaped)\">All sessions</a>" } ?? ""
    let body = """
      <main class="text">
      <div class="bar">\(link) \
      <button type="button" id="theme"></button></div>
      <h1>\(title.xmlEscaped)</h1>
      <p>\(verdict.xmlEscaped)</p>
      \(markup)
      </main>

      """
    return HTMLPage.text.bytes(title: title, body: Array(body.utf8))
  }

  package static func markup(of lines: [String]) -> String {
    "<pre>\(lines.map(\.xmlEscaped).joined(separator: "\n"))</pre>"
  }

  /// Returns the markup of different lines.
  static func table(of comparison: TextComparison) -> String {
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
