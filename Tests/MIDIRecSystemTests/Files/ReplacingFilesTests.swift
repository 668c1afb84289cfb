import CLinux
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecSystem

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

  /// The access control list of a file or folder (acl(5)).
  private enum List: String {
    case own = "system.posix_acl_access"
    case ofNewFiles = "system.posix_acl_default"

    /// A list in which user 12,345 can read and write.
    static let forUser: [UInt8] = [
      2, 0, 0, 0,
      // Tag, permissions, and user or none: owner, user, group, mask, others.
      1, 0, 6, 0, 255, 255, 255, 255, 2, 0, 6, 0, 0x39, 0x30, 0, 0, 4, 0, 0, 0, 255, 255, 255, 255,
      16, 0, 6, 0, 255, 255, 255, 255, 32, 0, 0, 0, 255, 255, 255, 255,
    ]

    func set(at path: String) throws {
      try #require(setxattr(path, rawValue, Self.forUser, Self.forUser.count, 0) == 0)
    }

    func bytes(at path: String) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = getxattr(path, rawValue, &bytes, bytes.count)
      return Array(bytes.prefix(max(0, count)))
    }
  }

  @Test func accessControlListStays() throws {
    try folder.write([1], to: "a")
    try List.own.set(at: folder.path("a"))
    try write([2], to: "a")
    #expect(List.own.bytes(at: folder.path("a")) == List.forUser)
    #expect(try status("a").st_mode & 0o7777 == 0o660)
    #expect(try folder.bytes("a") == [2])
  }

  @Test func accessControlListOfFolderIsNotAddedToReplacedFiles() throws {
    try folder.write([1], to: "a")
    try #require(chmod(folder.path("a"), 0o640) == 0)
    try List.ofNewFiles.set(at: folder.path)
    try write([2], to: "a")
    #expect(List.own.bytes(at: folder.path("a")) == [])
    #expect(try status("a").st_mode & 0o7777 == 0o640)
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

  @Test(
    arguments: [("missing/target", .noSuchFileOrDirectory), ("link", .tooManySymbolicLinkLevels)]
      as [(String, Errno)])
  func linkThatLeadsNowhereIsRefused(target: String, error: Errno) throws {
    try #require(symlink(target, folder.path("link")) == 0)
    let thrown = #expect(throws: FileError.self) { try write([2, 3], to: "link") }
    #expect(thrown?.errno == error)
    #expect(try status("link").st_mode & S_IFMT == S_IFLNK)
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

  /// Replaces a file of a user, in a folder of root, as user 65,534.
  private func replace(
    fileOf user: uid_t, _ fileMode: mode_t, inFolder folderMode: mode_t
  ) async throws -> Program.Result {
    try folder.write(Samples.file([]), to: "in.mid")
    try folder.write([1], to: "a.mid")
    try #require(chown(folder.path("a.mid"), user, user) == 0 && chmod(folder.path("a.mid"), fileMode) == 0)
    try #require(chmod(folder.path, folderMode) == 0)
    return try await Program.run(
      "setpriv",
      [
        "--reuid=65534", "--regid=65534", "--clear-groups", TestEnvironment.midirec, "convert",
        folder.path("in.mid"), "-o", folder.path("a.mid"), "--force",
      ])
  }

  /// In a sticky folder, only its owner and the file's can rename over the file.
  @Test(
    .enabled(if: getuid() == 0, "only root can become another user"),
    arguments: [(65_534, 0o644, 0o755), (65_534, 0o600, 0o1777), (0, 0o666, 0o755), (0, 0o666, 0o1777)])
  func writableFileIsReplacedInAnyFolder(user: uid_t, fileMode: mode_t, folderMode: mode_t) async throws {
    let result = try await replace(fileOf: user, fileMode, inFolder: folderMode)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try folder.bytes("a.mid").starts(with: Array("MThd".utf8)))
    #expect(try status("a.mid").st_uid == user)
    #expect(try status("a.mid").st_mode & 0o7777 == fileMode)
    #expect(try folder.names() == ["a.mid", "in.mid"])
  }

  @Test(
    .enabled(if: getuid() == 0, "only root can become another user"), arguments: [0o755, 0o1777] as [mode_t])
  func writeProtectedFileIsRefused(folderMode: mode_t) async throws {
    let result = try await replace(fileOf: 0, 0o644, inFolder: folderMode)
    #expect(result.status == 73)
    #expect(result.errors == "midirec: can't create \(folder.path("a.mid")): Permission denied\n")
    #expect(try folder.bytes("a.mid") == [1])
    #expect(try folder.names() == ["a.mid", "in.mid"])
  }

  @Test func fileThatAppearsAndDisappearsIsReplaced() async throws {
    let changing = Task { [folder] in
      while !Task.isCancelled {
        try folder.write([1], to: "a")
        unlink(folder.path("a"))
      }
    }
    defer { changing.cancel() }
    for _ in 0..<500 { try NewFile(path("a"), replaces: true).publish() }
    changing.cancel()
    try await changing.value
  }
}
