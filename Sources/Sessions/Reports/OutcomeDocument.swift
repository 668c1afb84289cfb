internal import FoundationEssentials
internal import Instruments
internal import MIDICore
internal import MIDIFiles
internal import Timelines

/// The outcome of one part of a session in a file.
struct OutcomeDocument: Codable {
  /// The expected and the actual text, and the tolerances.
  struct Difference: Codable {
    var expected: String
    var actual: String
    var options: OptionsDocument
  }

  var session: String
  var subject: String?
  var verdict: String
  /// The exit code that the outcome causes.
  var code: Int32?
  /// The additional view: `piano`, or the number of cells of a grid.
  var view: String?
  var difference: Difference?
  var lines: [TextDocument.Change]?
  var artifact: ArtifactFilesDocument?
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

  init(_ outcome: SessionOutcome) {
    session = outcome.session
    subject = outcome.subject
    verdict = outcome.kind.rawValue
    code = outcome.code
    remark = outcome.remark
    duration = outcome.duration.rawValue
    (file, line) = (outcome.place?.file, outcome.place?.line)
    switch outcome.view {
    case .piano?: view = "piano"
    case .grid(let model)?: view = "grid \(model.rawValue)"
    case nil: break
    }
    attempt = outcome.attempt
    store(outcome.verdict, of: outcome)
  }

  private mutating func store(_ verdict: SessionOutcome.Verdict, of outcome: SessionOutcome) {
    switch verdict {
    case .passed, .new: break
    case .different(let comparison):
      guard let timelines = outcome.timelines else { break }
      meter = outcome.meter.flatMap { try? Data($0.conductorTrack.encoded()) }
      beats = outcome.givesBeats ? true : nil
      difference = Difference(
        expected: timelines.expected.text, actual: timelines.actual.text,
        options: OptionsDocument(comparison.options))
    case .differentText(let comparison):
      lines = comparison.changes.map(TextDocument.Change.init)
    case .differentArtifact: artifact = outcome.artifacts.map(ArtifactFilesDocument.init)
    case .unstable(let run, let difference):
      self.run = run
      if let difference { store(difference, of: outcome) }
    case .failed(let reason, let details): (self.reason, self.details) = (reason, details)
    }
  }

  /// Returns the outcome, or `nil` if the document doesn't describe one.
  ///
  /// - Parameter kinds: The artifacts that can be compared again.
  func outcome(artifacts kinds: [any Artifact.Type]) -> SessionOutcome? {
    guard let kind = SessionOutcome.Kind(rawValue: verdict) else { return nil }
    let verdict: SessionOutcome.Verdict
    var files: Compared?
    switch kind {
    case .passed: verdict = .passed
    case .new: verdict = .new
    case .unstable:
      guard let run else { return nil }
      files = compared(artifacts: kinds)
      verdict = .unstable(run: run, difference: files?.verdict)
    case .failed:
      guard let reason else { return nil }
      verdict = .failed(reason: reason, details: details ?? [])
    case .different:
      files = compared(artifacts: kinds)
      guard let found = files?.verdict else { return nil }
      verdict = found
    }
    let views: [String: InstrumentView] = [
      "piano": .piano, "grid 200": .grid(.model200), "grid 128": .grid(.model128),
    ]
    var outcome = SessionOutcome(
      session: session, subject: subject, verdict: verdict, view: view.flatMap { views[$0] })
    outcome.code = code
    outcome.timelines = files?.timelines
    outcome.artifacts = files?.artifacts
    outcome.attempt = attempt
    outcome.meter = meter.flatMap { try? MIDIFile(decoding: Array($0)) }.flatMap(MeterMap.init)
    outcome.givesBeats = beats == true && outcome.meter != nil
    outcome.remark = remark
    outcome.duration = Nanoseconds(rawValue: min(max(duration ?? 0, 0), Self.longestDuration))
    outcome.place = file.map { ($0, line) }
    return outcome
  }

  /// A verdict that was computed again, and its files.
  private struct Compared {
    var verdict: SessionOutcome.Verdict
    var timelines: ComparedTimelines?
    var artifacts: ArtifactFiles?
  }

  /// Compares the stored results again, or returns `nil` if there are none or they are invalid.
  private func compared(artifacts kinds: [any Artifact.Type]) -> Compared? {
    if let lines {
      let changes = lines.compactMap(\.change)
      guard changes.count == lines.count else { return nil }
      return Compared(verdict: .differentText(TextComparison(changes: changes)))
    }
    if let artifact {
      return artifact.compared(by: kinds).map {
        Compared(verdict: .differentArtifact($0.difference), artifacts: $0.files)
      }
    }
    return difference?.compared.map {
      Compared(verdict: .different($0.comparison), timelines: $0.timelines)
    }
  }
}

extension TextDocument.Change {
  /// The range of counts: larger numbers of lines don't fit into memory, and their sums can't overflow.
  private static let numbers = 1...Int(Int32.max)

  fileprivate var change: TextComparison.Change? {
    guard let kind = TextComparison.Change.Kind(rawValue: kind), Self.numbers ~= line else { return nil }
    return TextComparison.Change(kind, line: line, text: text)
  }
}

extension OutcomeDocument.Difference {
  /// The comparison, computed again.
  fileprivate var compared: (timelines: ComparedTimelines, comparison: Comparison)? {
    guard let expected = try? Timeline(text: Array(expected.utf8)),
      let actual = try? Timeline(text: Array(actual.utf8)), let options = options.options
    else { return nil }
    let comparison = Comparison(
      expected: Performance(expected), actual: Performance(actual), options: options)
    return (ComparedTimelines(expected: expected, actual: actual), comparison)
  }
}

/// The files of artifacts that differ, with their bytes in Base64.
struct ArtifactFilesDocument: Codable {
  var part: ArtifactKind
  var expected: Data
  var actual: Data
  var context: Data

  init(_ files: ArtifactFiles) {
    part = files.part
    (expected, actual, context) = (Data(files.expected), Data(files.actual), Data(files.context))
  }

  /// Returns the files and the result of their comparison, or `nil` if they can't be compared or don't differ.
  func compared(by kinds: [any Artifact.Type]) -> (files: ArtifactFiles, difference: any ArtifactDifference)?
  {
    let files = ArtifactFiles(
      part: part, expected: Array(expected), actual: Array(actual), context: Array(context))
    guard let kind = kinds.first(where: { $0.part == part }),
      case .different(let difference)? = try? kind.judgment(of: files)
    else { return nil }
    return (files, difference)
  }
}
