internal import FoundationEssentials
internal import MIDICore
internal import Reports

extension RunReport {
  /// The reason why bytes aren't a report, or why reports don't belong to one run: one line.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text of the error.
    package let description: String
  }

  /// The range of counts, of which 10,000 can be added.
  private static let counts = 0...1_000_000_000

  /// Returns the report as JSON. Differences are stored as the compared files, from which the rest is computed.
  ///
  /// - Throws: An encoding error.
  package func bytes() throws -> [UInt8] { Array((try JSONText.of(RunDocument(self)) + "\n").utf8) }

  /// Reads the output of ``bytes()`` from any bytes.
  ///
  /// - Parameter catalog: The subjects whose parts can be compared again.
  /// - Throws: ``Fault`` if the bytes aren't a report.
  package init(bytes: [UInt8], _ catalog: SubjectRegistry) throws(Fault) {
    let document: RunDocument
    do {
      document = try JSONDecoder().decode(RunDocument.self, from: Data(bytes))
    } catch {
      throw Fault(description: "isn't a report of midirec test --report")
    }
    guard document.format == RunDocument.format else {
      throw Fault(description: "is a report of an unsupported version: \(document.format)")
    }
    guard let part = Shard(document.part, of: document.parts), Self.counts ~= document.sessions,
      Self.counts ~= document.notRun
    else {
      throw Fault(description: "doesn't state its part of a run")
    }
    guard document.invocation?.isPlausible != false else {
      throw Fault(description: "has an invalid start or duration")
    }
    var outcomes: [SessionOutcome] = []
    for outcome in document.outcomes {
      guard let outcome = outcome.outcome(catalog) else {
        throw Fault(description: "has an invalid outcome of \(outcome.session)".printable)
      }
      outcomes.append(outcome)
    }
    guard Set(outcomes.map(\.session)).count >= document.sessions else {
      throw Fault(description: "lacks the outcome of a session")
    }
    self.init(
      part: part, invocation: document.invocation, outcomes: outcomes, sessionCount: document.sessions,
      notRunCount: document.notRun,
      isInterrupted: document.interrupted, searchCode: document.searchCode, writeCode: document.writeCode)
  }
}

/// A report in a file.
struct RunDocument: Codable {
  static let format = "midirec run 4"

  var format: String
  var part: Int
  var parts: Int
  var invocation: RunInvocation?
  var sessions: Int
  var notRun: Int
  var interrupted: Bool
  var searchCode: Int32?
  var writeCode: Int32?
  var outcomes: [OutcomeDocument]

  init(_ report: RunReport) {
    format = Self.format
    (part, parts) = (report.part.number, report.part.count)
    invocation = report.invocation
    (sessions, notRun, interrupted) = (report.sessionCount, report.notRunCount, report.isInterrupted)
    (searchCode, writeCode) = (report.searchCode, report.writeCode)
    outcomes = report.outcomes.map(OutcomeDocument.init)
  }
}
