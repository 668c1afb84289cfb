import FileIO
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Changes as the kernel reports them. They are readable as soon as the writer has returned.
@Suite struct FolderWatchTests {
  private let folder: TemporaryFolder
  private let watch: FolderWatch

  init() throws {
    folder = try TemporaryFolder()
    watch = try #require(FolderWatch())
    try folder.write([1], to: "a")
    try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: false)
    #expect(watch.add(FilePath(folder.path)))
  }

  private func changedNames() -> [String] {
    watch.changes().files.map { $0.lastComponent?.string ?? "" }.sorted()
  }

  @Test func writtenReplacedAndRemovedFilesAreReportedOnce() throws {
    #expect(watch.changes().isEmpty)
    try Data([2]).write(to: URL(fileURLWithPath: folder.path("a")))
    #expect(changedNames() == ["a"])
    #expect(watch.changes().isEmpty)
    try folder.write([3], to: "new")
    try FileManager.default.removeItem(atPath: folder.path("a"))
    try FileManager.default.moveItem(atPath: folder.path("new"), toPath: folder.path("a"))
    #expect(changedNames() == ["a", "new"])
    try FileManager.default.removeItem(atPath: folder.path("a"))
    #expect(changedNames() == ["a"])
  }

  @Test func subfoldersAreReportedAndNotTheirFiles() throws {
    try folder.write([1], to: "sub/b")
    #expect(watch.changes().isEmpty)
    try FileManager.default.createDirectory(atPath: folder.path("other"), withIntermediateDirectories: false)
    let changes = watch.changes()
    #expect(changes.concernsFolders)
    #expect(changes.files.isEmpty)
  }

  @Test func fileAndMissingFolderCannotBeWatched() {
    #expect(!watch.add(FilePath(folder.path("a"))))
    #expect(!watch.add(FilePath(folder.path("nowhere"))))
  }
}
