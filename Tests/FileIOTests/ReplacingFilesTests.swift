import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import FileIO

/// The owner, permissions, and links of replaced files.
@Suite struct ReplacingFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> FilePath { FilePath(folder.path(name)) }

  private func status(_ name: String) throws -> stat {
    var status = stat()
    try #require(lstat(folder.path(name), &status) == 0)
    return status
  }

  private func write(_ bytes: [UInt8], to name: String, _ target: FileSystem.Target = .output) throws {
    try FileSystem.write(bytes, to: path(name), replacing: true, target)
  }

  @Test(arguments: [0o600, 0o640, 0o664, 0o755] as [mode_t], [true, false])
  func permissionsStay(mode: mode_t, canBeUnnamed: Bool) throws {
    try folder.write([1], to: "a")
    try #require(chmod(folder.path("a"), mode) == 0)
    let file = try NewFile(path("a"), replaces: true, canBeUnnamed: canBeUnnamed)
    try file.descriptor.writeAll([2])
    try file.publish()
    #expect(try status("a").st_mode & 0o7777 == mode)
    #expect(try folder.bytes("a") == [2])
  }

  @Test(.enabled(if: getuid() == 0, "only root can give files away")) func ownerStays() throws {
    try folder.write([1], to: "a")
    try #require(chown(folder.path("a"), 12_345, 23_456) == 0)
    try write([2], to: "a")
    #expect(try status("a").st_uid == 12_345)
    #expect(try status("a").st_gid == 23_456)
  }

  @Test func umaskAppliesToNewFiles() async throws {
    try folder.write(Samples.file([]), to: "in.mid")
    let result = try await Program.run(
      "bash",
      [
        "-c", #"umask 002; "$0" convert in.mid -o a.mid && umask 077 && "$0" convert in.mid -o b.mid"#,
        TestEnvironment.midirec,
      ], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try status("a.mid").st_mode & 0o777 == 0o664)
    #expect(try status("b.mid").st_mode & 0o777 == 0o600)
  }

  @Test func linkStaysAndItsTargetIsReplaced() throws {
    try folder.makeFolder("real")
    try folder.write([1], to: "real/target")
    try #require(symlink("real/target", folder.path("link")) == 0)
    try write([2, 3], to: "link")
    #expect(try status("link").st_mode & S_IFMT == S_IFLNK)
    #expect(try folder.bytes("real/target") == [2, 3])
    #expect(try folder.names(in: "real") == ["target"])
  }

  @Test(arguments: [[2], [2, 3, 4, 5, 6]] as [[UInt8]]) func allNamesGetTheNewContents(bytes: [UInt8]) throws
  {
    try folder.write([1, 1, 1], to: "a")
    try FileSystem.link(path("a"), as: path("b"))
    try write(bytes, to: "a")
    #expect(try folder.bytes("b") == bytes)
    #expect(try status("b").st_nlink == 2)
    #expect(try folder.names() == ["a", "b"])
  }

  @Test func movedFileKeepsTheNamesOfTheOther() throws {
    try folder.write([1], to: "a")
    try FileSystem.link(path("a"), as: path("b"))
    try folder.write([2], to: "new")
    try FileSystem.move(path("new"), replacing: path("a"))
    #expect(try folder.bytes("b") == [2])
    #expect(try folder.names() == ["a", "b"])
  }

  @Test(arguments: ["/dev/null", "fifo", "folder"]) func onlyRegularFilesAreDocuments(target: String) throws {
    try #require(mkfifo(folder.path("fifo"), 0o600) == 0)
    try folder.makeFolder("folder")
    try #require(symlink(target, folder.path("link")) == 0)
    let error: Errno = target == "folder" ? .isDirectory : .notRegularFile
    #expect(throws: FileError(operation: .create, path: path("link"), errno: error)) {
      try write([1], to: "link", .document)
    }
    #expect(throws: FileError(operation: .create, path: path("link"), errno: .notRegularFile)) {
      try write([1], to: "link", .generated)
    }
  }

  @Test func generatedFilesDoNotFollowLinks() throws {
    try folder.write([1], to: "precious")
    for target in ["precious", "missing"] {
      try #require(symlink(target, folder.path("link")) == 0)
      #expect(throws: FileError(operation: .create, path: path("link"), errno: .notRegularFile)) {
        try write([2], to: "link", .generated)
      }
      try FileSystem.remove(path("link"))
    }
    #expect(try folder.names() == ["precious"])
    #expect(try folder.bytes("precious") == [1])
  }

  @Test func devicesAreWrittenDirectly() throws {
    try write([1], to: "../../../../../../../dev/null")
    var status = stat()
    #expect(stat("/dev/null", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test(.enabled(if: getuid() == 0, "only root can become another user"))
  func fileInWriteProtectedFolderIsOverwritten() async throws {
    try folder.write(Samples.file([]), to: "in.mid")
    try folder.write([1], to: "a.mid")
    try #require(chown(folder.path("a.mid"), 65_534, 65_534) == 0 && chmod(folder.path, 0o755) == 0)
    let result = try await Program.run(
      "setpriv",
      [
        "--reuid=65534", "--regid=65534", "--clear-groups", TestEnvironment.midirec, "convert",
        folder.path("in.mid"), "-o", folder.path("a.mid"), "--force",
      ])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try folder.bytes("a.mid").starts(with: Array("MThd".utf8)))
    #expect(try folder.names() == ["a.mid", "in.mid"])
  }
}
