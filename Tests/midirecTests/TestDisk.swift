import TestSupport
import Testing

/// A file system on a disk of a simulated machine, and the tools that read it after a cut of the power.
struct TestDisk: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The file system's name in `mount`, and its options.
  let type: String
  let mountOptions: String
  /// Makes the file system on the image that is its last argument.
  private let making: [String]
  /// Mends the file system on the image, `$1`, as the kernel would when it mounts it, and takes the file `$2` out
  /// into `$3`.
  private let recovering: String

  /// Those on which power cuts are tested: one, and in long tests all that there are tools for.
  static var tested: [TestDisk] {
    TestEnvironment.isFull ? [ext4, ext4Writeback] + (hasToolsForVFAT ? [vfat] : []) : [ext4]
  }

  private static let ext4 = TestDisk(testDescription: "ext4", mountOptions: "noatime")
  /// Data may come to disk after the journal has told of it.
  private static let ext4Writeback = TestDisk(
    testDescription: "ext4, data=writeback", mountOptions: "data=writeback")
  /// No journal at all: what a memory card has.
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

  /// Makes an image.
  func make(at path: String) async throws {
    let result = try await shell(#"truncate -s 8M "$0" && "$@" "$0""#, [path] + making)
    try #require(result.status == 0, "\(result.errors)")
  }

  /// Mends an image and takes a file out of it, if it has it.
  ///
  /// - Returns: What the tools said.
  func recover(_ name: String, from image: String, to path: String) async throws -> String {
    let result = try await shell(recovering, ["recover", image, name, path])
    return result.output + result.errors
  }

  private func shell(_ command: String, _ arguments: [String]) async throws -> Program.Result {
    // Where such tools are is in the search path of root only.
    try await Program.run("bash", ["-c", "PATH=$PATH:/usr/sbin:/sbin; " + command] + arguments)
  }
}
