import Foundation
import MIDICore
import MIDIFiles
import MIDIRecSystem
import MIDIRecTakes
import SystemPackage
import TestSupport
import Testing

/// Journals of captures that died.
@Suite struct OrphanedJournalTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let note = Message.noteOn(channel: .number(1), note: 60, velocity: 100)

  /// Starts a take, syncs the given number of notes, and abandons it like a killed process.
  private func leave(_ name: String = "take.mid", notes: Int, sources: [String] = ["Linn"]) throws {
    var take = try TakeFile.create(
      at: FilePath(folder.path(name)), sources: sources.map { TakeSource(name: $0) }, replacing: false)
    for index in 0..<notes {
      take.append(Self.note, at: .milliseconds(Int64(index)), from: index % sources.count)
      try take.sync()
    }
  }

  private func journal(_ name: String) throws -> OrphanedJournal {
    try #require(OrphanedJournal(FilePath(folder.path(name))))
  }

  private func messages(_ name: String) throws -> [Message] {
    try MIDIFile(decoding: try folder.bytes(name)).recording().messagesInOrder.map(\.message)
  }

  @Test(arguments: ["take.mid", "take.recording.mid"])
  func recoveredJournalBecomesTheTake(name: String) throws {
    try leave(notes: 3)
    let recovered = try journal(name).recover()
    #expect(recovered.path.lastComponent == "take.mid")
    #expect(recovered.damage == nil)
    #expect(try folder.names() == ["take.mid"])
    #expect(try messages("take.mid") == [Self.note, Self.note, Self.note])
  }

  @Test func severalSourcesGetSeparateTracks() throws {
    try leave(notes: 3, sources: ["Left", "Right"])
    try journal("take.mid").recover()
    let recording = try MIDIFile(decoding: try folder.bytes("take.mid")).recording()
    #expect(recording.tracks.map(\.name) == ["Left", "Right"])
    #expect(recording.tracks.map(\.messages.count) == [2, 1])
    #expect(try folder.names() == ["take.mid"])
  }

  @Test func journalIsRecoveredToDifferentPath() throws {
    try leave(notes: 1)
    try journal("take.mid").recover(as: FilePath(folder.path("other.mid")))
    #expect(try folder.names() == ["other.mid"])
  }

  /// Recovery to a different file system, which prevents renaming.
  @Test func journalIsRecoveredToDifferentDisk() throws {
    try leave(notes: 1)
    let memory = FilePath("/dev/shm/midirec-test-\(UInt64.random(in: 0 ... .max)).mid")
    let recovered = try journal("take.mid").recover(as: memory)
    #expect(try MIDIFile(decoding: try FileSystem.bytes(of: memory)) == recovered.file)
    #expect(try folder.names() == [])
    _ = try Program.start("rm", [memory.string])
  }

  @Test func existingFileIsReplacedOnlyOnRequest() throws {
    try leave(notes: 1)
    let names = try folder.names()
    try folder.write([1], to: "take.mid")
    let error = #expect(throws: FileError.self) { try journal("take.mid").recover() }
    #expect(error?.errno == .fileExists)
    #expect(try folder.bytes("take.mid") == [1])
    #expect(try folder.names() == (names + ["take.mid"]).sorted())
    try journal("take.mid").recover(replacing: true)
    #expect(try messages("take.mid") == [Self.note])
  }

  @Test func journalInUseIsReportedAndKept() throws {
    let take = try TakeFile.create(
      at: FilePath(folder.path("take.mid")), sources: [TakeSource(name: "Linn")], replacing: false)
    let journal = try journal("take.mid")
    #expect(journal.isInUse)
    let failure = #expect(throws: OrphanedJournal.Failure.inUse(journal.path)) { try journal.recover() }
    #expect(failure?.description == "can't recover \(journal.path): a capture is still recording into it")
    try take.finish(at: .zero)
    #expect(try folder.names() == ["take.mid"])
  }

  @Test func orphanedJournalIsNotInUse() throws {
    try leave(notes: 1)
    #expect(try !journal("take.mid").isInUse)
  }

  @Test func forkedDescriptorsDoNotKeepJournalInUse() throws {
    var copies: [FileDescriptor] = []
    defer { for copy in copies { try? copy.close() } }
    do {
      var take = try TakeFile.create(
        at: FilePath(folder.path("take.mid")), sources: [TakeSource(name: "Linn")], replacing: false)
      take.append(Self.note, at: .zero, from: 0)
      try take.sync()
      // A child process has these descriptors between fork and exec.
      for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
        guard target?.hasPrefix(folder.path) == true, let number = CInt(name) else { continue }
        copies.append(try FileDescriptor(rawValue: number).duplicate())
      }
    }
    #expect(!copies.isEmpty)
    #expect(try !journal("take.mid").isInUse)
  }

  @Test func hiddenFileReplacesLostFile() throws {
    try leave(notes: 3)
    try folder.remove("take.recording.mid")
    #expect(
      OrphanedJournal.all(in: FilePath(folder.path)).map(\.path.lastComponent) == ["take.recording.mid"])
    // It lacks only the last events.
    try journal("take.mid").recover()
    #expect(try messages("take.mid") == [Self.note, Self.note])
    #expect(try folder.names() == ["take.mid"])
  }

  @Test func completeHiddenFileReplacesDamagedFile() throws {
    try leave(notes: 3)
    try folder.write(Array(try folder.bytes("take.recording.mid").dropLast()), to: "take.recording.mid")
    let recovered = try journal("take.mid").recover()
    #expect(try messages("take.mid") == [Self.note, Self.note])
    #expect(recovered.damage != nil)
    // The damaged file has one more note.
    #expect(recovered.kept.map(\.lastComponent?.string) == ["take.recording.mid"])
    #expect(try folder.names() == ["take.mid", "take.recording.mid"])
  }

  /// Adds a hidden file to the journal of `take.mid`, with the content of another journal.
  private func hide(notes: Int, from name: String, sources: [String] = ["Linn"]) throws {
    try leave(name, notes: notes, sources: sources)
    let journal = try folder.bytes("\(name.dropLast(4)).recording.mid")
    for name in try folder.names() where !name.contains("take") { try folder.remove(name) }
    try folder.write(journal, to: ".take.recording.last.mid")
  }

  @Test(arguments: [["Linn"], ["Left", "Right"]])
  func longerHiddenFileBecomesTheTake(sources: [String]) throws {
    try leave(notes: 3, sources: sources)
    try hide(notes: 8, from: "longer.mid", sources: sources)
    let recovered = try journal("take.mid").recover()
    #expect(recovered.origin.lastComponent?.string == ".take.recording.last.mid")
    #expect(recovered.kept.isEmpty)
    #expect(try messages("take.mid").count == 8)
    #expect(try folder.names() == ["take.mid"])
  }

  @Test func fileWithOtherEventsIsKept() throws {
    try leave(notes: 3)
    try hide(notes: 8, from: "other.mid", sources: ["Piano"])
    let visible = try folder.bytes("take.recording.mid")
    let recovered = try journal("take.mid").recover()
    #expect(recovered.kept.map(\.lastComponent?.string) == ["take.recording.mid"])
    #expect(try messages("take.mid").count == 8)
    #expect(try folder.bytes("take.recording.mid") == visible)
  }

  @Test func foreignFileDoesNotBecomeTheTake() throws {
    do {
      var take = try TakeFile.create(
        at: FilePath(folder.path("take.mid")), sources: [TakeSource(name: "Linn")],
        date: "2026-11-21T07:55:13Z", replacing: false)
      take.append(Self.note, at: .zero)
      try take.sync()
      try take.sync()
    }
    let foreign = try Samples.file(notesAt: [0, 100, 200])
    try folder.write(foreign, to: "take.recording.mid")
    try journal("take.mid").recover()
    // The hidden file lacks the last sync.
    #expect(try messages("take.mid").isEmpty)
    #expect(try folder.bytes("take.recording.mid") == foreign)
    #expect(try folder.names() == ["take.mid", "take.recording.mid"])
  }

  @Test func readableEventsOfDamagedJournalAreKept() throws {
    try leave(notes: 9, sources: ["Left", "Right"])
    // The last event is truncated in both files.
    for name in ["take.recording.mid", ".take.recording.last.mid"] {
      try folder.write(Array(try folder.bytes(name).dropLast(5)), to: name)
    }
    let recovered = try journal("take.mid").recover()
    #expect(recovered.damage?.expected.isEmpty == false)
    let recording = try MIDIFile(decoding: try folder.bytes("take.mid")).recording()
    #expect(recording.tracks.map(\.name) == ["Left", "Right"])
    #expect(recording.tracks.map(\.messages.count) == [4, 4])
    #expect(try folder.names() == ["take.mid"])
  }

  @Test func emptyJournalIsDeleted() throws {
    try folder.write([], to: ".take.recording.next.mid")
    let journal = try journal("take.mid")
    #expect(throws: OrphanedJournal.Failure.empty(journal.path)) { try journal.recover() }
    #expect(try folder.names() == [])
  }

  @Test func allJournalsInFolderAreFound() throws {
    for name in ["b.mid", "a b.mid"] { try leave(name, notes: 1) }
    try folder.write([1], to: "finished.mid")
    let journals = OrphanedJournal.all(in: FilePath(folder.path))
    #expect(journals.map(\.path.lastComponent?.string) == ["a b.recording.mid", "b.recording.mid"])
    #expect(journals.map(\.takePath.lastComponent?.string) == ["a b.mid", "b.mid"])
    #expect(OrphanedJournal.all(in: FilePath(folder.path("missing"))).isEmpty)
  }

  @Test func missingJournalReturnsNil() throws {
    try folder.write([1], to: "take.mid")
    #expect(OrphanedJournal(FilePath(folder.path("take.mid"))) == nil)
  }
}
