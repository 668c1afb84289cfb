internal import FoundationEssentials
internal import Instruments
internal import MIDICore
internal import MIDIFiles

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
