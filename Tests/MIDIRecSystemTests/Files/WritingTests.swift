import Foundation
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

/// Atomic writing of whole files.
@Suite struct WritingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ bytes: [UInt8], to name: String, replacing: Bool) throws {
    try FileSystem.write(bytes, to: FilePath(folder.path(name)), replacing: replacing)
  }

  @Test func newFileHasItsBytesAndNoOtherFiles() throws {
    try write([1, 2, 3], to: "new.mid", replacing: false)
    #expect(try folder.bytes("new.mid") == [1, 2, 3])
    #expect(try folder.names() == ["new.mid"])
  }

  @Test func existingFileIsReplacedOnlyOnRequest() throws {
    try folder.write([1], to: "old.mid")
    let error = #expect(throws: FileError.self) { try write([2], to: "old.mid", replacing: false) }
    #expect(error?.operation == .create)
    #expect(error?.errno == .fileExists)
    #expect(try folder.bytes("old.mid") == [1])
    try write([2], to: "old.mid", replacing: true)
    #expect(try folder.bytes("old.mid") == [2])
    #expect(try folder.names() == ["old.mid"])
  }

  @Test func missingFolderErrorNamesTheFile() throws {
    let error = #expect(throws: FileError.self) { try write([1], to: "missing/new.mid", replacing: false) }
    #expect(error?.operation == .create)
    #expect(error?.errno == .noSuchFileOrDirectory)
    #expect(error?.path.lastComponent == "new.mid")
  }

  @Test func folderIsNeverReplaced() throws {
    let error = #expect(throws: FileError.self) { try write([1], to: ".", replacing: true) }
    #expect(error?.errno == .isDirectory)
  }

  @Test func deviceIsWrittenAndNotReplaced() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("null.mid"), withDestinationPath: "/dev/null")
    try write([1], to: "null.mid", replacing: true)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("null.mid")) == "/dev/null")
    #expect(try folder.names() == ["null.mid"])
  }
}
