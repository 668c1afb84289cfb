import Foundation
import MIDICore
import MIDIRecSessions
import MIDIRecSystem
import MIDIRecTesting
import TestSupport
import Testing
import Timelines

/// The issues that session expectations record in Swift Testing. The example package of the scripts' tests covers
/// XCTest.
@Suite struct ExpectSessionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Creates a session `scale` with two notes, a semitone apart.
  private func makeSession(_ text: String? = "subjects: [notes]\n") throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("scale"), withIntermediateDirectories: true)
    try folder.write(try Samples.file(notesAt: [0, 500]), to: "scale/take.mid")
    if let text { try folder.write(Array(text.utf8), to: "scale/session.yaml") }
  }

  /// Writes a subject's expected result.
  private func expect(_ subject: String, _ change: (String) -> String = { $0 }) throws {
    let recording = try Samples.recording(folder.path("scale/take.mid"))
    let timeline =
      subject == "octave"
      ? try OctaveSubject(SubjectOptions([])).timeline(of: recording) : Timeline(recording)
    try folder.write(Array(change(timeline.text).utf8), to: "scale/\(subject).expected.txt")
  }

  @Test func passingSessionRecordsNoIssue() async throws {
    try makeSession()
    try expect("notes")
    await expectSession(folder.path("scale"))
  }

  @Test func differencesAreReportedAtLineOfCall() async throws {
    try makeSession()
    try expect("notes") { $0.replacing("velocity 100", with: "velocity 90") }
    let line = #line + 1
    let issues = await recordedIssues { await expectSession(folder.path("scale")) }
    #expect(issues.map(\.line) == [line])
    let lines = issues[0].text.split(separator: "\n").map(String.init)
    #expect(lines.first == "scale: different: 2 wrong velocity")
    #expect(lines.dropFirst().prefix(2).allSatisfy { $0.hasPrefix("    ") && $0.contains("channel 1") })
  }

  @Test(.enabled(if: !ProcessEnvironment.isContinuousIntegration, "CI is set, so no files are written"))
  func failureShowsHowToAccept() async throws {
    try makeSession()
    let issues = await recordedIssues { await expectSession(folder.path("scale")) }
    let lines = try #require(issues.first).text.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "scale: new: no expected result yet", "Pending: \(folder.path("scale/notes.pending.txt"))",
        "To accept it: midirec accept \(folder.path("scale"))",
      ])
    let result = try await Program.midirec("accept", folder.path("scale"))
    #expect(result.status == 0, "\(result.errors)")
    await expectSession(folder.path("scale"))
  }

  @Test(.enabled(if: !ProcessEnvironment.isContinuousIntegration, "CI is set, so no files are written"))
  func printedCommandAcceptsResultOfTestSubject() async throws {
    try makeSession(nil)
    let issues = await recordedIssues {
      await expectSession(folder.path("scale"), subject: OctaveSubject.self)
    }
    let last = try #require(issues.first?.text.split(separator: "\n").last)
    let command = try #require(last.split(separator: "To accept it: ").last)
    let line = String(command.replacing("midirec accept", with: "'\(TestEnvironment.midirec)' accept"))
    #expect(try await Program.run("sh", ["-c", line]).status == 0)
    let text = String(decoding: try folder.bytes("scale/octave.expected.txt"), as: UTF8.self)
    #expect(text.contains("note C5 72 sounding velocity 100"))
    await expectSession(folder.path("scale"), subject: OctaveSubject.self)
  }

  @Test func testSubjectRunsAloneWithOptions() async throws {
    try makeSession("subjects:\n  - notes\n  - octave: {semitones: 1}\n")
    try expect("octave")
    let issues = await recordedIssues {
      await expectSession(folder.path("scale"), subject: OctaveSubject.self)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.text.contains("(octave): different: 2 ") == true, "\(issues)")
  }

  @Test(.enabled(if: !ProcessEnvironment.isContinuousIntegration, "CI is set, so no files are written"))
  func recordingInTestNeedsNoFolder() async throws {
    let note = TimedMessage(time: .zero, message: .noteOn(channel: .number(1), note: 60, velocity: 100))
    let recording = Recording(tracks: [.init(messages: [note], end: .seconds(1))])
    let issues = await recordedIssues {
      await expectSession(folder.path("high/c"), playing: recording, subject: OctaveSubject.self)
    }
    #expect(issues.first?.text.contains("(octave): new: no expected result yet") == true)
    let text = String(decoding: try folder.bytes("high/c/octave.pending.txt"), as: UTF8.self)
    #expect(text.contains("0.000000 1 1 note C5 72 sounding velocity 100\n"))
    let accepted = try await Program.midirec("accept", folder.path("high"))
    #expect(accepted.status == 0, "\(accepted.errors)")
    await expectSession(folder.path("high/c"), playing: recording, subject: OctaveSubject.self)
  }

  @Test func registeredSubjectsCanBeNamed() async throws {
    try makeSession("subjects: [notes, octave]\n")
    try expect("notes")
    try expect("octave")
    await expectSession(
      folder.path("scale"), subjects: SubjectRegistry([NotesSubject.self, OctaveSubject.self]))
    let issues = await recordedIssues { await expectSession(folder.path("scale")) }
    #expect(issues.first?.text.contains("unknown subject \"octave\"") == true, "\(issues)")
  }

  @Test func invalidSessionIsReported() async throws {
    try makeSession("subjects: [nots]\n")
    let issues = await recordedIssues {
      await expectSession(folder.path("scale"))
      await expectSession(folder.path("nowhere"))
    }
    #expect(issues.map(\.text).count == 2)
    #expect(
      issues.first?.text.hasSuffix("session.yaml:1: unknown subject \"nots\"; did you mean \"notes\"?")
        == true)
    #expect(issues.last?.text.contains("nowhere") == true)
  }

  @Test func canceledTestFails() async throws {
    try makeSession()
    try expect("notes")
    let path = folder.path("scale")
    let issues = await recordedIssues {
      await withTaskGroup { group in
        group.addTask { await expectSession(path) }
        group.cancelAll()
      }
    }
    #expect(issues.map(\.text) == ["\(path): the test was canceled before the run ended"])
  }

  @Test func concurrentExpectationsPass() async throws {
    try makeSession()
    try expect("octave")
    let path = folder.path("scale")
    await withTaskGroup { group in
      for _ in 1...200 { group.addTask { await expectSession(path, subject: OctaveSubject.self) } }
    }
  }
}
