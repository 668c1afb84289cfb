import SystemPackage
import TestSupport
import Testing
import Timelines

@testable import MIDIRecSessions

@Suite struct PendingChangeTests {
  let folder: SessionFolder

  init() throws {
    folder = try SessionFolder()
    try folder.makeSession("a", "{}")
  }

  private func text(notesAt times: [Int64]) throws -> [UInt8] {
    let path = try folder.folder.write(Samples.file(notesAt: times), to: "sample")
    defer { try? folder.folder.remove("sample") }
    return Array(Timeline(try Samples.recording(path)).text.utf8)
  }

  private func changes() -> [PendingChange] {
    let (changes, errors) = PendingChange.all(in: SessionSearch(in: [folder.path]).places)
    #expect(errors.isEmpty)
    return changes
  }

  /// Returns the contents of a pending timeline.
  private func timelines() throws -> PendingChange.Contents {
    let contents = try #require(changes().first).contents(
      SubjectRegistry([NotesSubject.self, ScriptedSubject.self]))
    #expect(contents.pending is TimelinePart)
    return contents
  }

  private func error() throws -> SessionError {
    let change = try #require(changes().first)
    return try #require(throws: SessionError.self) {
      _ = try change.contents(SubjectRegistry([NotesSubject.self, ScriptedSubject.self]))
    }
  }

  private var pendingPath: FilePath { folder.path.appending("a").appending("notes.pending.txt") }

  @Test func pendingFilesAreFoundInOrderOfSessions() throws {
    try folder.makeSession("b", "{}")
    try folder.makeSession("c", "{}")
    for name in ["c", "a"] { try folder.write("notes.pending.txt", in: name, text(notesAt: [0])) }
    #expect(changes().map(\.session.name) == ["a", "c"])
  }

  @Test func newResultHasNoComparison() throws {
    try folder.write("notes.pending.txt", in: "a", text(notesAt: [0]))
    let contents = try timelines()
    #expect(contents.expected == nil)
    #expect(contents.judgment == nil)
    #expect(contents.pending.summary == "has 1 note")
  }

  @Test func differentResultIsCompared() throws {
    try folder.write("notes.pending.txt", in: "a", text(notesAt: [0]))
    try folder.write("notes.expected.txt", in: "a", text(notesAt: [0, 3000]))
    let contents = try timelines()
    #expect((contents.judgment as? Comparison)?.differences.count == 1)
  }

  /// Writes the file of a program that another one replaces, and returns whether both are compared as timelines.
  private func isTimeline(_ pending: [UInt8], insteadOf accepted: [UInt8]?) throws -> Bool {
    try folder.makeSession("a", "subjects: {scripted: {parts: [file]}}")
    try folder.write("scripted.file.pending.txt", in: "a", pending)
    if let accepted { try folder.write("scripted.file.expected.txt", in: "a", accepted) }
    let contents = try #require(changes().first).contents(SubjectRegistry([ScriptedSubject.self]))
    #expect((contents.judgment == nil) == (accepted == nil))
    return contents.pending is TimelinePart
  }

  @Test func fileOfProgramIsTimelineOrText() throws {
    let (timeline, other) = (try text(notesAt: [0]), try text(notesAt: [500]))
    #expect(try isTimeline(timeline, insteadOf: nil))
    #expect(try isTimeline(timeline, insteadOf: other))
    #expect(try !isTimeline(timeline, insteadOf: Array("text\n".utf8)))
    #expect(try !isTimeline(Array("text\n".utf8), insteadOf: timeline))
  }

  @Test func damagedExpectationCanBeReplaced() throws {
    try folder.write("notes.pending.txt", in: "a", text(notesAt: [0]))
    try folder.write("notes.expected.txt", in: "a", [1])
    #expect(try timelines().expected == nil)
  }

  @Test func damagedFileIsErrorWithLine() throws {
    try folder.write("notes.pending.txt", in: "a", text(notesAt: [0]).dropLast(4))
    let error = try error()
    #expect(error.kind == .badData)
    #expect(error.path == pendingPath)
    #expect(error.line == 5)
  }

  @Test func fileOfOtherSubjectIsError() throws {
    try folder.write("scripted.pending.txt", in: "a", text(notesAt: [0]))
    let path = folder.path.appending("a").appending("scripted.pending.txt")
    let reason = "is for the subject \"scripted\", which the session doesn't have"
    #expect(try error() == SessionError(.badData, path, reason))
  }

  @Test func testSubjectCanBeAccepted() throws {
    try folder.write("mapper.pending.txt", in: "a", text(notesAt: [0]))
    try folder.write("mapper.expected.txt", in: "a", text(notesAt: [0, 3000]))
    #expect(try (timelines().judgment as? Comparison)?.differences.count == 1)
    try folder.write("mapper.pending.txt", in: "a", [0xFF])
    #expect(try error().kind == .badData)
  }

  /// A subject name can equal that of a built-in subject.
  @Test(arguments: ["mapper", "notes"]) func testFolderNeedsNoSession(subject: String) throws {
    try folder.write("\(subject).pending.txt", in: "tests/own", text(notesAt: [0]))
    let places = SessionSearch(in: [folder.path], includesPending: true).places
    let change = try #require(PendingChange.all(in: places).changes.first)
    #expect(change.session.name == "tests/own")
    let contents = try change.contents(.notes)
    #expect(contents.pending is TimelinePart)
    #expect(contents.expected == nil)
    #expect(!SessionSearch(in: [folder.path]).places.contains { $0.name == "tests/own" })
  }

  /// Swift Testing saves attachments under such names.
  @Test func folderOfAttachmentsIsNoSession() throws {
    for name in ["TriadTests.triad.expected.txt", "TriadTests.triad.pending.txt"] {
      try folder.write(name, in: "attachments", text(notesAt: [0]))
    }
    let places = SessionSearch(in: [folder.path], includesPending: true).places
    #expect(!places.contains { $0.name == "attachments" })
  }

  @Test func fileOfUnreadableSessionIsError() throws {
    try folder.write("notes.pending.txt", in: "a", text(notesAt: [0]))
    try folder.write("session.yaml", in: "a", Array("x: y".utf8))
    #expect(try error().path == folder.path.appending("a").appending("session.yaml"))
  }
}

/// Pending texts of a subject.
@Suite struct PendingTextTests {
  let folder: SessionFolder

  init() throws {
    folder = try SessionFolder()
    try folder.makeSession("a", "subjects: {scripted: {parts: [output]}}")
  }

  private func contents() throws -> PendingChange.Contents {
    let (changes, errors) = PendingChange.all(in: SessionSearch(in: [folder.path]).places)
    #expect(errors.isEmpty)
    return try #require(changes.first).contents(SubjectRegistry([NotesSubject.self, ScriptedSubject.self]))
  }

  @Test func differentLinesAreReported() throws {
    try folder.write("scripted.output.expected.txt", in: "a", Array("one\n".utf8))
    try folder.write("scripted.output.pending.txt", in: "a", Array("two\n".utf8))
    let contents = try contents()
    #expect((contents.pending as? TextPart)?.text == "two\n")
    #expect((contents.judgment as? TextComparison)?.changes.map(\.text) == ["one", "two"])
  }

  @Test func newResultHasNoComparison() throws {
    try folder.write("scripted.output.pending.txt", in: "a", Array("two\n".utf8))
    #expect(try contents().judgment == nil)
  }

  @Test func binaryTextIsErrorWithLine() throws {
    try folder.write("scripted.output.pending.txt", in: "a", Array("two\n".utf8) + [0xFF])
    let error = try #require(throws: SessionError.self) { _ = try contents() }
    #expect(error.line == 2)
  }

  @Test func uncomparedPartIsError() throws {
    try folder.write("scripted.errors.pending.txt", in: "a", Array("two\n".utf8))
    let error = try #require(throws: SessionError.self) { _ = try contents() }
    #expect(
      error.reason == "is for \"scripted.errors\", which the session doesn't compare")
  }
}
