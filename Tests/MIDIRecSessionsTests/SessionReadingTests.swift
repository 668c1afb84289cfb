import MIDICore
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecSessions

@Suite struct SessionReadingTests {
  let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private func session(_ text: String, subjects: [SubjectDefinition] = [.notes]) throws -> Session {
    try Session(reading: try folder.makeSession("", text), subjects: subjects)
  }

  @Test func completeFileIsRead() throws {
    let session = try session(
      """
      # A comment.
      take: take.mid
      subjects: [notes]
      tolerance:
        onset: 5ms
        offset: 1.5s
        offset-ratio: 20%
        velocity: 3
        value: 127
      channel-map: {2: 1, 16: 1}
      follow: true
      passages: false
      tags: [mpe, slow-1.0_x]
      note: |
        One line,
        and another: one.
      """)
    #expect(session.folder == folder.path)
    #expect(session.recordingPath == folder.path.appending("take.mid"))
    #expect(session.subjects.map(\.name) == ["notes"])
    #expect(
      session.tolerance
        == Session.Tolerance(
          onset: .milliseconds(5), offset: .milliseconds(1500),
          offsetRatio: .part(try #require(Ratio(1, over: 5))), velocity: 3, value: 127))
    #expect(session.channels == [.number(2): .number(1), .number(16): .number(1)])
    #expect(session.followsTempo)
    #expect(session.findsPassages == false)
    #expect(session.tags == ["mpe", "slow-1.0_x"])
    #expect(session.note == "One line,\nand another: one.")
  }

  @Test func toleranceOfOneTimeIsThatOfStartsAndEnds() throws {
    let session = try session("tolerance: 10ms")
    #expect(session.tolerance == Session.Tolerance(onset: .milliseconds(10), offset: .milliseconds(10)))
  }

  @Test func unsetKeysHaveDefaults() throws {
    let session = try session("{}")
    #expect(session.recordingPath == folder.path.appending("take.mid"))
    #expect(session.subjects == [Session.Subject(name: "notes")])
    #expect(session.tolerance == Session.Tolerance())
    #expect(session.channels.isEmpty)
    #expect(!session.followsTempo)
    #expect(session.findsPassages == nil)
    #expect(session.tags == [])
    #expect(session.note == nil)
  }

  @Test(arguments: [
    "subjects: [notes, {grid: {rows: 8, colors: [red, no]}}]",
    "subjects:\n- notes\n- grid:\n    rows: 8\n    colors:\n    - red\n    - no",
    "subjects:\n  notes:\n  grid: {rows: '8', colors: [\"red\", no]}",
  ])
  func subjectsAreAListOrAMap(text: String) throws {
    let grid = SubjectDefinition(name: "grid", optionNames: ["rows", "colors"])
    let subjects = try session(text, subjects: [.notes, grid]).subjects
    #expect(subjects.map(\.name) == ["notes", "grid"])
    #expect(subjects[0].options == [])
    #expect(subjects[1].options.map(\.name) == ["rows", "colors"])
    #expect(subjects[1].options.map(\.values) == [["8"], ["red", "no"]])
  }

  @Test func optionHasLine() throws {
    let grid = SubjectDefinition(name: "grid", optionNames: ["rows", "columns"])
    let text = "subjects:\n  grid:\n\n    rows: 8\n    columns: 25\n"
    #expect(try session(text, subjects: [grid]).subjects.first?.options.map(\.line) == [4, 5])
  }

  @Test(arguments: ["0", "0s", "0ms"]) func zeroToleranceIsSet(text: String) throws {
    #expect(try session("tolerance: {onset: \(text)}").tolerance.onset == .zero)
  }

  @Test(arguments: ["0", "0.0", "0.00", "0%"]) func zeroRatioIsSet(text: String) throws {
    #expect(try session("tolerance: {offset-ratio: \(text)}").tolerance.offsetRatio == .zero)
  }

  @Test func byteOrderMarkAndOtherLineEndsAreAccepted() throws {
    #expect(try session("\u{FEFF}tags: [a]\r\nnote: x\r\n").tags == ["a"])
  }

  /// Scalars are literal. YAML 1.1 would read these as Booleans and numbers.
  @Test func scalarsAreLiteral() throws {
    #expect(try session("tags: [no, on, 1e3, 010, 0x1F]").tags == ["no", "on", "1e3", "010", "0x1F"])
  }

  @Test func anchorCharactersInTextsAreLiteral() throws {
    #expect(try session("note: AT&T, *loud* & soft\n").note == "AT&T, *loud* & soft")
  }

  @Test func recordingInOtherFoldersIsFound() throws {
    try folder.write("a.mid", in: "takes", [])
    try folder.makeSession("x", "take: ../takes/a.mid")
    let session = try Session(reading: folder.path.appending("x"), subjects: [.notes])
    #expect(session.recordingPath == folder.path.appending("x").appending("../takes/a.mid"))
  }

  /// A subject whose options decide whether it needs a recording, as those of a program do.
  private static let writer = SubjectDefinition(name: "writer", optionNames: ["file"], needsRecording: false)

  private func session(of files: [String], _ text: String) throws -> Session {
    for file in files { try folder.write(file, in: "w", []) }
    try folder.write(Session.fileName, in: "w", Array(text.utf8))
    return try Session(reading: folder.path.appending("w"), subjects: [.notes, Self.writer])
  }

  @Test(arguments: [
    ([], "subjects: [writer]", nil), (["a.mid"], "subjects: [writer]", "a.mid"),
    (["a.mid"], "{take: none, subjects: [writer]}", nil),
    (["a.mid"], "subjects: {writer: {file: a.mid}}", nil),
    (["a.mid", "b.mid"], "subjects: {writer: {file: a.mid}}", "b.mid"),
    (["a.mid", "b.mid"], "{take: none, subjects: [writer]}", nil),
  ])
  func recordingOfWriterIsOptional(files: [String], text: String, name: String?) throws {
    let session = try session(of: files, text)
    #expect(session.recordingPath?.lastComponent?.string == name)
    #expect(session.subjects.map(\.hasRecording) == [name != nil])
  }

  @Test(arguments: [
    ([], "subjects: [writer, notes]", "has no take: expected a file whose name ends in .mid"),
    (["a.mid"], "take: none", "take: none, but a subject needs a take; name its file"),
    (
      ["a.mid", "b.mid"], "subjects: [writer]",
      "specify one with \"take:\"; the folder has \"a.mid\", \"b.mid\""
    ),
  ])
  func missingRecordingIsReported(files: [String], text: String, reason: String) {
    let error = #expect(throws: SessionError.self) { _ = try session(of: files, text) }
    #expect(error?.reason == reason)
  }

  @Test func journalsAreNotRecordings() throws {
    try folder.write(".take.recording.next.mid", [])
    #expect(try session("{}").recordingPath == folder.path.appending("take.mid"))
  }
}
