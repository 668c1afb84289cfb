internal import Foundation

/// A folder for a test, which is deleted after the test.
package final class TemporaryFolder: Sendable {
  /// The path of the folder.
  package let path: String

  /// Creates an empty folder.
  package init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "midirec-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file in the folder.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file.
  ///
  /// - Returns: Its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: path(name)))
    return path(name)
  }

  /// Creates a link to an existing program.
  ///
  /// Don't write a program and run it: the kernel starts no file that a process has open for writing, and a child
  /// process of another test may have inherited the descriptor.
  ///
  /// - Returns: The link's path.
  @discardableResult
  package func linkProgram(_ program: String, as name: String) throws -> String {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: program)
    return path(name)
  }

  /// Creates a folder and its parents.
  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }

  /// Reads a file.
  package func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path(name))))
  }

  /// Deletes a file.
  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(name))
  }

  /// Returns the names of the files in the folder or a subfolder, in alphabetical order.
  package func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }
}
