import TestSupport
import Testing

/// A file system on a disk of a simulated machine, and the tools that read it after a power cut.
struct TestDisk: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The file system's name and options for `mount`.
  let type: String
  let mountOptions: String
  /// The command that creates the file system on the image, its last argument.
  private let making: [String]
  /// The command that repairs the file system on the image `$1`, like the kernel when it mounts it, and copies the file
  /// `$2` to `$3`.
  private let recovering: String

  /// The file systems of the power cut tests: one, or in full tests all whose tools are installed.
  static var tested: [TestDisk] {
    TestEnvironment.isFull ? [ext4, ext4Writeback] + (hasToolsForVFAT ? [vfat] : []) : [ext4]
  }

  private static let ext4 = TestDisk(testDescription: "ext4", mountOptions: "noatime")
  /// Data may reach the disk after the journal records it.
  private static let ext4Writeback = TestDisk(
    testDescription: "ext4, data=writeback", mountOptions: "data=writeback")
  /// A file system without a journal, as on a memory card.
  private static let vfat = TestDisk(
    testDescription: "vfat", type: "vfat",
    mountOptions: "utf8", making: ["mkfs.vfat"],
    recovering: #"mcopy -i "$1" "::$2" "$3""#)

  private static var hasToolsForVFAT: Bool { TestEnvironment.hasProgram("mcopy") }

  private init(
    testDescription: String, type: String, mountOptions: String, making: [String], recovering: String
  ) {
    self.testDescription = testDescription
    self.type = type
    self.mountOptions = mountOptions
    self.making = making
    self.recovering = recovering
  }

  private init(testDescription: String, mountOptions: String) {
    self.init(
      testDescription: testDescription, type: "ext4", mountOptions: mountOptions,
      making: ["mkfs.ext4", "-q"],
      recovering: #"e2fsck -fy "$1"; debugfs -R "dump /$2 $3" "$1""#)
  }

  /// Creates an image.
  func make(at path: String) async throws {
    let result = try await shell(#"truncate -s 8M "$0" && "$@" "$0""#, [path] + making)
    try #require(result.status == 0, "\(result.errors)")
  }

  /// Repairs an image and copies a file from it, if the image has the file.
  ///
  /// - Returns: The output of the tools.
  func recover(_ name: String, from image: String, to path: String) async throws -> String {
    let result = try await shell(recovering, ["recover", image, name, path])
    return result.output + result.errors
  }

  private func shell(_ command: String, _ arguments: [String]) async throws -> Program.Result {
    // The folders of such tools are in root's search path only.
    try await Program.run("bash", ["-c", "PATH=$PATH:/usr/sbin:/sbin; " + command] + arguments)
  }
}
