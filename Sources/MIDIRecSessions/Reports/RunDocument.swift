internal import FoundationEssentials
internal import Instruments
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecReports

extension RunReport {
  /// The range of counts, of which 10,000 can be added.
  private static let counts = 0...1_000_000_000

  /// Returns the report as JSON. Differences are stored as the compared files, from which the rest is computed.
  ///
  /// - Throws: An encoding error.
  package func bytes() throws -> [UInt8] { Array((try JSONText.of(RunDocument(self)) + "\n").utf8) }

  /// Reads the output of ``bytes()`` from any bytes.
  ///
  /// - Parameter catalog: The subjects whose parts can be compared again.
  /// - Throws: ``SessionError`` without a path if the bytes aren't a report.
  package init(bytes: [UInt8], _ catalog: SubjectRegistry) throws(SessionError) {
    let document: RunDocument
    do {
      document = try JSONDecoder().decode(RunDocument.self, from: Data(bytes))
    } catch {
      throw SessionError("isn't a report of midirec test --report")
    }
    guard document.format == RunDocument.format else {
      throw SessionError("is a report of an unsupported version: \(document.format)")
    }
    guard let part = Shard(document.part, of: document.parts), Self.counts ~= document.sessions,
      Self.counts ~= document.notRun
    else {
      throw SessionError("doesn't state its part of a run")
    }
    guard document.invocation?.isPlausible != false else {
      throw SessionError("has an invalid start or duration")
    }
    var outcomes: [SessionOutcome] = []
    for outcome in document.outcomes {
      guard let outcome = outcome.outcome(catalog) else {
        throw SessionError("has an invalid outcome of \(outcome.session)".printable)
      }
      outcomes.append(outcome)
    }
    guard Set(outcomes.map(\.session)).count >= document.sessions else {
      throw SessionError("lacks the outcome of a session")
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

/// The outcome of one part of a session in a file.
struct OutcomeDocument: Codable {
  var session: String
  var subject: String?
  var verdict: String
  /// The exit code that the outcome causes.
  var code: Int32?
  /// The additional view: `piano`, or the number of cells of a grid.
  var view: String?
  /// The files of a result that differs, from which the difference is computed again.
  var files: PartFiles?
  /// A warning about the result.
  var remark: String?
  /// The time of the run in nanoseconds.
  var duration: Int64?
  /// The file that a failure concerns, and the line in it.
  var file: String?
  var line: Int?
  /// The tempos and time signatures of the recording, as a MIDI file in Base64.
  var meter: Data?
  /// Whether texts give positions in bars and beats.
  var beats: Bool?
  /// The run with a different result, and its file.
  var run: Int?
  var attempt: String?
  var reason: String?
  var details: [String]?

  /// A year, so that sums can't overflow.
  private static let longestDuration: Int64 = 365 * 86_400 * 1_000_000_000

  private static let views: [String: InstrumentView] = [
    "piano": .piano, "grid 200": .grid(.model200), "grid 128": .grid(.model128),
  ]

  init(_ outcome: SessionOutcome) {
    session = outcome.session
    subject = outcome.subject
    verdict = outcome.status.rawValue
    code = outcome.code
    remark = outcome.remark
    duration = outcome.duration.rawValue
    (file, line) = (outcome.place?.file, outcome.place?.line)
    view = Self.views.first { $0.value == outcome.style.view }?.key
    attempt = outcome.attempt
    switch outcome.verdict {
    case .passed, .different, .new: break
    case .unstable(let run, _): self.run = run
    case .failed(let reason, let details): (self.reason, self.details) = (reason, details)
    }
    guard outcome.judgment != nil else { return }
    files = outcome.files
    meter = outcome.style.meter.flatMap { try? Data($0.conductorTrack.encoded()) }
    beats = outcome.style.givesBeats ? true : nil
  }

  /// Returns the outcome, or `nil` if the document doesn't describe one.
  ///
  /// - Parameter catalog: The subjects whose parts can be compared again.
  func outcome(_ catalog: SubjectRegistry) -> SessionOutcome? {
    let judgment = files.flatMap { $0.judgment(catalog) }
    let verdict: SessionOutcome.Verdict
    switch SessionOutcome.Status(rawValue: self.verdict) {
    case .passed?: verdict = .passed
    case .new?: verdict = .new
    case .unstable?:
      guard let run else { return nil }
      verdict = .unstable(run: run, judgment: judgment)
    case .failed?:
      guard let reason else { return nil }
      verdict = .failed(reason: reason, details: details ?? [])
    case .different?:
      guard let judgment else { return nil }
      verdict = .different(judgment)
    case nil: return nil
    }
    var outcome = SessionOutcome(
      session: session, subject: subject, verdict: verdict, view: view.flatMap { Self.views[$0] })
    outcome.code = code
    outcome.files = files
    outcome.attempt = attempt
    outcome.style.meter = meter.flatMap { try? MIDIFile(decoding: Array($0)) }.flatMap(MeterMap.init)
    outcome.style.givesBeats = beats == true && outcome.style.meter != nil
    outcome.remark = remark
    outcome.duration = Nanoseconds(rawValue: min(max(duration ?? 0, 0), Self.longestDuration))
    outcome.place = file.map { ($0, line) }
    return outcome
  }
}
