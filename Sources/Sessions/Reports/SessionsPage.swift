internal import MIDICore
internal import Reports

/// Outcomes as a folder of self-contained HTML pages.
package enum SessionsPage {
  /// Returns the files by name: `index.html` first, then a page for each difference and each failure with details.
  ///
  /// The name of a page depends only on its session and subject, so links to it stay valid.
  ///
  /// - Parameters:
  ///   - outcomes: The outcomes, in order of the sessions' names.
  ///   - invocation: When and how the sessions ran, or `nil` if it is unknown.
  package static func files(
    of outcomes: [SessionOutcome], invocation: RunInvocation? = nil
  ) -> [(name: String, bytes: [UInt8])] {
    var taken: Set<String> = [index]
    var pages: [(name: String, bytes: [UInt8])] = []
    var rows = outcomes.map { outcome in
      var row = SessionRow(outcome)
      if let page = page(of: outcome, home: index) {
        let name = freeName(of: outcome, &taken)
        pages.append((name, page))
        row.page = name
      }
      return row
    }
    SessionRow.findGroups(in: &rows)
    return [(index, indexBytes(of: rows, invocation))] + pages
  }

  /// The number of bytes of a file that ``isPage(_:)`` needs.
  package static let markLength = 256

  /// Returns whether a file that starts with these bytes is a page of midirec.
  package static func isPage(_ start: [UInt8]) -> Bool {
    String(decoding: start.prefix(markLength), as: UTF8.self).contains(HTMLPage.generator)
  }

  private static let index = "index.html"

  /// Returns the detail page of an outcome, or `nil` if there is none.
  ///
  /// - Parameter home: The index page to link to, or `nil`.
  private static func page(of outcome: SessionOutcome, home: String?) -> [UInt8]? {
    let title = [outcome.session, outcome.subject].compactMap { $0 }.joined(separator: ", ")
    var names = (expected: "expected", actual: "actual")
    if case .unstable(let run, _) = outcome.verdict { names = ("first run", "run \(run)") }
    if case .failed(_, let details) = outcome.verdict, !details.isEmpty {
      return TextPage.bytes(title: title, outcome.reason ?? "", TextPage.markup(of: details), home: home)
    }
    return outcome.judgment?.page(title, names, outcome.style, of: outcome.files, home: home)
  }

  /// Returns an unused name. A session and subject may occur twice.
  private static func freeName(of outcome: SessionOutcome, _ taken: inout Set<String>) -> String {
    var name = name(outcome.session, outcome.subject ?? "")
    var copy = 2
    while !taken.insert(name).inserted {
      name = self.name(outcome.session, (outcome.subject ?? "") + " \(copy)")
      copy += 1
    }
    return name
  }

  /// The maximum length of a name; file systems accept 255 bytes.
  private static let longestName = 200

  /// Returns the name of a page, such as `pedals.sostenuto~notes.html`. It is the same on every machine, and differs from
  /// all other names even if a file system ignores case.
  ///
  /// Letters, digits, and hyphens stay, a slash becomes a period, and any other byte becomes `_` and two hexadecimal
  /// digits. A long name is shortened and gets a hash of the complete name.
  static func name(_ session: String, _ subject: String) -> String {
    let whole = "\(escaped(session))~\(escaped(subject))"
    guard whole.utf8.count > longestName else { return whole + ".html" }
    return "\(whole.prefix(longestName - 20))~\(String(Shard.hash(of: whole), radix: 16)).html"
  }

  private static func escaped(_ name: String) -> String {
    name.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        String(UnicodeScalar(byte))
      case UInt8(ascii: "/"): "."
      default: "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }

  /// Returns the table of sessions. Passed sessions are in a separate table, which is closed at first.
  private static func indexBytes(of rows: [SessionRow], _ invocation: RunInvocation?) -> [UInt8] {
    let groups = SessionOutcome.Status.urgentFirst.map { kind in (kind, rows.filter { $0.status == kind }) }
      .filter { !$0.1.isEmpty }
    let filters = groups.map { kind, rows in
      """
      <button type="button" class="chip \(kind.rawValue)" data-verdict="\(kind.rawValue)" aria-pressed="false">\
      <span class="sign" aria-hidden="true">\(kind.sign)</span> \(kind.rawValue) \
      <span class="count">\(grouped(rows.count))</span></button>
      """
    }
    let summary =
      rows.isEmpty
      ? "no sessions" : groups.map { "\(grouped($0.1.count)) \($0.0.rawValue)" }.joined(separator: ", ")
    let passed = rows.filter { $0.status == .passed }
    let others = groups.filter { $0.0 != .passed }.flatMap(\.1)
    let body = """
      <main class="sessions">
      <header>
      <h1>\(summary)</h1>
      <button type="button" id="theme"></button>
      </header>
      \(invocation.map(markup) ?? "")
      <div class="controls">
      <label>Find <input type="search" id="find" autocomplete="off"></label>
      <div role="group" aria-label="Verdicts" id="filters">\(filters.joined(separator: "\n"))</div>
      </div>
      <p id="shown" role="status"></p>
      \(others.isEmpty ? "" : table(of: others, headings: ["Verdict"] + headings, id: "others"))
      \(passed.isEmpty ? "" : passedTable(of: passed, isOpen: others.isEmpty && passed.count <= openLimit))
      </main>

      """
    return HTMLPage.sessions.bytes(title: "Sessions: \(summary)", body: Array(body.utf8))
  }

  private static let headings = ["Session", "Subject", "Result", "Time"]

  /// The maximum number of passed sessions that are shown at first if all passed.
  private static let openLimit = 100

  private static func table(of rows: [SessionRow], headings: [String], id: String) -> String {
    """
    <table id="\(id)">
    <thead><tr>\(headings.map { "<th scope=\"col\" class=\"\($0.lowercased())\">\($0)</th>" }.joined())</tr></thead>
    <tbody>
    \(rows.map(\.markup).joined(separator: "\n"))
    </tbody>
    </table>
    """
  }

  private static func passedTable(of rows: [SessionRow], isOpen: Bool) -> String {
    """
    <details id="passed"\(isOpen ? " open" : "")>
    <summary><span class="sign" aria-hidden="true">✓</span> \(grouped(rows.count)) passed</summary>
    \(table(of: rows, headings: headings, id: "passed-rows"))
    </details>
    """
  }

  private static func markup(_ invocation: RunInvocation) -> String {
    """
    <p class="run"><time>\(invocation.startText.xmlEscaped)</time>, \(invocation.duration.secondsText) s, \
    midirec \(invocation.version.xmlEscaped)<br><code>\(invocation.command.xmlEscaped)</code></p>
    """
  }
}
