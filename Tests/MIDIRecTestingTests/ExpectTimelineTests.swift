import MIDICore
import MIDIRecSessions
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing
import Timelines

@testable import MIDIRecTesting

/// Snapshots next to this file, in `__Snapshots__/ExpectTimelineTests`.
@Suite struct ExpectTimelineTests {
  /// Returns ascending notes from C4, one per half second, each 250 ms long.
  ///
  /// - Parameter velocity: The velocity of the last note. The others have 100.
  private func scale(velocity: UInt7 = 100) -> [TimedMessage] {
    (0..<4).flatMap { index in
      let velocity = index == 3 ? velocity : 100
      let note = NoteNumber(masking: UInt8(60 + 2 * index))
      let start = Nanoseconds.milliseconds(500 * Int64(index))
      return [
        TimedMessage(time: start, message: .noteOn(channel: .number(1), note: note, velocity: velocity)),
        TimedMessage(
          time: start + .milliseconds(250), message: .noteOff(channel: .number(1), note: note, velocity: 64)),
      ]
    }
  }

  @Test func messagesInAnyOrderAreComparedWithSnapshot() {
    expectTimeline(of: scale(), named: "scale")
    expectTimeline(of: scale().reversed(), named: "scale")
  }

  @Test func tracksOfRecordingAreSources() {
    let tracks = ["Left", "Right"].enumerated().map { port, name in
      Recording.Track(name: name, port: port, messages: scale())
    }
    expectTimeline(of: Recording(tracks: tracks), named: "hands")
  }

  @Test(.recordExpectations(.never)) func differencesAreReportedAtLineOfCall() async {
    let line = #line + 1
    let issues = await recordedIssues { expectTimeline(of: scale(velocity: 90), named: "scale") }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.lines.first == "ExpectTimelineTests (scale): different: 1 wrong velocity")
  }

  @Test(.tolerance(velocity: 10)) func toleranceAppliesToSnapshots() {
    expectTimeline(of: scale(velocity: 90), named: "scale")
  }

  @Test func timelineIsComparedWithSnapshotOfTestsName() async {
    let timeline = Timeline(Recording(tracks: [.init(messages: scale())]))
    expectTimeline(of: timeline, function: "scale")
    let issues = await recordedIssues { expectTimeline(of: timeline.annotated { _ in [] }, named: "hands") }
    #expect(issues.first?.lines.first?.hasPrefix("ExpectTimelineTests (hands): different: ") == true)
  }

  @Test(arguments: [
    ("scaleHasEightNotes()", "scale-has-eight-notes"), ("playsMIDIFile(name:)", "plays-midi-file"),
    ("`4 notes, and a rest`()", "4-notes-and-a-rest"), ("_test_2()", "test-2"),
    ("aVeryLongNameOfATestWhoseEndIsCutOffBecauseOfIt()", "a-very-long-name-of-a-test-whose-end-is"),
  ])
  func functionGivesName(function: String, name: String) {
    #expect(SubjectDefinition.name(ofFunction: function) == name)
  }

  @Test func invalidNameFailsTest() async {
    let issues = await recordedIssues { expectTimeline(of: [], named: "C major") }
    #expect(issues.first?.text.hasPrefix("invalid name \"C major\"; expected ") == true)
  }

  /// A name can equal that of a built-in subject.
  @Test(
    .enabled(if: !ProcessEnvironment.isContinuousIntegration, "CI is set, so no files are written"),
    arguments: ["scale", "grid"])
  func snapshotIsReviewedAcceptedAndRejected(name: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("__Snapshots__/MapperTests")
    let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let expectation = SessionExpectation("MapperTests", in: FilePath(path), at: site)
    func check(velocity: UInt7) async -> [RecordedIssue] {
      let recording = Recording(tracks: [.init(messages: scale(velocity: velocity))])
      return await recordedIssues {
        expectation.checkOnCurrentThread(.played(recording, by: SubjectDefinition(name: name)))
      }
    }

    #expect(
      await check(velocity: 100).map(\.lines) == [
        [
          "MapperTests (\(name)): new: no expected result yet",
          "Pending: \(path)/\(name).pending.txt", "To accept it: midirec accept \(path)",
        ]
      ])
    #expect(try await Program.midirec("accept", path).status == 0)
    #expect(await check(velocity: 100).isEmpty)

    #expect(await check(velocity: 90).count == 1)
    let review = try await Program.midirec("review", folder.path)
    #expect(review.output.contains("wrong velocity"), "\(review)")
    #expect(try await Program.midirec("reject", folder.path).status == 0)
    #expect(try folder.names(in: "__Snapshots__/MapperTests") == ["\(name).expected.txt"])
    #expect(await check(velocity: 100).isEmpty)
  }
}
