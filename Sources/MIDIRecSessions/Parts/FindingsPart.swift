internal import FoundationEssentials
package import MIDICore
internal import MIDIRecReports
package import SystemPackage
package import Timelines

/// The invariants that a session checks, with the evidence for the violated ones. It is compared with a list in which all
/// hold, rather than with an accepted file, so that nobody can accept a violation.
package struct FindingsPart: ComparedPart, Codable, Hashable {
  /// The checked invariants.
  private let invariants: [Invariant]
  /// The evidence for each violated invariant.
  private let evidence: [Evidence]
  /// The session's note, which names how the recording was found, or `nil` if it has none.
  private var note: String?
  /// The command that repeats the check.
  private var command = ""

  /// Creates a part.
  init(invariants: [Invariant], evidence: [Evidence], note: String?, command: String) {
    (self.invariants, self.evidence, self.note, self.command) = (invariants, evidence, note, command)
  }

  package init(_ file: [UInt8], of path: FilePath) throws(SessionError) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(file))
    } catch {
      throw SessionError(.badData, path, "isn't a list of findings")
    }
  }

  package static var form: String { "a list of invariants" }
  package static func fits(_ file: [UInt8], as name: PartName) -> Bool { name == .findings }
  package static func context(
    _ options: Comparison.Options, accepted: () -> Timeline?, recording: () -> Recording
  ) -> Never? { nil }

  package func stored(for session: FilePath) -> (part: FindingsPart, file: [UInt8]) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (self, (try? encoder.encode(self)).map(Array.init) ?? [])
  }

  package func isStored(in file: [UInt8]) -> Bool { stored(for: "").file == file }

  package func isSame(as other: FindingsPart) -> Bool {
    evidence.map(\.line) == other.evidence.map(\.line)
  }

  package func judgment(against expected: FindingsPart, in context: Never?) -> FindingsJudgment {
    FindingsJudgment(evidence: evidence, note: note, command: command)
  }

  package var demanded: FindingsPart? {
    FindingsPart(invariants: invariants, evidence: [], note: nil, command: "")
  }

  package var summary: String { "checks \(invariants.map(\.rawValue).joined(separator: ", "))" }
}

/// The violated invariants.
package struct FindingsJudgment: PartJudgment {
  let evidence: [Evidence]
  let note: String?
  let command: String

  /// The violations: `released: C4 on channel 1 still on 1 s after …`.
  package var finding: String? {
    evidence.isEmpty ? nil : evidence.map(\.line.printable).joined(separator: "; ")
  }

  package var pattern: AnyHashable { evidence.map(\.line) }
  // The finding is complete.
  package func lines(limit: Int?, _ style: PartStyle) -> [String] { [] }

  /// The largest number of messages that a text lists.
  private static let listedCount = 60

  package var evidenceLines: [String] {
    evidence.flatMap { $0.lines(limit: Self.listedCount) } + origin + ["repeat it with \(command)"]
  }

  package var details: [String] { evidence.flatMap(\.details) }

  /// The lines of the note besides the violation.
  private var origin: [String] {
    (note ?? "").split(separator: "\n").map(String.init).filter { line in
      !evidence.contains { line == "\($0.violation)." }
    }
  }

  package func reviewLines(_ names: PartNames, limit: Int, _ style: PartStyle) -> [String] { [verdictText] }

  package func describe(in document: inout SessionsDocument.Outcome, _ style: PartStyle) {
    document.findings = evidence.map { FindingDocument($0) }
    document.note = note
    document.command = command
  }

  package func page(
    _ title: String, _ names: PartNames, _ style: PartStyle, of files: PartFiles?, home: String?
  ) -> [UInt8]? {
    let markup = evidence.map(\.markup) + [noteMarkup]
    return HTMLPage.textPage(title: title, verdictText, markup.joined(separator: "\n"), home: home)
  }

  private var noteMarkup: String {
    let origin = origin.isEmpty ? "" : "<p>\(origin.map(\.xmlEscaped).joined(separator: "<br>"))</p>\n"
    return """
      \(origin)<section class="advice">
      <h2>What to do</h2>
      <p>Repeat it with <code>\(command.xmlEscaped)</code>. Mend the program, and it passes, and stays as a test. \
      If the program may do this, delete the session's folder, and switch the invariant off in the key <code>soak</code> \
      of the session to which the finding belongs.</p>
      </section>
      """
  }
}

extension SessionOutcome {
  /// Creates the outcome of a finding that a soak has just written.
  ///
  /// - Parameters:
  ///   - evidence: The evidence.
  ///   - session: The finding's name.
  ///   - subject: The name of the subject.
  ///   - note: The note in the finding's file.
  ///   - folder: The finding's folder.
  package init(
    _ evidence: Evidence, session: String, subject: String, note: String, in folder: FilePath
  ) {
    self.init(
      session: session, subject: PartName.findings.name(of: subject),
      verdict: .different(
        FindingsJudgment(evidence: [evidence], note: note, command: Session.testCommand(of: folder))))
    place = ("\(folder.appending(Session.fileName))", nil)
  }
}

extension Session {
  /// Returns the command that runs the session in a folder.
  static func testCommand(of folder: FilePath) -> String { "midirec test \(folder.string.shellWord)" }
}

extension Evidence {
  /// The invariant and its violation in one line.
  package var line: String { "\(invariant.rawValue): \(violation)" }

  /// The largest number of rows of a page.
  private static let rowLimit = 2_000

  /// The recording and the replies side by side.
  fileprivate var markup: String {
    var parts: [String] = []
    let rows = rows
    let headings = ["Time", "Take"] + runs.map { $0.name.prefix(1).uppercased() + $0.name.dropFirst() }
    parts.append(
      """
      <table class="evidence">\(caption(of: rows))
      <thead><tr>\(headings.map { "<th scope=\"col\">\($0.xmlEscaped)</th>" }.joined())</tr></thead>
      <tbody>
      \(rows.prefix(Self.rowLimit).map { markup(of: $0, headings) }.joined(separator: "\n"))
      </tbody>
      </table>
      """)
    let rest = rows.count - Self.rowLimit + runs.reduce(0) { $0 + $1.omittedCount }
    if rest > 0 { parts.append("<p>… and \(pluralized(rest, "message")) more</p>") }
    if runs.isEmpty || runs.allSatisfy(\.replies.isEmpty) { parts.append("<p>\(noReplyText)</p>") }
    if !details.isEmpty { parts.append("<h2>Details</h2>\n" + HTMLPage.markup(of: details)) }
    return parts.joined(separator: "\n")
  }

  /// Names the marked messages, and is empty without marked messages.
  private func caption(of rows: [Row]) -> String {
    guard rows.contains(where: { $0.cells.contains { $0?.isFaulty == true } }) else { return "" }
    let marked = runs.count > 1 ? "messages of only one run" : "note-ons without a note-off"
    return "\n<caption><b class=\"faulty\">In bold:</b> \(marked)</caption>"
  }

  private var noReplyText: String {
    invariant == .lean
      ? "midirec repeats this take up to 10,000 messages." : "The program sent no message."
  }

  private func markup(of row: Row, _ headings: [String]) -> String {
    let cells = row.cells.enumerated().map { column, cell in
      guard let cell else { return column > 0 ? "<td class=\"reply\"></td>" : "<td></td>" }
      let port = cell.port.map { " <span class=\"port\">port \($0)</span>" } ?? ""
      let classes = [column > 0 ? "reply" : "", cell.isFaulty ? "faulty" : ""].filter { !$0.isEmpty }
      let name = runs.count > 1 ? "\(headings[column + 1]):" : "→"
      let label = column > 0 ? " data-run=\"\(name.xmlEscaped)\"" : ""
      return """
        <td class="\(classes.joined(separator: " "))"\(label)>\(cell.text.xmlEscaped)\(port)</td>
        """
    }
    return "<tr><th scope=\"row\">\(row.time)</th>\(cells.joined())</tr>"
  }
}

/// A violated invariant as JSON: the shortest take that violates it, and what the program sent in one run, or in two that
/// should be equal.
struct FindingDocument: Encodable, Sendable {
  /// The messages of the program in one run.
  struct Run: Encodable, Sendable {
    var name: String
    var replies: [LiveEventDocument]
    /// The number of further messages.
    var omitted: Int?
  }

  /// An event around the program while the take is played.
  struct Step: Encodable, Sendable {
    /// The time in nanoseconds.
    var time: Int64
    var words: String
  }

  var invariant: String
  var violation: String
  /// Advice, and the last lines of a program that failed.
  var details: [String]?
  var take: [LiveEventDocument]
  var steps: [Step]?
  var runs: [Run]

  init(_ evidence: Evidence) {
    invariant = evidence.invariant.rawValue
    violation = evidence.violation
    details = evidence.details.isEmpty ? nil : evidence.details
    take = evidence.take.map { LiveEventDocument($0) }
    let steps = evidence.steps.map { Step(time: $0.time.rawValue, words: $0.words) }
    self.steps = steps.isEmpty ? nil : steps
    runs = evidence.runs.map { run in
      let hasPorts = run.replies.contains { $0.source > 0 }
      return Run(
        name: run.name,
        replies: run.replies.map {
          LiveEventDocument($0.timed, from: hasPorts ? "port \($0.source + 1)" : nil)
        }, omitted: run.omittedCount > 0 ? run.omittedCount : nil)
    }
  }
}
