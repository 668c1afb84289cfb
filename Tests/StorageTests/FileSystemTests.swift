import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Storage

@Suite struct FileSystemTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: FilePath { FilePath(folder.path("")) }

  @Test func aFolderHasItsHiddenNamesTooAndOnlyItsOwn() throws {
    try folder.write([1], to: ".hidden")
    try folder.write([1], to: "seen")
    #expect(try FileSystem.names(in: path).sorted() == [".hidden", "seen"])
  }

  @Test func namesThatAreNoTextAreAsTheFileSystemHasThem() throws {
    let name = try #require(FilePath.Component(platformString: [0x61, CChar(bitPattern: 0xFF), 0]))
    try FileDescriptor.open(
      path.appending(name), .writeOnly, options: .create, permissions: .ownerReadWrite
    ).close()
    #expect(try FileSystem.components(in: path) == [name])
    #expect(try FileSystem.names(in: path) == ["a\u{FFFD}"])
  }

  @Test func whereThereIsNoFolderTheSystemSaysWhy() throws {
    #expect(throws: Errno.noSuchFileOrDirectory) { try FileSystem.names(in: path.appending("none")) }
    try folder.write([1], to: "file")
    #expect(throws: Errno.notDirectory) { try FileSystem.names(in: path.appending("file")) }
  }
}
