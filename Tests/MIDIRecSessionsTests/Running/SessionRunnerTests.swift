import MIDICore
import SystemPackage
import TestSupport
import Testing
import Timelines

@testable import MIDIRecSessions
@testable import MIDIRecSystem

@Suite struct SessionRunnerTests {
  let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  /// Creates a session, and the expectation of the same notes at given times.
  private func makeSession(
    _ name: String, notesAt times: [Int64], expectedAt expected: [Int64]? = nil, _ text: String = "{}"
  ) throws {
    try folder.makeSession(name, text)
    try folder.write("take.mid", in: name, Samples.file(notesAt: times))
    guard let expected else { return }
    try folder.write("expected.take", in: name, Samples.file(notesAt: expected))
    let timeline = Timeline(try Samples.recording(folder.folder.path("\(name)/expected.take")))
    try folder.folder.remove("\(name)/expected.take")
    try folder.write("notes.expected.txt", in: name, Array(timeline.text.utf8))
  }

  private func run(
    _ options: SessionRunner.Options = SessionRunner.Options(),
    _ selection: SessionSelection = SessionSelection()
  ) -> SessionRunner.Report {
    SessionRunner(options).run(SessionSearch(in: [folder.path]).places, selection)
  }

  private func verdicts(_ report: SessionRunner.Report) -> [String] {
    report.results.flatMap { result in result.parts.map { "\(result.place.name): \($0.verdict.word)" } }
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.folder.bytes(name), as: UTF8.self)
  }

  @Test func expectedResultPasses() throws {
    try makeSession("a", notesAt: [0, 500], expectedAt: [0, 500])
    #expect(verdicts(run()) == ["a: passed"])
    #expect(try folder.tree() == ["a", "a/notes.expected.txt", "a/session.yaml", "a/take.mid"])
  }

  @Test func emptyResultOfSilentRecordingPassesWithRemark() throws {
    try makeSession("a", notesAt: [], expectedAt: [])
    let silence = "take.mid has no notes and no controllers"
    #expect(verdicts(run()) == ["a: passed"])
    #expect(run().results[0].parts[0].remark == silence)
    try folder.folder.remove("a/notes.expected.txt")
    var options = SessionRunner.Options()
    options.update = .new
    #expect(run(options).results[0].parts[0].remark == "accepted as the first result; \(silence)")
  }

  @Test func resultWithoutExpectationIsNewAndPending() throws {
    try makeSession("a", notesAt: [0])
    #expect(verdicts(run()) == ["a: new"])
    let recording = try Samples.recording(folder.folder.path("a/take.mid"))
    #expect(try text("a/notes.pending.txt") == Timeline(recording).text)
  }

  /// Returns the verdicts of two sessions of one message, with and without a tolerance.
  private func verdicts(
    of played: Message, where expected: Message, _ tolerance: String
  ) throws -> [String] {
    for (name, text) in [("strict", "{}\n"), ("wide", tolerance)] {
      try makeSession(name, notesAt: [], text)
      try folder.write("take.mid", in: name, Samples.file([(0, expected)]))
      let timeline = Timeline(try Samples.recording(folder.folder.path("\(name)/take.mid")))
      try folder.write("notes.expected.txt", in: name, Array(timeline.text.utf8))
      try folder.write("take.mid", in: name, Samples.file([(0, played)]))
    }
    return verdicts(run())
  }

  @Test func velocityToleranceIsApplied() throws {
    let verdicts = try verdicts(
      of: .noteOn(channel: .number(1), note: 60, velocity: 100),
      where: .noteOn(channel: .number(1), note: 60, velocity: 90),
      "tolerance: {velocity: 10}")
    #expect(verdicts == ["strict: different", "wide: passed"])
  }

  @Test func controllerToleranceIsApplied() throws {
    let verdicts = try verdicts(
      of: .controlChange(channel: .number(1), controller: 7, value: 100),
      where: .controlChange(channel: .number(1), controller: 7, value: 90), "tolerance: {value: 10}")
    #expect(verdicts == ["strict: different", "wide: passed"])
  }

  @Test func channelsCanBeMapped() throws {
    let verdicts = try verdicts(
      of: .noteOn(channel: .number(2), note: 60, velocity: 100),
      where: .noteOn(channel: .number(1), note: 60, velocity: 100),
      "channel-map: {1: 2}")
    #expect(verdicts == ["strict: different", "wide: passed"])
  }

  @Test func tempoCanBeFollowed() throws {
    for (name, text) in [("start", "follow: false\n"), ("follow", "follow: true\n")] {
      try makeSession(name, notesAt: [0, 500, 1000, 1500], expectedAt: [0, 400, 900, 1300], text)
    }
    #expect(verdicts(run()) == ["follow: passed", "start: different"])
  }

  @Test func differentResultIsPending() throws {
    try makeSession("a", notesAt: [0, 500], expectedAt: [0, 500, 3000])
    let expected = try text("a/notes.expected.txt")
    let report = run()
    #expect(verdicts(report) == ["a: different"])
    let comparison = try #require(report.results.first?.parts.first?.judgment as? Comparison)
    #expect(comparison.expected.notes.count == 3)
    #expect(comparison.actual.notes.count == 2)
    #expect(try text("a/notes.expected.txt") == expected)
    #expect(
      try text("a/notes.pending.txt").split(separator: "\n").count(where: { $0.contains("sounding") }) == 2)
  }

  @Test func resultWithinRunTolerancePassesWithoutFile() throws {
    try makeSession("a", notesAt: [0, 504], expectedAt: [0, 500])
    #expect(verdicts(run()) == ["a: passed"])
    #expect(try folder.tree() == ["a", "a/notes.expected.txt", "a/session.yaml", "a/take.mid"])
  }

  /// Accepting then doesn't rewrite passed entries.
  @Test func pendingFileKeepsExpectedEntriesWithinTolerance() throws {
    try makeSession(
      "a", notesAt: [0, 504, 1003, 1998, 2502], expectedAt: [0, 500, 1000, 2000, 2500, 4000])
    #expect(verdicts(run()) == ["a: different"])
    let expected = try text("a/notes.expected.txt").split(separator: "\n")
    let pending = try text("a/notes.pending.txt").split(separator: "\n")
    #expect(pending.dropLast() == expected.dropLast(3))
    try #require(ExpectationFile(subject: "notes", in: folder.path.appending("a"))).accept()
    #expect(verdicts(run()) == ["a: passed"])
  }

  @Test func sessionToleranceOverridesRun() throws {
    try makeSession(
      "strict", notesAt: [0, 504], expectedAt: [0, 500], "tolerance: {onset: 3ms, offset: 3ms}")
    try makeSession(
      "wide", notesAt: [0, 520], expectedAt: [0, 500], "tolerance: {onset: 20ms, offset: 20ms}")
    #expect(verdicts(run()) == ["strict: different", "wide: passed"])
  }

  @Test func passingResultDeletesPendingFile() throws {
    try makeSession("a", notesAt: [0], expectedAt: [0])
    try folder.write("notes.pending.txt", in: "a", [1, 2, 3])
    #expect(verdicts(run()) == ["a: passed"])
    #expect(try folder.tree() == ["a", "a/notes.expected.txt", "a/session.yaml", "a/take.mid"])
  }

  @Test func pendingFilesCanBeKept() throws {
    try makeSession("different", notesAt: [0], expectedAt: [0, 3000])
    try makeSession("new", notesAt: [0])
    try makeSession("passed", notesAt: [0], expectedAt: [0])
    try folder.write("notes.pending.txt", in: "passed", [1, 2, 3])
    let tree = try folder.tree()
    var options = SessionRunner.Options()
    options.writesPending = false
    #expect(verdicts(run(options)) == ["different: different", "new: new", "passed: passed"])
    #expect(try folder.tree() == tree)
  }

  @Test func writeErrorIsReportedWithVerdict() throws {
    try makeSession("a", notesAt: [0])
    try folder.makeFolder("a/notes.pending.txt")
    let report = run()
    #expect(verdicts(report) == ["a: new"])
    #expect(report.results.first?.writeErrors.map(\.errno) == [.isDirectory])
  }

  @Test func resultsAreSortedByNameWithAnyJobCount() throws {
    for number in 0..<40 {
      try makeSession("s\(number)", notesAt: [0], expectedAt: number % 3 == 0 ? [0] : nil)
    }
    let names = (0..<40).map { "s\($0)" }.sorted()
    for jobs in [1, 2, 8] {
      var options = SessionRunner.Options()
      options.jobs = jobs
      let report = run(options)
      #expect(report.results.map(\.place.name) == names)
      #expect(report.results.count(where: \.isPassed) == 14)
    }
  }

  @Test func failFastIsReproducible() throws {
    for number in 10..<40 { try makeSession("s\(number)", notesAt: [0], expectedAt: number < 20 ? [0] : nil) }
    for jobs in [1, 8] {
      var options = SessionRunner.Options()
      options.stopsAtFirst = true
      options.jobs = jobs
      let report = run(options)
      #expect(report.results.map(\.place.name) == (10...20).map { "s\($0)" })
      #expect(report.notRunCount == 19)
      #expect(!report.isInterrupted)
      // A session that ran at the same time leaves no pending file.
      #expect(try folder.tree().filter { $0.hasSuffix("pending.txt") } == ["s20/notes.pending.txt"])
    }
  }

  @Test func stoppedRunCountsMissingSessions() throws {
    for number in 0..<9 { try makeSession("s\(number)", notesAt: [0], expectedAt: [0]) }
    let stop = try #require(StopToken())
    stop.requestStop()
    let report = SessionRunner().run(SessionSearch(in: [folder.path]).places, stop: stop)
    #expect(report.results.isEmpty)
    #expect(report.notRunCount == 9)
    #expect(report.isInterrupted)
  }

  @Test func onlySelectedSessionsRun() throws {
    try makeSession("a", notesAt: [0], expectedAt: [0], "tags: [slow]")
    try makeSession("b", notesAt: [0], expectedAt: [0], "tags: [fast]")
    try makeSession("c", notesAt: [0], expectedAt: [0], "tags: [slow]")
    #expect(verdicts(run(.init(), SessionSelection(tags: ["slow"]))) == ["a: passed", "c: passed"])
    #expect(verdicts(run(.init(), SessionSelection(patterns: [NamePattern("b")]))) == ["b: passed"])
  }

  @Test func unreadableSessionCountsAsTagged() throws {
    try makeSession("a", notesAt: [0], expectedAt: [0], "tags: [slow]")
    try makeSession("b", notesAt: [0], expectedAt: [0], "tgas: [slow]")
    #expect(verdicts(run(.init(), SessionSelection(tags: ["slow"]))) == ["a: passed", "b: failed"])
  }

  @Test func repairsOfRecordingAreCounted() throws {
    try makeSession("a", notesAt: [0, 500], expectedAt: nil)
    let bytes = try folder.folder.bytes("a/take.mid")
    try folder.write("take.mid", in: "a", bytes.dropLast(2))
    let repairs = try #require(run().results.first?.repairs)
    #expect(repairs.path == folder.path.appending("a").appending("take.mid"))
    #expect(repairs.count > 0)
  }
}
