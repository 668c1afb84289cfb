import Foundation
import MIDIRecSessions
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

@Suite struct ExpectationFileTests {
  let folder: SessionFolder
  let notes: ExpectationFile

  init() throws {
    folder = try SessionFolder()
    notes = try #require(ExpectationFile(subject: "notes", in: FilePath(folder.folder.path)))
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.folder.bytes(name), as: UTF8.self)
  }

  @Test func newResultIsPendingWithoutExpectation() throws {
    #expect(try !notes.isPending())
    try notes.writePending(Array("new".utf8))
    #expect(try folder.tree() == ["notes.pending.txt"])
    #expect(try text("notes.pending.txt") == "new")
    #expect(try notes.isPending())
  }

  @Test func differentResultIsPendingNextToExpectation() throws {
    try folder.write("notes.expected.txt", Array("old".utf8))
    #expect(try !notes.isPending())
    try notes.writePending(Array("first".utf8))
    try notes.writePending(Array("new".utf8))
    #expect(try folder.tree() == ["notes.expected.txt", "notes.pending.txt"])
    #expect(try text("notes.expected.txt") == "old")
    #expect(try text("notes.pending.txt") == "new")
    #expect(try notes.isPending())
  }

  @Test func acceptingReplacesExpectation() throws {
    try folder.write("notes.expected.txt", Array("old".utf8))
    try notes.writePending(Array("new".utf8))
    try notes.accept()
    #expect(try folder.tree() == ["notes.expected.txt"])
    #expect(try text("notes.expected.txt") == "new")
    #expect(try !notes.isPending())
  }

  @Test func onlyTheSeenResultIsAccepted() throws {
    try folder.write("notes.expected.txt", Array("old".utf8))
    try notes.writePending(Array("new".utf8))
    #expect(throws: SessionError.self) { try notes.accept(ifStill: Array("seen".utf8)) }
    #expect(try folder.tree() == ["notes.expected.txt", "notes.pending.txt"])
    #expect(try (text("notes.expected.txt"), text("notes.pending.txt")) == ("old", "new"))
    try notes.accept(ifStill: Array("new".utf8))
    #expect(try folder.tree() == ["notes.expected.txt"])
    #expect(try text("notes.expected.txt") == "new")
  }

  @Test func rejectingDeletesPendingFile() throws {
    try folder.write("notes.expected.txt", Array("old".utf8))
    try notes.writePending(Array("new".utf8))
    try notes.reject()
    #expect(try folder.tree() == ["notes.expected.txt"])
    #expect(try text("notes.expected.txt") == "old")
  }

  @Test func missingPendingFileHasNoEffect() throws {
    try folder.write("notes.expected.txt", Array("old".utf8))
    #expect(throws: FileError.self) { try notes.accept() }
    #expect(throws: FileError.self) { try notes.reject() }
    #expect(try text("notes.expected.txt") == "old")
    #expect(try folder.tree() == ["notes.expected.txt"])
  }

  @Test func folderInPlaceOfExpectationIsKept() throws {
    try folder.write("x", in: "notes.expected.txt", [])
    try notes.writePending([1])
    #expect(throws: FileError.self) { try notes.accept() }
    #expect(try folder.tree() == ["notes.expected.txt", "notes.expected.txt/x", "notes.pending.txt"])
  }

  @Test func pendingFilesAreListed() throws {
    for name in [
      "b.pending.txt", "a-2.pending.txt", "a.expected.txt", "A.pending.txt", ".pending.txt",
      "a b.pending.txt",
    ] {
      try folder.write(name, [])
    }
    #expect(try ExpectationFile.pending(in: folder.path).map(\.subject) == ["a-2", "b"])
  }

  @Test func pendingTextsAreListedByPart() throws {
    for name in [
      "p.output.pending.txt", "p.pending.txt", "p.file.pending.txt", "p.timeline.pending.txt",
      "p.input.pending.txt", "p.output.x.pending.txt", ".output.pending.txt", "p..pending.txt",
    ] {
      try folder.write(name, [])
    }
    let files = try ExpectationFile.pending(in: folder.path)
    #expect(files.map(\.name) == ["p.file", "p.output", "p"])
    #expect(files.map(\.part) == [.file, .output, .timeline])
    #expect(files.map(\.subject) == ["p", "p", "p"])
    #expect(files[1].acceptedPath.lastComponent == "p.output.expected.txt")
  }

  @Test func missingFolderCannotBeListed() throws {
    let error = #expect(throws: FileError.self) {
      try ExpectationFile.pending(in: folder.path.appending("gone"))
    }
    #expect(error?.errno == .noSuchFileOrDirectory)
  }

  @Test(arguments: ["", "..", "a/b", "Notes", "1a", "-a", "é", "a\0"])
  func invalidSubjectHasNoFiles(name: String) {
    #expect(ExpectationFile(subject: name, in: folder.path) == nil)
  }
}
