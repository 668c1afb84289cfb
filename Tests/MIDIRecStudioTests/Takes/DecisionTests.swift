import Glibc
import MIDIRecSystem
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecStudio

/// A session whose results of three subjects wait for a review.
struct DecisionTests {
  private let files: StudioFolder
  private var folder: TemporaryFolder { files.folder }
  private var studio: Studio { files.studio }
  private var session: FilePath { FilePath(folder.path("Recordings/scale")) }

  init() throws {
    files = try StudioFolder()
    try files.writeTake("c.mid")
    _ = try studio.makeSession("scale", of: "c.mid", subject: nil, program: nil, from: nil, to: nil)
    try write("subjects: [grid, notes, piano]\n", "session.yaml")
    _ = try studio.runSession("scale")
  }

  private func write(_ text: String, _ name: String) throws {
    try FileSystem.write(Array(text.utf8), to: session.appending(name), replacing: true)
  }

  private func names(_ state: String) throws -> [String] {
    try FileSystem.names(in: session).map(\.string).filter { $0.contains(".\(state).") }
  }

  private func accept() throws {
    _ = try studio.accept("scale", digest: try #require(try studio.review("scale").digest))
  }

  @Test func acceptThatFailsDecidesNothing() throws {
    let pending = try names("pending")
    #expect(pending == ["grid.pending.txt", "notes.pending.txt", "piano.pending.txt"])
    let file = session.appending("notes.expected.txt").string
    #expect(symlink("/nowhere/x", file) == 0)
    #expect(throws: (any Error).self) { try accept() }
    #expect(try names("pending") == pending)
    #expect(try names("expected") == ["notes.expected.txt"])
    #expect(unlink(file) == 0)
    try accept()
    #expect(try names("expected").count == 3)
  }

  @Test func expectationThatHasChangedSinceTheReviewIsKept() throws {
    let digest = try #require(try studio.review("scale").digest)
    try write("a change of an editor", "notes.expected.txt")
    #expect(throws: (any Error).self) { try studio.accept("scale", digest: digest) }
    #expect(try names("pending").count == 3)
    try accept()
  }

  @Test func damagedResultDoesNotHideTheOthers() throws {
    try write("damaged", "grid.pending.txt")
    let review = try studio.review("scale")
    let text = try #require(review.text)
    #expect(
      text.contains("grid.pending.txt:1:") && text.contains("notes\nNo expected result yet."), "\(text)")
    #expect(review.digest == nil)
    #expect(throws: (any Error).self) { try studio.accept("scale", digest: "") }
    #expect(try names("pending").count == 3)
    for name in ["notes", "piano"] { try write("damaged", "\(name).pending.txt") }
    #expect(throws: (any Error).self) { try studio.review("scale") }
    _ = try studio.reject("scale")
    #expect(try names("pending") == [])
  }

  @Test func renameIsUndone() throws {
    let reply = try studio.rename("c.mid", to: "d")
    #expect(reply.file == "d.mid" && studio.model.withLock { $0.undo?.text } == "renamed c.mid")
    try files.writeTake("c.mid")
    #expect(throws: (any Error).self) { try studio.undo(nil) }
    _ = try studio.rename("d.mid", to: "e")
    #expect(try studio.undo(nil).file == "d.mid")
    #expect(FileSystem.exists(FilePath(folder.path("d.mid"))))
  }

  @Test func sessionThatIsRestoredWithANewNameHasNoVerdict() throws {
    func verdict() -> String? { studio.model.withLock { $0.verdicts["scale"]?.name } }
    _ = try studio.deleteSession("scale")
    _ = try studio.makeSession("scale", of: "c.mid", subject: nil, program: nil, from: nil, to: nil)
    #expect(verdict() == nil)
    #expect(try studio.undo(nil).text?.contains("restored as") == true)
    #expect(verdict() == nil)
  }
}
