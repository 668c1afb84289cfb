internal import Foundation

/// A disk in memory that is soon full. Only root can make one.
package struct SmallDisk: Sendable {
  /// A mount or its end was refused.
  package struct Refusal: Error, CustomStringConvertible {
    /// What `mount` or `umount` said.
    package let description: String
  }

  /// Where it is.
  package let path: String

  /// Makes one of a size such as `16k`, in a folder that is made for it.
  package static func mount(_ path: String, size: String) async throws -> SmallDisk {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try await run("mount", ["-t", "tmpfs", "-o", "size=\(size)", "tmpfs", path])
    return SmallDisk(path: path)
  }

  /// Gives it another size.
  package func resize(_ size: String) async throws {
    try await Self.run("mount", ["-o", "remount,size=\(size)", path])
  }

  /// Lets nobody write to it any more, whoever it is.
  package func makeReadOnly() async throws {
    try await Self.run("mount", ["-o", "remount,ro", path])
  }

  /// Lets nobody write to a file that is on it, until the disk is gone.
  package func makeReadOnly(_ file: String) async throws {
    let file = "\(path)/\(file)"
    try await Self.run("mount", ["--bind", file, file])
    try await Self.run("mount", ["-o", "remount,bind,ro", file])
  }

  /// Removes the disk with everything on it.
  ///
  /// A program that another test starts at this moment has copies of this process's descriptors until it runs, so that the
  /// disk can be in use for some microseconds more.
  package func unmount() async throws { try await Self.run("umount", ["--recursive", "--lazy", path]) }

  private static func run(_ name: String, _ arguments: [String]) async throws {
    let result = try await Program.run(name, arguments)
    guard result.status == 0 else { throw Refusal(description: result.errors) }
  }
}
