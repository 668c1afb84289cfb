import MIDICore
import SystemPackage
import TestSupport
import Testing
import Timelines

@testable import MIDIRecSessions
@testable import MIDIRecSystem

/// Subjects with several results: their comparison, and their failures.
@Suite struct ObservedPartsTests {
  let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  /// Runs a session with a scripted subject.
  private func run(
    repeatCount: Int = 1, isDeterministic: Bool = true, stop: StopToken? = nil,
    _ script: @escaping ScriptedSubject.Script
  ) throws -> SessionRunner.Report {
    let key = ScriptedSubject.add(script)
    let options = "{key: \(key), exact: \(isDeterministic), parts: [timeline, output, errors]}"
    try folder.makeSession("a", "subjects: {scripted: \(options)}")
    try folder.write("take.mid", in: "a", Samples.file(notesAt: [0, 500]))
    var runOptions = SessionRunner.Options()
    runOptions.catalog = SubjectRegistry([ScriptedSubject.self])
    runOptions.repeatCount = repeatCount
    return SessionRunner(runOptions).run(SessionSearch(in: [folder.path]).places, stop: stop)
  }

  private func words(_ report: SessionRunner.Report) -> [String] {
    report.results.flatMap(\.parts).map { "\($0.subject ?? "session"): \($0.verdict.word)" }
  }

  private static func texts(_ texts: [PartName: String]) -> SubjectObservation {
    SubjectObservation(timeline: nil, texts: texts)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.folder.bytes("a/\(name)"), as: UTF8.self)
  }

  @Test func partsHaveSeparateVerdictsAndExpectations() throws {
    try folder.write("scripted.output.expected.txt", in: "a", Array("one\ntwo\n".utf8))
    let report = try run { _, recording, _ in
      SubjectObservation(
        timeline: Timeline(recording),
        texts: [.errors: "oops\n", .output: "one\n2\n"])
    }
    #expect(words(report) == ["scripted: new", "scripted.output: different", "scripted.errors: new"])
    let comparison = try #require(report.results.first?.parts[1].judgment as? TextComparison)
    #expect(
      comparison.changes == [
        TextComparison.Change(.missing, line: 2, text: "two"),
        TextComparison.Change(.extra, line: 2, text: "2"),
      ])
    #expect(try text("scripted.output.pending.txt") == "one\n2\n")
    #expect(try text("scripted.errors.pending.txt") == "oops\n")
    #expect(try text("scripted.pending.txt").hasPrefix("midirec timeline"))
  }

  @Test func equalTextPassesAndDeletesPendingFile() throws {
    try folder.write("scripted.output.expected.txt", in: "a", Array("one\n".utf8))
    try folder.write("scripted.output.pending.txt", in: "a", Array("two\n".utf8))
    #expect(try words(run { _, _, _ in Self.texts([.output: "one\n"]) }) == ["scripted.output: passed"])
    #expect(try !folder.tree().contains("a/scripted.output.pending.txt"))
  }

  @Test func binaryExpectationIsReportedWithLine() throws {
    try folder.write("scripted.output.expected.txt", in: "a", Array("one\n".utf8) + [0xFF])
    let report = try run { _, _, _ in Self.texts([.output: "one\n"]) }
    let error = try #require(report.results.first?.parts.first?.error)
    #expect(error.kind == .badData)
    #expect(error.path.lastComponent == "scripted.output.expected.txt")
    #expect(error.line == 2)
  }

  @Test(arguments: [
    (SubjectFailure.Kind.unavailable, SessionError.Kind.unavailable), (.misbehaved, .misbehaved),
    (.lost, .lost),
  ])
  func failureIsReportedWithDetails(kind: SubjectFailure.Kind, expected: SessionError.Kind) throws {
    let report = try run { _, _, _ in throw SubjectFailure(kind, "crashed", details: ["one", "two"]) }
    let error = try #require(report.results.first?.parts.first?.error)
    #expect(words(report) == ["scripted: failed"])
    #expect(error.kind == expected)
    #expect(error.path == folder.path.appending("a").appending("session.yaml"))
    #expect(error.reason == "the subject \"scripted\": crashed")
    #expect(error.details == ["one", "two"])
    #expect(try folder.tree().filter { $0.hasSuffix("pending.txt") } == [])
  }

  @Test func failureInLaterRunNamesRun() throws {
    let report = try run(repeatCount: 5) { run, _, _ in
      if run == 3 { throw SubjectFailure(.misbehaved, "hung") }
      return Self.texts([.output: "same\n"])
    }
    let error = try #require(report.results.first?.parts.first?.error)
    #expect(error.reason == "the subject \"scripted\" in run 3: hung")
  }

  @Test func subjectWithoutResultsFails() throws {
    #expect(try words(run { _, _, _ in SubjectObservation(timeline: nil) }) == ["scripted: failed"])
  }

  @Test func stoppedSessionCountsAsNotRun() throws {
    let report = try run { _, _, _ in throw SubjectFailure(.stopped, "stopped") }
    #expect(report.results.isEmpty)
    #expect(report.notRunCount == 1)
    #expect(report.isInterrupted)
  }

  @Test func subjectGetsFolderAndStopToken() throws {
    let stop = try #require(StopToken())
    let folder = folder.path.appending("a")
    // A stopped run doesn't wait for the comparison, so the report can lack the session.
    _ = try run(stop: stop) { _, _, context in
      context.stop?.requestStop()
      #expect(context.folder == folder)
      return Self.texts([.output: "x"])
    }
    #expect(stop.isStopRequested)
  }

  @Test func earlierStopRequestPreventsRun() throws {
    let stop = try #require(StopToken())
    stop.requestStop()
    #expect(try run(stop: stop) { _, _, _ in Self.texts([.output: "x"]) }.isInterrupted)
  }

  @Test func onlyVaryingPartIsUnstable() throws {
    let report = try run(repeatCount: 4) { run, _, _ in
      Self.texts([.output: "same\n", .errors: run == 3 ? "other\n" : "same\n"])
    }
    #expect(words(report) == ["scripted.output: new", "scripted.errors: unstable"])
    guard case .unstable(let run, _)? = report.results.first?.parts.last?.verdict else { return }
    #expect(run == 3)
    #expect(try folder.tree().filter { $0.hasSuffix("pending.txt") } == ["a/scripted.output.pending.txt"])
  }

  @Test func partOfLaterRunIsUnstable() throws {
    let report = try run(repeatCount: 2) { run, _, _ in
      run == 1 ? Self.texts([.output: "a"]) : Self.texts([.output: "a", .errors: "b"])
    }
    #expect(words(report) == ["scripted.output: new", "scripted.errors: unstable"])
  }

  private static func take(
    notesAt milliseconds: [Int64], droppingLast count: Int = 0
  ) throws -> SubjectObservation {
    var observation = SubjectObservation(timeline: nil)
    let bytes = Array(try Samples.file(notesAt: milliseconds).dropLast(count))
    observation.parts[.file] = try TimelinePart(take: bytes, named: "out.mid")
    return observation
  }

  @Test func writtenTakeIsComparedWithinTolerance() throws {
    let report = try run { _, _, _ in try Self.take(notesAt: [0, 500]) }
    #expect(words(report) == ["scripted.file: new"])
    #expect(try text("scripted.file.pending.txt").hasPrefix("midirec timeline 1\nsource"))
    try ExpectationFile.pending(in: folder.path.appending("a"))[0].accept()
    let late = try run { _, _, _ in try Self.take(notesAt: [0, 504]) }
    #expect(words(late) == ["scripted.file: passed"])
    let later = try run { _, _, _ in try Self.take(notesAt: [0, 506]) }
    let comparison = try #require(later.results.first?.parts.first?.judgment as? Comparison)
    #expect(comparison.differences.count == 1)
  }

  @Test func damagedTakeHasRemark() throws {
    let report = try run { _, _, _ in try Self.take(notesAt: [0], droppingLast: 4) }
    let remark = try #require(report.results.first?.parts.first?.remark)
    #expect(remark.hasPrefix("out.mid: 2 violations repaired while reading: byte "))
    let intact = try run { _, _, _ in try Self.take(notesAt: [0]) }
    #expect(intact.results.first?.parts.first?.remark == nil)
  }

  @Test(arguments: [
    ([UInt8](), "byte 0: expected a Standard MIDI File, which begins with MThd, found an empty file"),
    (
      Array("MThd".utf8),
      "byte 4: expected a header chunk of 14 bytes, found the end of the file after 4 bytes"
    ),
  ])
  func unreadableTakeIsReported(bytes: [UInt8], reason: String) {
    let failure = #expect(throws: SubjectFailure.self) { _ = try TimelinePart(take: bytes, named: "out.mid") }
    #expect(failure?.reason == "wrote \"out.mid\", which can't be read: \(reason)")
  }

  @Test func takeInsteadOfTextIsDifferentText() throws {
    try folder.write("scripted.file.expected.txt", in: "a", Array("one\n".utf8))
    let report = try run { _, _, _ in try Self.take(notesAt: [0]) }
    let part = try #require(report.results.first?.parts.first)
    #expect(part.judgment is TextComparison)
    #expect(part.remark == "the expected file is a text, but the actual one is a Standard MIDI File")
    try ExpectationFile.pending(in: folder.path.appending("a"))[0].accept()
    let back = try run { _, _, _ in Self.texts([.file: "one\n"]) }.results.first?.parts.first
    #expect(back?.remark == "the expected file is a Standard MIDI File, but the actual one is a text")
    #expect(back?.verdict.word == "different")
  }

  /// The tolerance is 5 ms.
  @Test(arguments: [(Int64(4), true, "unstable"), (4, false, "new"), (6, false, "unstable")])
  func realTimeRunsAreComparedWithinTolerance(late: Int64, isDeterministic: Bool, word: String) throws {
    let report = try run(repeatCount: 2, isDeterministic: isDeterministic) { run, recording, _ in
      var messages = recording.messagesInOrder
      for index in messages.indices where run == 2 && index > 0 {
        messages[index].time += .milliseconds(late)
      }
      return SubjectObservation(timeline: Timeline(Recording(tracks: [Recording.Track(messages: messages)])))
    }
    #expect(words(report) == ["scripted: \(word)"])
  }
}
