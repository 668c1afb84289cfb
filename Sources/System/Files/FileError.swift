public import SystemPackage

/// A failure to read, create, or write a file.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An operation on a file.
  public enum Operation: String, Sendable {
    case read, create, write
  }

  /// The operation that failed.
  public var operation: Operation
  /// The path of the file.
  public var path: FilePath
  /// The system's error.
  public var errno: Errno

  /// Creates an error with the given operation, path, and system error.
  package init(operation: Operation, path: FilePath, errno: Errno) {
    self.operation = operation
    self.path = path
    self.errno = errno
  }

  /// The error on one line: `can't read take.mid: No such file or directory`.
  public var description: String {
    let reason = errno == .notRegularFile ? "it isn't a regular file; remove it" : "\(errno)"
    return "can't \(operation.rawValue) \(path): \(reason)"
  }
}

extension Errno {
  /// Creates an error from an error of SystemPackage, whose functions throw only this type, but untyped.
  package init(thrown error: any Error) { self = error as? Errno ?? .ioError }
}
