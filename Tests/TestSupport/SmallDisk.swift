internal import Foundation

/// A small disk in memory, for tests of full disks. It requires root.
package struct SmallDisk: Sendable {
  /// An error of `mount` or `umount`.
  package struct Refusal: Error, CustomStringConvertible {
    /// The error message.
    package let description: String
  }

  /// The folder where the disk is mounted.
  package let path: String

  /// Mounts a disk of a size such as `16k` in a new folder.
  package static func mount(_ path: String, size: String) async throws -> SmallDisk {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try await run("mount", ["-t", "tmpfs", "-o", "size=\(size)", "tmpfs", path])
    return SmallDisk(path: path)
  }

  /// Changes the size of the disk.
  package func resize(_ size: String) async throws {
    try await Self.run("mount", ["-o", "remount,size=\(size)", path])
  }

  /// Write-protects the disk, also for root.
  package func makeReadOnly() async throws {
    try await Self.run("mount", ["-o", "remount,ro", path])
  }

  /// Write-protects a file on the disk, also for root.
  package func makeReadOnly(_ file: String) async throws {
    let file = "\(path)/\(file)"
    try await Self.run("mount", ["--bind", file, file])
    try await Self.run("mount", ["-o", "remount,bind,ro", file])
  }

  /// Unmounts the disk and removes its files.
  ///
  /// A program that another test starts at this moment inherits descriptors until it runs, so the disk can be busy for
  /// some microseconds.
  package func unmount() async throws { try await Self.run("umount", ["--recursive", "--lazy", path]) }

  private static func run(_ name: String, _ arguments: [String]) async throws {
    let result = try await Program.run(name, arguments)
    guard result.status == 0 else { throw Refusal(description: result.errors) }
  }
}
