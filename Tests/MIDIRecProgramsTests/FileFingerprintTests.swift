import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecPrograms

/// The fingerprint of a file changes with the file.
@Suite struct FileFingerprintTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var mark: FileFingerprint? { FileFingerprint(FilePath(folder.path("a"))) }

  @Test func missingFileHasNoFingerprint() {
    #expect(mark == nil)
  }

  @Test func unchangedFileKeepsFingerprint() throws {
    try folder.write([1], to: "a")
    let first = try #require(mark)
    _ = try folder.bytes("a")
    #expect(mark == first)
  }

  @Test func replacedFileHasNewFingerprint() throws {
    try folder.write([1], to: "a")
    let first = try #require(mark)
    try folder.write([1], to: "b")
    try #require(rename(folder.path("b"), folder.path("a")) == 0)
    #expect(mark != first)
  }
}
