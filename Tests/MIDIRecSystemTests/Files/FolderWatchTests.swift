import Foundation
import MIDICore
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

/// Changes as the kernel reports them. A writer's report can come late, because a child process of another test may have
/// inherited the descriptor.
@Suite struct FolderWatchTests {
  private let folder: TemporaryFolder
  private let outside: TemporaryFolder
  private let watch: FolderWatch

  init() throws {
    folder = try TemporaryFolder()
    outside = try TemporaryFolder()
    watch = try #require(FolderWatch())
    try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: false)
    #expect(watch.add(FilePath(folder.path)))
  }

  /// Waits for a change.
  private func change() -> FolderWatch.Changes {
    var polled = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      while poll(&polled, 1, -1) < 0, errno == EINTR {}
      let changes = watch.changes()
      if !changes.isEmpty { return changes }
    }
  }

  private func moveIn(_ name: String) throws {
    try outside.write([1], to: "new")
    try FileManager.default.moveItem(atPath: outside.path("new"), toPath: folder.path(name))
  }

  private func path(_ name: String) -> FilePath { FilePath(folder.path(name)) }

  @Test func lostChangesAreReported() throws {
    let limit = try #require(
      Int(
        String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8).filter(\.isNumber)))
    let folder = try TemporaryFolder()
    let watch = try #require(FolderWatch())
    #expect(watch.add(FilePath(folder.path)))
    // Equal changes in a row count once, and some may come late.
    for index in 0..<limit * 2 { try folder.write([], to: index % 2 == 0 ? "a" : "b") }
    #expect(watch.changes().areIncomplete)
    #expect(watch.changes().isEmpty)
  }

  @Test func writtenFileIsReported() throws {
    try folder.write([1], to: "a")
    let change = change()
    #expect(change.files == [path("a")])
    #expect(!change.concernsFolders)
  }

  @Test func growingFileWakesItsReader() throws {
    try outside.write([1], to: "a")
    watch.add(growingFile: FilePath(outside.path("a")))
    #expect(wait(for: watch.descriptor, stop: nil, until: .zero) == .deadlinePassed)
    let file = try FileHandle(forWritingTo: URL(filePath: outside.path("a")))
    try file.write(contentsOf: [2])
    #expect(wait(for: watch.descriptor, stop: nil, until: nil) == .first)
    #expect(watch.changes().isEmpty)
    #expect(wait(for: watch.descriptor, stop: nil, until: .zero) == .deadlinePassed)
  }

  /// Editors that save by renaming do this.
  @Test func replacedAndRemovedFileIsReported() throws {
    try moveIn("a")
    #expect(change().files == [path("a")])
    try FileManager.default.moveItem(atPath: folder.path("a"), toPath: folder.path("b"))
    #expect(change().files == [path("a"), path("b")])
    try FileManager.default.removeItem(atPath: folder.path("b"))
    #expect(change().files == [path("b")])
    #expect(watch.changes().isEmpty)
  }

  @Test func subfoldersAreReportedAndNotTheirFiles() throws {
    try moveIn("sub/b")
    #expect(watch.changes().isEmpty)
    try FileManager.default.createDirectory(atPath: folder.path("other"), withIntermediateDirectories: false)
    let change = change()
    #expect(change.concernsFolders)
    #expect(change.files.isEmpty)
  }

  @Test func fileAndMissingFolderCannotBeWatched() throws {
    try folder.write([1], to: "a")
    #expect(!watch.add(path("a")))
    #expect(!watch.add(path("nowhere")))
  }
}
