import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecSystem

@Suite struct FileSystemTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: FilePath { FilePath(folder.path("")) }

  @Test func namesIncludeHiddenFilesButNotParents() throws {
    try folder.write([1], to: ".hidden")
    try folder.write([1], to: "seen")
    #expect(try FileSystem.names(in: path).map(\.string).sorted() == [".hidden", "seen"])
  }

  @Test func namesCanBeInvalidUTF8() throws {
    let (name, newName) = try (
      #require(FilePath.Component(bytes: [0x61, 0xFF])), #require(FilePath.Component(bytes: [0xFE]))
    )
    let file = path.appending(name)
    try FileDescriptor.open(file, .writeOnly, options: .create, permissions: .ownerReadWrite).close()
    #expect(try FileSystem.names(in: path) == [name])
    #expect(name.bytes == [0x61, 0xFF])
    #expect(FileSystem.exists(file))
    #expect(!FileSystem.isSpecial(file))
    #expect(!FileSystem.isFolder(file))
    try FileSystem.link(file, as: path.appending("second"))
    try FileSystem.rename(path.appending("second"), toFree: path.appending(newName))
    try FileSystem.exchange(file, path.appending(newName))
    try FileSystem.remove(path.appending(newName))
    try FileSystem.rename(file, replacing: path.appending(newName))
    try FileSystem.rename(path.appending(newName), replacing: file)
    try FileSystem.makeFolder(path.appending(newName))
    #expect(FileSystem.isFolder(path.appending(newName)))
    try FileSystem.syncFolder(of: path.appending(newName).appending("file"))
    try FileSystem.remove(file)
    #expect(try FileSystem.names(in: path) == [newName])
  }

  @Test func newFileNameCanBeInvalidUTF8() throws {
    let name = try #require(FilePath.Component(bytes: [0x61, 0xFF]))
    for canBeUnnamed in [true, false] {
      let file = try NewFile(path.appending(name), replaces: true, canBeUnnamed: canBeUnnamed)
      try file.publish()
      #expect(try FileSystem.names(in: path) == [name])
    }
  }

  @Test func missingFolderReportsSystemError() throws {
    #expect(throws: Errno.noSuchFileOrDirectory) { try FileSystem.names(in: path.appending("none")) }
    try folder.write([1], to: "file")
    #expect(throws: Errno.notDirectory) { try FileSystem.names(in: path.appending("file")) }
  }

  @Test(arguments: [("one", "/one"), ("a/../one/.", "/one"), (".", ""), ("", "")])
  func relativePathBecomesAbsoluteFromTheCurrentFolder(path: String, absolute: String) throws {
    let current = try #require(FileSystem.realPath("."))
    #expect(try FileSystem.absolutePath(FilePath(path)).string == current.string + absolute)
  }

  @Test func absolutePathFollowsLinksBeforeTheParentFolder() throws {
    try folder.makeFolder("a/b")
    symlink(folder.path("a/b"), folder.path("link"))
    try folder.write([1], to: "a/file")
    let file = try #require(FileSystem.realPath(path.appending("a").appending("file")))
    #expect(try FileSystem.absolutePath(path.appending("link").pushing("../file")) == file)
    #expect(try FileSystem.absolutePath(path.pushing("./none/../none")) == path.appending("none"))
  }

  /// A link to Python in a virtual environment is more than its target.
  @Test func absolutePathKeepsLinksAfterTheParentFolder() throws {
    try folder.makeFolder("project/bin")
    try folder.makeFolder("project/work")
    symlink("/usr/bin/env", folder.path("project/bin/python"))
    let project = try #require(FileSystem.realPath(path.appending("project")))
    #expect(
      try FileSystem.absolutePath(path.pushing("project/work/../bin/python")) == project.pushing("bin/python")
    )
    #expect(try FileSystem.absolutePath(path.pushing("project/bin/../none")) == project.appending("none"))
  }

  @Test func relativePathWithoutCurrentFolderIsAnError() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      #expect(chdir(folder.path) == 0 && rmdir(folder.path) == 0)
      #expect(throws: Errno.noSuchFileOrDirectory) { try FileSystem.absolutePath("one") }
    }
  }
}
