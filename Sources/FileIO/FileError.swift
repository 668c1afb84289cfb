public import SystemPackage

/// A failure to read, create, or write a file.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An operation on a file.
  public enum Operation: String, Sendable {
    case read, create, write
  }

  /// The operation that failed.
  public var operation: Operation
  /// The file's path.
  public var path: FilePath
  /// The system's reason.
  public var errno: Errno

  /// Creates an error.
  package init(operation: Operation, path: FilePath, errno: Errno) {
    self.operation = operation
    self.path = path
    self.errno = errno
  }

  /// One line: `cannot read take.mid: No such file or directory`.
  public var description: String { "cannot \(operation.rawValue) \(path): \(errno)" }
}

extension Errno {
  /// Creates the error that a function of SystemPackage threw. Their errors are untyped, but all are of this type.
  package init(thrown error: any Error) { self = error as? Errno ?? .ioError }
}
