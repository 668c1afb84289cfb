import Foundation
import Instruments
import MIDICore
import MIDIRecReports
import TestSupport
import Testing
import Timelines

@testable import MIDIRecSessions

/// Report files of parts of a run, and their merge.
@Suite struct RunReportTests {
  private static func part(_ number: Int, _ count: Int, _ outcomes: [SessionOutcome] = []) throws -> RunReport
  {
    RunReport(
      part: try #require(Shard(number, of: count)), outcomes: outcomes, sessionCount: outcomes.count)
  }

  private static func failed(_ session: String, _ code: Int32) -> SessionOutcome {
    var outcome = SessionOutcome(
      session: session, subject: nil, verdict: .failed(reason: "why", details: ["a"]))
    outcome.code = code
    return outcome
  }

  private static func timeline(_ times: [Int]) throws -> Timeline {
    let notes = times.map {
      "\($0).000000 1 1 note C4 60 sounding velocity 100\n\($0).500000 1 1 note C4 60 released\n"
    }
    let text = "midirec timeline 1\nsource 1 \"é\\u{1}\"\n\(notes.joined())9.000000 end\n"
    return try Timeline(text: Array(text.utf8))
  }

  /// Returns a difference with its files.
  private static func different(_ options: Comparison.Options = .init(alignsStart: false)) throws
    -> SessionOutcome
  {
    let (expected, actual) = (try timeline([0, 2, 4]), try timeline([0, 5]))
    let comparison = Comparison(
      expected: Performance(expected), actual: Performance(actual), options: options)
    var outcome = SessionOutcome(
      session: "different", subject: "grid", verdict: .different(comparison), view: .grid(.model128))
    outcome.files = PartFiles(
      .timeline, expected: Array(expected.text.utf8), actual: Array(actual.text.utf8),
      context: options)
    return outcome
  }

  private static func ofEachKind() throws -> [SessionOutcome] {
    [
      try different(),
      failed("failed", 65),
      SessionOutcome(session: "new", subject: "notes", verdict: .new),
      SessionOutcome(session: "passed", subject: "piano", verdict: .passed, view: .piano),
      differentText,
      try unstable(),
    ]
  }

  private static var differentText: SessionOutcome {
    let (expected, actual) = ("a\nb\u{0}\n", "a\nc\n")
    var outcome = SessionOutcome(
      session: "text", subject: "program.output",
      verdict: .different(TextComparison(expected: expected, actual: actual)))
    outcome.files = PartFiles(
      .output, expected: Array(expected.utf8), actual: Array(actual.utf8), context: nil as Never?)
    return outcome
  }

  private static func unstable() throws -> SessionOutcome {
    let difference = try different()
    var outcome = SessionOutcome(
      session: "unstable", subject: "notes", verdict: .unstable(run: 7, judgment: difference.judgment))
    outcome.files = difference.files
    outcome.attempt = "unstable/notes.unstable.txt"
    return outcome
  }

  /// Returns all reports of outcomes.
  private static func texts(_ outcomes: [SessionOutcome]) throws -> [[UInt8]] {
    [
      Array(outcomes.text().utf8), Array(outcomes.junitReport.utf8),
      Array(try JSONText.of(SessionsDocument(outcomes)).utf8),
    ] + outcomes.pages().flatMap { [Array($0.name.utf8), $0.bytes] }
  }

  @Test func storedReportGivesSameReports() throws {
    var report = try Self.part(2, 3, try Self.ofEachKind())
    report.notRunCount = 4
    report.isInterrupted = true
    report.searchCode = 66
    report.writeCode = 73
    let read = try RunReport(bytes: try report.bytes(), .notes)
    #expect(try Self.texts(read.outcomes) == Self.texts(Self.ofEachKind()))
    #expect(read.part == report.part)
    #expect(read.sessionCount == 6)
    #expect(read.notRunCount == 4)
    #expect(read.isInterrupted)
    #expect(read.searchCode == 66)
    #expect(read.writeCode == 73)
    #expect(try read.bytes() == report.bytes())
  }

  /// Bars of 3/4 and, from bar 3 on, of 6/8 at a slower tempo.
  private static let beats = BeatGrid(
    tempoMap: TempoMap(
      division: .ticksPerQuarter(96), tempos: [(Ticks(rawValue: 576), microsecondsPerQuarter: 600_001)]),
    ticksPerQuarter: 96,
    meters: [
      BeatGrid.Meter(start: .zero, lengthOfBar: 3 * 4 * 96, unit: 4),
      BeatGrid.Meter(start: Ticks(rawValue: 576), lengthOfBar: 6 * 4 * 96, unit: 8),
    ])

  @Test(arguments: [true, false]) func comparisonOptionsArePreserved(alignsStart: Bool) throws {
    let ratio = try #require(Ratio(1, over: 3))
    let channels = try [
      #require(Channel(number: 1)): #require(Channel(number: 2)),
      #require(Channel(number: 3)): #require(Channel(number: 1)),
    ]
    let options = Comparison.Options(
      onsetTolerance: .microseconds(1500), offsetTolerance: .milliseconds(7), offsetRatio: ratio,
      velocityTolerance: 3, valueTolerance: 4, channels: channels, alignsStart: alignsStart,
      followsTempo: !alignsStart, findsPassages: alignsStart, beats: alignsStart ? Self.beats : nil)
    let read = try RunReport(bytes: try Self.part(1, 1, [try Self.different(options)]).bytes(), .notes)
    let comparison = try #require(read.outcomes.first?.judgment as? Comparison)
    #expect(comparison.options == options)
  }

  @Test func partsMergeInAnyOrder() throws {
    let kinds = try Self.ofEachKind()
    let parts = [
      ("2", try Self.part(2, 2, [kinds[1], kinds[3]])),
      (
        "1",
        try Self.part(1, 2, [kinds[0], kinds[2], kinds[4], kinds[5]])
      ),
    ]
    let whole = try RunReport(merging: parts)
    #expect(whole.part == .whole)
    #expect(whole.sessionCount == 6)
    #expect(try Self.texts(whole.outcomes) == Self.texts(Self.ofEachKind()))
  }

  @Test func mergedInvocationLastsFromFirstStartToLastResult() throws {
    func invocation(start: Double, seconds: Int64, version: String) -> RunInvocation {
      RunInvocation(
        start: Date(timeIntervalSince1970: start), duration: .seconds(seconds), command: "midirec test",
        version: version)
    }
    var (late, early) = (try Self.part(1, 2), try Self.part(2, 2))
    late.invocation = invocation(start: 1_795_707_022.5, seconds: 30, version: "2")
    early.invocation = invocation(start: 1_795_707_012, seconds: 35, version: "1")
    let read = try [late, early].map { try RunReport(bytes: try $0.bytes(), .notes) }
    #expect(read.map(\.invocation) == [late.invocation, early.invocation])
    let whole = try #require(try RunReport(merging: [("1", read[0]), ("2", read[1])]).invocation)
    #expect(whole.startText == "2026-11-26 15:30:12 UTC")
    #expect(whole.duration == .milliseconds(40_500))
    #expect(whole.version == "1, 2")
  }

  @Test(arguments: [(-1, 0), (1e300, 0), (0, -1), (0, 40_000_000)] as [(Double, Int64)])
  func implausibleInvocationIsRejected(start: Double, seconds: Int64) throws {
    var part = try Self.part(1, 1)
    part.invocation = RunInvocation(
      start: Date(timeIntervalSince1970: start), duration: .seconds(seconds), command: "", version: "")
    let bytes = try part.bytes()
    #expect(throws: SessionError.self) { _ = try RunReport(bytes: bytes, .notes) }
  }

  @Test func contextOfComparisonHasSortedKeys() throws {
    let context = try #require(try Self.different().files).context
    #expect(String(decoding: context, as: UTF8.self).hasPrefix(#"{"alignsStart":false,"channels":[],"fin"#))
  }

  @Test func firstFailureDecidesExitCode() throws {
    let passed = SessionOutcome(session: "a", subject: "notes", verdict: .passed)
    let new = SessionOutcome(session: "b", subject: "notes", verdict: .new)
    #expect(RunReport(outcomes: [passed], sessionCount: 1).exitCode == 0)
    #expect(RunReport(outcomes: [], sessionCount: 0).exitCode == 0)
    #expect(RunReport(outcomes: [passed, new], sessionCount: 2).exitCode == 1)
    let failed = [Self.failed("d", 65), new, Self.failed("c", 69)]
    #expect(RunReport(outcomes: failed, sessionCount: 3).exitCode == 69)
    #expect(RunReport(outcomes: failed, sessionCount: 3, searchCode: 66, writeCode: 73).exitCode == 66)
    #expect(RunReport(outcomes: [new], sessionCount: 1, writeCode: 73).exitCode == 73)
  }

  @Test func partsOfDifferentRunsAreRejected() throws {
    func fault(_ parts: (String, Int, Int)...) throws -> String {
      let reports = try parts.map { ($0.0, try Self.part($0.1, $0.2)) }
      return try #require(throws: SessionError.self) { _ = try RunReport(merging: reports) }
        .description
    }
    #expect(try fault(("a", 1, 3), ("c", 3, 3)) == "part 2/3 is missing")
    #expect(try fault(("c", 3, 3)) == "parts 1/3, 2/3 are missing")
    #expect(try fault(("a", 1, 2), ("b", 1, 2)) == "part 1/2 is duplicated: a and b")
    #expect(
      try fault(("a", 1, 2), ("b", 2, 3)) == "the parts are from different runs: a is part 1/2, b is part 2/3"
    )
    #expect(try fault(("a", 1, 20)).hasSuffix("11/20, … are missing"))
    #expect(try fault() == "no parts to merge")
  }

  @Test(arguments: [
    "", "{}", "[]", "{\"format\": \"midirec run 2\"}", "nonsense", "{\"outcomes\": []}",
    String(repeating: "[", count: 100_000),
  ])
  func otherFileIsRejected(text: String) throws {
    let error = try #require(throws: SessionError.self) {
      _ = try RunReport(bytes: Array(text.utf8), .notes)
    }
    #expect(error.description == "isn't a report of midirec test --report")
  }

  @Test func unsupportedVersionIsReported() throws {
    let text = String(decoding: try Self.part(1, 1).bytes(), as: UTF8.self)
    let other = text.replacing("midirec run 4", with: "midirec run 5")
    let error = try #require(throws: SessionError.self) {
      _ = try RunReport(bytes: Array(other.utf8), .notes)
    }
    #expect(error.description == "is a report of an unsupported version: midirec run 5")
  }

  @Test(arguments: [
    ("\"part\" : 1", "\"part\" : 0"), ("\"parts\" : 1", "\"parts\" : 99999"),
    ("\"sessions\" : 6", "\"sessions\" : -6"), ("\"notRun\" : 0", "\"notRun\" : -1"),
    ("\"verdict\" : \"new\"", "\"verdict\" : \"old\""),
    ("\"name\" : \"output\"", "\"name\" : \"sound\""), ("\"run\" : 7,", ""),
    ("\"actual\" : \"", "\"actual\" : \"AAAA"), ("\"files\" : {", "\"others\" : {"),
    ("\"sessions\" : 6", "\"sessions\" : 9223372036854775807"),
  ])
  func invalidValueIsRejected(old: String, new: String) throws {
    let text = String(decoding: try Self.part(1, 1, try Self.ofEachKind()).bytes(), as: UTF8.self)
    let changed = text.replacing(old, with: new)
    #expect(changed != text)
    #expect(throws: SessionError.self) { _ = try RunReport(bytes: Array(changed.utf8), .notes) }
  }

  /// A file or a context that can't be read, or files that are equal.
  @Test(arguments: [
    ("midirec timeline 1", "midirec timeline 7"), ("\"onset\":5000000", "\"onset\":9223372036854775807"),
    ("\"velocity\":0", "\"velocity\":-1"), ("\"channels\":[]", "\"channels\":[[1,17]]"), ("b\u{0}\n", "c\n"),
  ])
  func invalidFileIsRejected(old: String, new: String) throws {
    func changed(_ data: Data) -> String {
      Data(String(decoding: data, as: UTF8.self).replacing(old, with: new).utf8).base64EncodedString()
    }
    var outcomes = try Self.ofEachKind()
    for index in outcomes.indices {
      guard let files = outcomes[index].files else { continue }
      let texts = [
        "name": files.name.rawValue, "expected": changed(files.expected), "actual": changed(files.actual),
        "context": changed(files.context),
      ]
      outcomes[index].files = try JSONDecoder().decode(PartFiles.self, from: JSONEncoder().encode(texts))
    }
    let bytes = try Self.part(1, 1, outcomes).bytes()
    #expect(throws: SessionError.self) { _ = try RunReport(bytes: bytes, .notes) }
  }

  @Test func anyChangedByteIsHandled() throws {
    var random = SeededGenerator(seed: 75)
    let bytes = try Self.part(1, 1, try Self.ofEachKind()).bytes()
    for _ in 0..<500 {
      var changed = bytes
      changed[Int.random(in: changed.indices, using: &random)] = .random(in: 0...255, using: &random)
      guard let read = try? RunReport(bytes: changed, .notes) else { continue }
      #expect(!read.outcomes.text().isEmpty)
    }
  }
}
