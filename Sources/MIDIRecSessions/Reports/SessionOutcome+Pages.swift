internal import MIDICore
internal import MIDIRecReports

/// Outcomes as a folder of self-contained HTML pages.
extension [SessionOutcome] {
  /// A row of the table of sessions.
  ///
  /// The page is `nil` without details. The group is `nil` if no other result differs in the same way.
  private typealias Row = (outcome: SessionOutcome, page: String?, group: SessionOutcome.Group?)

  /// Returns the files by name: `index.html` first, then a page for each difference and each failure with details.
  ///
  /// The name of a page depends only on its session and subject, so links to it stay valid. The outcomes must be in order
  /// of the sessions' names.
  ///
  /// - Parameters:
  ///   - invocation: When and how the sessions ran, or `nil` if it is unknown.
  ///   - soaks: The storms of a soak.
  package func pages(
    invocation: RunInvocation? = nil, soaks: [SoakSummary] = []
  ) -> [(name: String, bytes: [UInt8])] {
    var taken: Set<String> = [Self.index]
    var pages: [(name: String, bytes: [UInt8])] = []
    let names = map { outcome -> String? in
      guard let page = outcome.page(home: Self.index) else { return nil }
      // A session and subject may occur twice.
      let names = (1...).lazy.map { outcome.pageName(copy: $0) }
      let name = names.first { taken.insert($0).inserted }
      pages.append((name ?? "", page))
      return name
    }
    let rows = zip(zip(self, names), groups).map { Row($0.0, $0.1, $1) }
    return [(Self.index, Self.indexBytes(of: rows, invocation, soaks))] + pages
  }

  private static var index: String { "index.html" }

  /// The groups of results that differ in the same way.
  private var groups: [SessionOutcome.Group?] {
    let patterns = map { outcome -> AnyHashable? in
      if case .different(let judgment) = outcome.verdict { judgment.pattern } else { nil }
    }
    var counts: [AnyHashable: Int] = [:]
    for case let pattern? in patterns { counts[pattern, default: 0] += 1 }
    var numbers: [AnyHashable: Int] = [:]
    return patterns.map { pattern in
      guard let pattern, let count = counts[pattern], count > 1 else { return nil }
      let number = numbers[pattern, default: numbers.count + 1]
      numbers[pattern] = number
      return (number, count)
    }
  }

  /// Returns the table of sessions. Passed sessions are in a separate table, which is closed at first.
  private static func indexBytes(
    of rows: [Row], _ invocation: RunInvocation?, _ soaks: [SoakSummary]
  ) -> [UInt8] {
    let groups = SessionOutcome.Status.urgentFirst.map { kind in
      (kind, rows.filter { $0.outcome.status == kind })
    }
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
    let passed = rows.filter { $0.outcome.status == .passed }
    let others = groups.filter { $0.0 != .passed }.flatMap(\.1)
    let body = """
      <main class="sessions">
      <header>
      <h1>\(summary)</h1>
      <button type="button" id="theme"></button>
      </header>
      \(invocation.map(\.markup) ?? "")
      \(soaks.map { "<p class=\"run\">\("\($0.name): \($0.countText)".xmlEscaped)</p>" }.joined())
      <div class="controls">
      <label>Find <input type="search" id="find" autocomplete="off"></label>
      <div role="group" aria-label="Verdicts" id="filters">\(filters.joined(separator: "\n"))</div>
      </div>
      <p id="shown" role="status"></p>
      \(others.isEmpty ? "" : table(of: others, headings: ["Verdict"] + headings, id: "others"))
      \(passed.isEmpty ? "" : passedTable(of: passed, isOpen: others.isEmpty && passed.count <= openLimit))
      </main>

      """
    return HTMLPage.sessions.bytes(title: "Sessions: \(summary)", body: [UInt8](body.utf8))
  }

  private static var headings: [String] { ["Session", "Subject", "Result", "Time"] }

  /// The maximum number of passed sessions that are shown at first if all passed.
  private static var openLimit: Int { 100 }

  private static func table(of rows: [Row], headings: [String], id: String) -> String {
    """
    <table id="\(id)">
    <thead><tr>\(headings.map { "<th scope=\"col\" class=\"\($0.lowercased())\">\($0)</th>" }.joined())</tr></thead>
    <tbody>
    \(rows.map { $0.outcome.row($0.page, $0.group) }.joined(separator: "\n"))
    </tbody>
    </table>
    """
  }

  private static func passedTable(of rows: [Row], isOpen: Bool) -> String {
    """
    <details id="passed"\(isOpen ? " open" : "")>
    <summary><span class="sign" aria-hidden="true">✓</span> \(grouped(rows.count)) passed</summary>
    \(table(of: rows, headings: headings, id: "passed-rows"))
    </details>
    """
  }
}

extension RunInvocation {
  /// The markup of the header.
  fileprivate var markup: String {
    """
    <p class="run"><time>\(startText.xmlEscaped)</time>, \(duration.secondsText) s, \
    midirec \(version.xmlEscaped)<br><code>\(command.xmlEscaped)</code></p>
    """
  }
}

extension SessionOutcome {
  /// The number of a group, and the number of its results.
  fileprivate typealias Group = (number: Int, count: Int)

  /// Returns the detail page, or `nil` without details.
  ///
  /// - Parameter home: The index page to link to, or `nil`.
  fileprivate func page(home: String?) -> [UInt8]? {
    let title = [session, subject].compactMap { $0 }.joined(separator: ", ")
    var names = (expected: "expected", actual: "actual")
    if case .unstable(let run, _) = verdict { names = ("first run", "run \(run)") }
    if case .failed(_, let details) = verdict, !details.isEmpty {
      return HTMLPage.textPage(title: title, reason ?? "", HTMLPage.markup(of: details), home: home)
    }
    return judgment?.page(title, names, style, of: files, home: home)
  }

  /// The maximum length of a name; file systems accept 255 bytes.
  private static let longestName = 200

  /// Returns the name of a page, such as `pedals.sostenuto~notes.html`. It is the same on every machine, and differs from
  /// all other names even if a file system ignores case.
  ///
  /// Letters, digits, and hyphens stay, a slash becomes a period, and any other byte becomes `_` and two hexadecimal
  /// digits. A long name is shortened and gets a hash of the complete name.
  ///
  /// - Parameter copy: The number of the outcome, from 1, among all outcomes of the session and subject.
  func pageName(copy: Int = 1) -> String {
    let subject = (subject ?? "") + (copy > 1 ? " \(copy)" : "")
    let whole = "\(Self.escaped(session))~\(Self.escaped(subject))"
    guard whole.utf8.count > Self.longestName else { return whole + ".html" }
    return "\(whole.prefix(Self.longestName - 20))~\(String(whole.utf8.fnvHash, radix: 16)).html"
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

  /// The row in HTML. A passed row has no verdict, because its table has only such rows.
  fileprivate func row(_ page: String?, _ group: Group?) -> String {
    let name = Self.breakable(session)
    let link = page.map { "<a href=\"\($0.xmlEscaped)\">\(name)</a>" } ?? name
    let time = duration > .zero ? "\(duration.secondsText) s" : ""
    let rest = """
      <th scope="row">\(link)</th>\
      <td>\(Self.breakable(subject ?? "", after: "."))</td>\
      <td class="result">\(result(group))</td><td class="time">\(time)</td></tr>
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

  private func result(_ group: Group?) -> String {
    let line =
      firstDifference.map { "first: \($0)" } ?? lastDetail.map { "last line: \($0)" }
    let detail = line.map { "<div class=\"first\">\(Self.breakable($0))</div>" } ?? ""
    let same = group.map { group in
      let others = pluralized(group.count - 1, "other")
      return "<button type=\"button\" class=\"same\">same as \(others)</button>"
    }
    let text = [finding, remark ?? "", counts ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
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
