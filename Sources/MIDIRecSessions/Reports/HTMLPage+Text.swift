internal import MIDICore
package import MIDIRecReports
internal import Timelines

extension HTMLPage {
  /// Returns a page of text: a table of different lines, the facts about different audio, or the details of a failed
  /// session.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - verdict: The verdict in one line.
  ///   - markup: The markup below the verdict.
  ///   - home: The index page to link to, or `nil`.
  package static func textPage(title: String, _ verdict: String, _ markup: String, home: String?) -> [UInt8] {
    let link = home.map(homeLink) ?? ""
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

  /// Returns the markup of preformatted lines.
  package static func markup(of lines: [String]) -> String {
    "<pre>\(lines.map(\.xmlEscaped).joined(separator: "\n"))</pre>"
  }
}

extension TextComparison {
  /// The maximum number of lines; longer pages aren't useful.
  private static let lineLimit = 2000
  private static let maxLineLength = 2000

  /// The markup of the different lines.
  var table: String {
    var rows: [String] = []
    // The next line of each text.
    var (expected, actual) = (1, 1)
    for change in changes.prefix(Self.lineLimit) {
      let sameCount = change.line - (change.kind == .missing ? expected : actual)
      if sameCount > 0 {
        rows.append(
          Self.remark(sameCount == 1 ? "1 line is the same" : "\(grouped(sameCount)) lines are the same"))
      }
      (expected, actual) = (expected + sameCount, actual + sameCount)
      rows.append(Self.row(of: change))
      if change.kind == .missing { expected += 1 } else { actual += 1 }
    }
    let rest = changes.count - Self.lineLimit
    if rest > 0 { rows.append(Self.remark("… and \(grouped(rest)) more")) }
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

  private static func row(of change: Change) -> String {
    let cells = change.kind == .missing ? ["\(change.line)", ""] : ["", "\(change.line)"]
    let numbers = cells.map { "<td class=\"number\">\($0)</td>" }.joined()
    let text = change.shortText(maxLineLength).xmlEscaped
    return """
      <tr class="\(change.kind.rawValue)">\(numbers)<td class="sign">\(change.kind.sign)</td><td>\(text)</td></tr>
      """
  }
}
