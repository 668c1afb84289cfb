import MIDICore
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing
import Timelines

@testable import MIDIRecSessions

@Suite struct NewSessionTests {
  let folder: SessionFolder
  let recording: [UInt8]

  init() throws {
    folder = try SessionFolder()
    recording = try Samples.file(notesAt: [0, 500])
  }

  private func newSession(
    _ name: String = "a", tags: [String] = [], note: String? = nil
  ) throws(NewSession.Failure) -> NewSession {
    try NewSession(name, in: folder.path, recording: recording, tags: tags, note: note)
  }

  private func failure(_ name: String) throws -> NewSession.Failure {
    try #require(throws: NewSession.Failure.self) { try newSession(name).write() }
  }

  @Test func newSessionHasRecordingAndPendingResults() throws {
    try newSession("pedals/slow").write()
    let files = ["notes.pending.txt", "session.yaml", "take.mid"].map { "pedals/slow/\($0)" }
    #expect(try folder.tree() == ["pedals", "pedals/slow"] + files)
    #expect(try folder.folder.bytes("pedals/slow/take.mid") == recording)
  }

  @Test func resultsCanBeAcceptedAtOnce() throws {
    try newSession().write(accepting: true)
    #expect(try folder.tree() == ["a", "a/notes.expected.txt", "a/session.yaml", "a/take.mid"])
    let report = SessionRunner().run(SessionSearch(in: [folder.path]).places)
    #expect(report.results.map(\.isPassed) == [true])
  }

  @Test func emptyResultOfSilentRecordingIsNotAccepted() throws {
    let silent = try Samples.file(notesAt: [])
    let session = try NewSession("a", in: folder.path, recording: silent)
    #expect(throws: NewSession.Failure.silent(subject: "notes")) { try session.write(accepting: true) }
    #expect(try folder.tree() == [])
    try session.write()
    #expect(try folder.tree() == ["a", "a/notes.pending.txt", "a/session.yaml", "a/take.mid"])
  }

  /// A program can play by itself, and a System Exclusive message can be all that it answers.
  @Test(arguments: [
    Message.noteOn(channel: .number(1), note: 60, velocity: 1),
    .systemExclusive(SystemExclusive(payload: [1])),
  ])
  func eventsOfSubjectForSilentRecordingAreAccepted(message: Message) throws {
    let key = ScriptedSubject.add { _, _, _ in
      SubjectObservation(
        timeline: Timeline(
          Recording(tracks: [.init(messages: [TimedMessage(time: .zero, message: message)])])))
    }
    let session = try NewSession(
      "a", in: folder.path, recording: try Samples.file(notesAt: []),
      subjects: [.init(name: "scripted", options: [.init(name: "key", values: [key], isList: true)])],
      from: SubjectRegistry([ScriptedSubject.self]))
    try session.write(accepting: true)
    #expect(try folder.tree() == ["a", "a/scripted.expected.txt", "a/session.yaml", "a/take.mid"])
  }

  /// The written file is read back when the session is planned.
  @Test(arguments: [
    "a b", "\"", "\\", "'", "#x", "a: b", "[", "{}", "", "*x", "&x", "!x", "%", "\n\t\u{1B}", "é\u{1F3B9}",
    "~",
    "${HOME}", "\u{85}\u{2028}",
  ])
  func anyValueOfAnOptionCanBeWritten(argument: String) throws {
    _ = try NewSession(
      "a", in: folder.path, recording: recording,
      subjects: [
        .init(name: "notes"),
        .init(
          name: "scripted",
          options: [
            .init(name: "key", values: ["mapper", argument], isList: true),
            .init(name: "exact", values: [argument]),
          ]),
      ],
      from: SubjectRegistry([NotesSubject.self, ScriptedSubject.self]), tags: ["x"])
  }

  @Test func tagsAndNoteRoundTrip() throws {
    try newSession(tags: ["slow", "mpe"], note: "  One: line,\n\n  # \"and\" - another.\n").write()
    let session = try Session(reading: folder.path.appending("a"), subjects: [.notes])
    #expect(session.tags == ["slow", "mpe"])
    #expect(session.note == "One: line,\n\n  # \"and\" - another.")
    #expect(session.recordingPath?.lastComponent == "take.mid")
  }

  @Test func missingTagsAndNoteAreOmitted() throws {
    try newSession(note: " \n").write()
    let session = try Session(reading: folder.path.appending("a"), subjects: [.notes])
    #expect(session.tags == [])
    #expect(session.note == nil)
    #expect(session.tolerance == Session.Tolerance())
  }

  /// The commented-out examples are valid, so that uncommenting them works.
  @Test func commentedExamplesAreValid() throws {
    try newSession().write()
    let lines = String(decoding: try folder.folder.bytes("a/session.yaml"), as: UTF8.self).split(
      separator: "\n")
    let isSentence = { (line: Substring) in line.hasPrefix("# ") && !line.hasPrefix("#  ") }
    let text = lines.map { $0.hasPrefix("#") && !isSentence($0) ? $0.dropFirst() : $0 }
    try folder.write("session.yaml", in: "a", Array((text.joined(separator: "\n") + "\n").utf8))
    let session = try Session(reading: folder.path.appending("a"), subjects: [.notes])
    #expect(session.tolerance.onset == .milliseconds(5))
    #expect(session.tolerance.value == 0)
    #expect(session.tags == ["slow"])
    #expect(session.note != nil)
  }

  @Test func testSubjectIsNamedButNotRun() throws {
    let session = try NewSession(
      "a", in: folder.path, recording: recording, subjects: [.init(name: "mapper"), .init(name: "notes")])
    #expect(session.testSubjects == ["mapper"])
    try session.write(accepting: true)
    #expect(try folder.tree() == ["a", "a/notes.expected.txt", "a/session.yaml", "a/take.mid"])
    let read = try Session(reading: folder.path.appending("a"), subjects: [.notes], allowsOthers: true)
    #expect(read.subjects.map(\.name) == ["mapper", "notes"])
  }

  @Test(arguments: [
    ("notez", "unknown subject \"notez\"; did you mean \"notes\"?"),
    (
      "My Mapper",
      "invalid name \"My Mapper\"; expected a lowercase letter, then at most 39 of these, digits, and hyphens"
    ),
  ])
  func misspelledAndInvalidSubjectsAreRejected(name: String, reason: String) {
    #expect(throws: NewSession.Failure.badText(reason)) {
      try NewSession("a", in: folder.path, recording: recording, subjects: [.init(name: name)])
    }
  }

  @Test func damagedRecordingOfTestSubjectIsError() throws {
    let session = try NewSession(
      "a", in: folder.path, recording: [1, 2, 3], subjects: [.init(name: "mapper")])
    #expect(throws: NewSession.Failure.self) { try session.write() }
    #expect(try folder.tree() == [])
  }

  @Test func failureLeavesNoFolder() throws {
    try folder.makeFolder("kept")
    let session = try NewSession("kept/new/a", in: folder.path, recording: [1, 2, 3])
    #expect(throws: NewSession.Failure.self) { try session.write() }
    #expect(try folder.tree() == ["kept"])
  }

  @Test func existingFolderIsKept() throws {
    try folder.makeFolder("a")
    #expect(try failure("a") == .exists(folder.path.appending("a")))
    #expect(try folder.tree() == ["a"])
  }

  @Test(arguments: ["", "/a", "a/", "a//b", ".", "..", "../a", "a/.b", "a\nb", "\u{7F}"])
  func unfindableNamesAreRejected(name: String) throws {
    guard case .badName = try failure(name) else {
      Issue.record("\(name) was taken")
      return
    }
    #expect(try folder.tree() == [])
  }

  @Test(arguments: ["", "a b", "-a", "a,b", "[a]", "a: b"]) func invalidTagsAreRejected(tag: String) {
    #expect(throws: NewSession.Failure.self) { try newSession(tags: [tag]) }
  }

  @Test(arguments: ["a\0b", "a\u{1B}[31m", "a\rb", "a\u{FFFE}"])
  func unstorableNotesAreRejected(note: String) {
    #expect(throws: NewSession.Failure.self) { try newSession(note: note) }
  }

  @Test func invalidRecordingLeavesNoFolder() throws {
    let session = try NewSession("a", in: folder.path, recording: [1, 2, 3])
    let failure = #expect(throws: NewSession.Failure.self) { try session.write() }
    guard case .unusable(let error)? = failure else {
      Issue.record("it was taken")
      return
    }
    #expect(error.kind == .badData)
    #expect(error.path == folder.path.appending("a").appending("take.mid"))
    #expect(try folder.tree() == [])
  }

  @Test func uncreatableFolderReportsSystemError() throws {
    try folder.write("file", [])
    let error = FileError(operation: .create, path: folder.path.appending("file/a"), errno: .notDirectory)
    #expect(try failure("file/a") == .unwritable(error))
  }
}
