internal import MIDICore
internal import Sessions

/// Outcomes as a folder of self-contained HTML pages.
package enum SessionsPage {
  /// Returns the files by name: `index.html` first, then a page for each difference and each failure with details.
  ///
  /// The name of a page depends only on its session and subject, so links to it stay valid.
  ///
  /// - Parameter outcomes: The outcomes, in order of the sessions' names.
  package static func files(of outcomes: [SessionOutcome]) -> [(name: String, bytes: [UInt8])] {
    var taken: Set<String> = [index]
    var pages: [(name: String, bytes: [UInt8])] = []
    let rows = outcomes.map { outcome in
      var row = SessionRow(outcome)
      if let page = page(of: outcome) {
        let name = freeName(of: outcome, &taken)
        pages.append((name, page))
        row.page = name
      }
      return row
    }
    return [(index, indexBytes(of: rows))] + pages
  }

  /// The number of bytes of a file that ``isPage(_:)`` needs.
  package static let markLength = 256

  /// Returns whether a file that starts with these bytes is a page of midirec.
  package static func isPage(_ start: [UInt8]) -> Bool {
    String(decoding: start.prefix(markLength), as: UTF8.self).contains(HTMLPage.generator)
  }

  private static let index = "index.html"

  /// Returns the detail page of an outcome, or `nil` if there is none.
  private static func page(of outcome: SessionOutcome) -> [UInt8]? {
    let title = [outcome.session, outcome.subject].compactMap { $0 }.joined(separator: ", ")
    if case .differentArtifact(let difference) = outcome.verdict, let files = outcome.artifacts,
      let page = difference.page(of: files, title: title, home: index)
    {
      return page
    }
    guard case .different(let comparison) = outcome.verdict else {
      return TextPage.bytes(of: outcome, title: title, home: index)
    }
    let document = PageDocument(
      comparison, title: title, expectedName: "expected", actualName: "actual", view: outcome.view,
      meter: outcome.meter)
    return ComparisonPage.bytes(of: document, home: index)
  }

  /// Returns an unused name. A session and subject may occur twice.
  private static func freeName(of outcome: SessionOutcome, _ taken: inout Set<String>) -> String {
    var name = PageName(session: outcome.session, subject: outcome.subject ?? "").text
    var copy = 2
    while !taken.insert(name).inserted {
      name = PageName(session: outcome.session, subject: (outcome.subject ?? "") + " \(copy)").text
      copy += 1
    }
    return name
  }

  private static func indexBytes(of rows: [SessionRow]) -> [UInt8] {
    let counts = SessionRow.Mark.allCases.map { mark in (mark, rows.count { $0.mark == mark }) }
    let filters = counts.filter { $0.1 > 0 }.map { mark, count in
      """
      <button type="button" class="chip \(mark.rawValue)" data-mark="\(mark.rawValue)" aria-pressed="false">\
      <span class="sign" aria-hidden="true">\(mark.sign)</span> \(mark.rawValue) \
      <span class="count">\(grouped(count))</span></button>
      """
    }
    let summary =
      rows.isEmpty
      ? "no sessions"
      : counts.filter { $0.1 > 0 }.map { "\(grouped($0.1)) \($0.0.rawValue)" }
        .joined(separator: ", ")
    let body = """
      <main class="sessions">
      <h1>Sessions</h1>
      <p class="summary">\(summary)</p>
      <div class="controls">
      <label>Find <input type="search" id="find" autocomplete="off"></label>
      <div role="group" aria-label="Verdicts" id="filters">\(filters.joined(separator: "\n"))</div>
      <button type="button" id="theme"></button>
      </div>
      <p id="shown" role="status"></p>
      <table>
      <thead><tr><th scope="col">Verdict</th><th scope="col">Session</th><th scope="col">Subject</th>\
      <th scope="col">Result</th></tr></thead>
      <tbody>
      \(rows.map(\.markup).joined(separator: "\n"))
      </tbody>
      </table>
      </main>

      """
    return HTMLPage.bytes(
      title: "Sessions: \(summary)", .sessions, body: Array(body.utf8))
  }
}
