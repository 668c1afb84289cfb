import MIDICore
import MIDIRecSessions
import MIDIRecSystem
import TestSupport
import Testing

@testable import MIDIRecTesting

@Suite struct RecordModeTests {
  @Test(
    arguments: [
      (nil, [:], .pending), (nil, ["MIDIREC_RECORD": ""], .pending),
      (nil, ["MIDIREC_RECORD": "all"], .all), (.missing, ["MIDIREC_RECORD": "all"], .missing),
      (nil, ["CI": "0", "MIDIREC_RECORD": "failed"], .failed),
      (nil, ["CI": "true", "MIDIREC_RECORD": "all"], .never), (.all, ["CI": "1"], .never),
    ] as [(RecordMode?, [String: String], RecordMode)])
  func ciOverridesTraitAndTraitOverridesVariable(
    trait: RecordMode?, variables: [String: String], mode: RecordMode
  ) throws {
    #expect(try RecordMode.inEffect(trait: trait, variables: variables) == mode)
  }

  @Test func invalidValueIsReported() throws {
    let error = #expect(throws: RecordMode.InvalidValue.self) {
      try RecordMode.inEffect(trait: nil, variables: ["MIDIREC_RECORD": "always"])
    }
    #expect(
      error?.description
        == "MIDIREC_RECORD must be one of pending, missing, failed, all, never (found \"always\")")
  }
}

/// The files that each mode writes. An existing expectation has the velocity 90 instead of 100.
@Suite(.enabled(if: !ProcessEnvironment.isContinuousIntegration, "CI is set, so no files are written"))
struct RecordedFilesTests {
  private let scale: ScaleFolder

  init() throws { scale = try ScaleFolder() }

  /// Plays the scale in a mode, and returns the issues.
  private func run(_ mode: RecordMode) async -> [RecordedIssue] {
    await ExpectationTrait.$current.withValue(ExpectationTrait(recordMode: mode)) {
      await recordedIssues { await expectSession(scale.path, subject: "mapper") { [$0] } }
    }
  }

  private func expectVelocity90() throws {
    try scale.expect("mapper") { $0.replacing("velocity 100", with: "velocity 90") }
  }

  private var pending: [String] {
    [
      "Pending: \(scale.path)/mapper.pending.txt", "To accept it: midirec accept \(scale.path)",
    ]
  }
  private var recorded: [String] {
    ["Recorded: \(scale.path)/mapper.expected.txt", "Run the test again to compare with it."]
  }

  @Test(arguments: RecordMode.allCases)
  func missingExpectation(mode: RecordMode) async throws {
    let issues = await run(mode)
    #expect(issues.count == 1)
    let lines = try #require(issues.first?.lines)
    if mode == .all {
      #expect(lines[0] == "\(scale.path) (mapper): not compared, because the record mode is all")
    } else {
      #expect(lines[0] == "\(scale.path) (mapper): new: no expected result yet")
    }
    switch mode {
    case .pending:
      #expect(try scale.texts == ["mapper.pending.txt"])
      #expect(Array(lines.dropFirst()) == pending)
    case .missing, .failed, .all:
      #expect(try scale.texts == ["mapper.expected.txt"])
      #expect(Array(lines.dropFirst()) == recorded)
      #expect(await run(.never).isEmpty)
    case .never:
      #expect(try scale.texts == [])
      #expect(lines[1] == "No file was written, because the record mode is never.")
    }
  }

  @Test(arguments: RecordMode.allCases)
  func differentResult(mode: RecordMode) async throws {
    try expectVelocity90()
    let issues = await run(mode)
    #expect(issues.count == 1)
    let lines = try #require(issues.first?.lines)
    #expect(lines[0].hasSuffix("different: 2 wrong velocity") == (mode != .all))
    let isReplaced = try #require(scale.text("mapper.expected.txt")).contains("velocity 100")
    switch mode {
    case .pending, .missing:
      #expect(try scale.texts == ["mapper.expected.txt", "mapper.pending.txt"])
      #expect(!isReplaced)
      #expect(Array(lines.suffix(2)) == pending)
    case .failed, .all:
      #expect(try scale.texts == ["mapper.expected.txt"])
      #expect(isReplaced)
      #expect(Array(lines.suffix(2)) == recorded)
      #expect(await run(.never).isEmpty)
    case .never:
      #expect(try scale.texts == ["mapper.expected.txt"])
      #expect(!isReplaced)
      #expect(lines.last == "No file was written, because the record mode is never.")
    }
  }

  @Test(arguments: RecordMode.allCases)
  func equalResultFailsOnlyInModeAll(mode: RecordMode) async throws {
    // Within the tolerance of 5 ms.
    try scale.expect("mapper") { $0.replacing("0.500000 ", with: "0.501000 ") }
    try scale.folder.write([], to: "scale/mapper.pending.txt")
    let issues = await run(mode)
    #expect(issues.isEmpty == (mode != .all))
    #expect(scale.text("mapper.expected.txt")?.contains("0.501000 ") == (mode != .all))
    #expect(try scale.texts.contains("mapper.pending.txt") == (mode == .never))
  }

  @Test func modeFailedKeepsEntriesWithinTolerance() async throws {
    try scale.expect("mapper") {
      $0.replacing("0.500000 ", with: "0.501000 ").replacing(
        "C4 60 sounding velocity 100", with: "C4 60 sounding velocity 90")
    }
    #expect(await run(.failed).count == 1)
    let text = try #require(scale.text("mapper.expected.txt"))
    #expect(text.contains("0.501000 ") && text.contains("C4 60 sounding velocity 100"))
  }

  @Test func staleFileIsNotAcceptedIfPendingFileCantBeWritten() async throws {
    try expectVelocity90()
    // A folder can't be replaced by a file.
    try scale.folder.makeFolder("scale/mapper.pending.txt/full")
    let issues = await run(.failed)
    #expect(issues.count == 2)
    #expect(issues.last?.text.hasPrefix("\(scale.path): can't write a pending file: ") == true)
    #expect(scale.text("mapper.expected.txt")?.contains("velocity 90") == true)
  }

  @Test func sessionsOfAFolderAreRecorded() async throws {
    try scale.folder.write(Array("subjects: [notes, piano]\n".utf8), to: "scale/session.yaml")
    let issues = await ExpectationTrait.$current.withValue(ExpectationTrait(recordMode: .missing)) {
      await recordedIssues { await expectSession(scale.folder.path) }
    }
    #expect(issues.count == 2)
    #expect(try scale.texts == ["notes.expected.txt", "piano.expected.txt"])
    await expectSession(scale.folder.path)
  }
}
