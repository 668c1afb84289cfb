import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecSystem

/// New files, with and without support for unnamed files.
@Suite(.serialized) struct NewFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: FilePath { FilePath(folder.path("a")) }

  private func make(_ bytes: [UInt8], replaces: Bool, _ canBeUnnamed: Bool) throws -> NewFile {
    let file = try NewFile(path, replaces: replaces, canBeUnnamed: canBeUnnamed)
    try file.descriptor.writeAll(bytes)
    try file.sync()
    return file
  }

  @Test(arguments: [true, false]) func fileHasItsNameOnlyAfterPublishing(canBeUnnamed: Bool) throws {
    let file = try make([1, 2], replaces: false, canBeUnnamed)
    #expect(try !folder.names().contains("a"))
    try file.publish()
    #expect(try folder.names() == ["a"])
    #expect(try folder.bytes("a") == [1, 2])
  }

  @Test(arguments: [true, false]) func fileCanGetDifferentName(canBeUnnamed: Bool) throws {
    let file = try make([1, 2], replaces: true, canBeUnnamed)
    #expect(file.stillExists)
    try file.publish(as: FilePath(folder.path("b")))
    #expect(try folder.names() == ["b"])
    #expect(try folder.bytes("b") == [1, 2])
  }

  @Test func hiddenNameContainsFinalName() throws {
    let file = try make([1], replaces: false, false)
    let hidden = try #require(try folder.names().first)
    #expect(NewFile.name(ofHidden: hidden) == "a")
    for other in ["a", ".a", "a.1x", "."] { #expect(NewFile.name(ofHidden: other) == nil, "\(other)") }
    try FileSystem.remove(FilePath(folder.path(hidden)))
    #expect(!file.stillExists)
  }

  @Test func unnamedFileIsNotInTheFolder() throws {
    let file = try make([1], replaces: false, true)
    #expect(try folder.names().isEmpty)
    try file.publish()
  }

  @Test(arguments: [true, false]) func existingFileIsReplacedOnlyByPublishing(canBeUnnamed: Bool) throws {
    try folder.write([3], to: "a")
    let file = try make([1, 2], replaces: true, canBeUnnamed)
    #expect(try folder.bytes("a") == [3])
    try file.publish()
    #expect(try folder.bytes("a") == [1, 2])
    #expect(try folder.names() == ["a"])
  }

  @Test(arguments: [true, false]) func fileWithTheSameNameIsKept(canBeUnnamed: Bool) throws {
    do {
      let file = try make([1, 2], replaces: false, canBeUnnamed)
      try folder.write([3], to: "a")
      #expect(throws: Errno.fileExists) { try file.publish() }
    }
    #expect(try folder.bytes("a") == [3])
    #expect(try folder.names() == ["a"])
  }

  @Test(arguments: [true, false]) func unpublishedFileIsDeleted(canBeUnnamed: Bool) throws {
    do { _ = try make([1], replaces: false, canBeUnnamed) }
    #expect(try folder.names().isEmpty)
  }

  @Test(arguments: [true, false]) func existingFileIsAnErrorUnlessReplaced(
    canBeUnnamed: Bool
  ) throws {
    try folder.write([3], to: "a")
    #expect(throws: Errno.fileExists) { try make([1], replaces: false, canBeUnnamed) }
    #expect(throws: Errno.isDirectory) {
      try NewFile(FilePath(folder.path), replaces: true, canBeUnnamed: canBeUnnamed)
    }
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try NewFile(FilePath(folder.path("none/a")), replaces: true, canBeUnnamed: canBeUnnamed)
    }
  }
}
