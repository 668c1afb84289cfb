public import SystemPackage

/// A file that can't be opened, read or written, and why.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was to be done to the file.
  public enum Operation: String, Sendable {
    case read, create, write
  }

  /// What was to be done.
  public var operation: Operation
  /// The file.
  public var path: FilePath
  /// What the system said.
  public var errno: Errno

  /// Makes an error of its parts.
  package init(operation: Operation, path: FilePath, errno: Errno) {
    self.operation = operation
    self.path = path
    self.errno = errno
  }

  /// One line: `cannot read take.mid: No such file or directory`.
  public var description: String { "cannot \(operation.rawValue) \(path): \(errno)" }
}
