import MIDICore
import MIDIRecSessions
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecTesting

/// Several calls with one expectation.
@Suite struct SharedExpectationTests {
  private let folder: TemporaryFolder
  private let snapshots: FilePath

  init() throws {
    folder = try TemporaryFolder()
    snapshots = FilePath(folder.path("__Snapshots__/KeysTests"))
  }

  private func issues(_ note: NoteNumber, line: Int) async -> [RecordedIssue] {
    let site = CallSite(fileID: "App/KeysTests.swift", filePath: #filePath, line: line, column: 5)
    let messages = [
      TimedMessage(time: .zero, message: .noteOn(channel: .number(1), note: note, velocity: 100)),
      TimedMessage(
        time: .seconds(1), message: .noteOff(channel: .number(1), note: note, velocity: 64)),
    ]
    return await recordedIssues {
      SessionExpectation("KeysTests", in: snapshots, at: site).checkOnCurrentThread(
        .played(Recording(tracks: [.init(messages: messages)]), by: SubjectDefinition(name: "key")))
    }
  }

  private var files: [String] { get throws { try folder.names(in: "__Snapshots__/KeysTests") } }

  @Test(.enabled(if: !ProcessEnvironment.isContinuousIntegration, "CI is set, so no files are written"))
  func secondResultKeepsPendingFileOfFirst() async throws {
    #expect(await issues(60, line: 10).count == 1)
    let pending = try folder.bytes("__Snapshots__/KeysTests/key.pending.txt")
    #expect(
      await issues(61, line: 20).map(\.lines) == [
        [
          "KeysTests (key): new: no expected result yet",
          "The call at App/KeysTests.swift:10 has a different result for the same expectation, key. Give each "
            + "result its own name.",
          "No file was written.",
        ]
      ])
    #expect(try folder.bytes("__Snapshots__/KeysTests/key.pending.txt") == pending)
    // An equal result is the same pending file.
    #expect(await issues(60, line: 30).first?.lines[1].hasPrefix("Pending: ") == true)
    #expect(
      await issues(62, line: 10).first?.lines[1].hasPrefix("Another run of this line has a different result")
        == true)
  }

  @Test(.enabled(if: !ProcessEnvironment.isContinuousIntegration, "CI is set, so no files are written"))
  func passingCallKeepsPendingFileOfOther() async throws {
    #expect(await issues(60, line: 10).count == 1)
    try folder.write(
      try folder.bytes("__Snapshots__/KeysTests/key.pending.txt"),
      to: "__Snapshots__/KeysTests/key.expected.txt")
    #expect(await issues(60, line: 20).isEmpty)
    #expect(try files == ["key.expected.txt", "key.pending.txt"])
  }

  @Test func damagedRecordingIsAWarning() async throws {
    let scale = try ScaleFolder()
    try scale.expect("notes")
    try scale.folder.write(try scale.folder.bytes("scale/take.mid") + [0], to: "scale/take.mid")
    let issues = await recordedIssues { await expectSession(scale.path, subject: NotesSubject.self) }
    #expect(
      issues.map(\.text) == [
        "\(scale.path): \(scale.path)/take.mid: 1 violation repaired while reading; run midirec show to list them"
      ])
    #expect(issues.first?.isWarning == true)
  }
}
