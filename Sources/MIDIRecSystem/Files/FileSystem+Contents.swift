public import FoundationEssentials
public import SystemPackage

/// Reading and writing whole files.
extension FileSystem {
  /// The number of bytes that decide whether the rest of a file is read: one MiB.
  package static let beginningLength = 1 << 20

  /// Returns the contents of a file, or only their beginning if the rest is unwanted.
  ///
  /// The beginning protects memory from devices without an end and huge files of other formats.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isWanted: Returns whether to read on after the first ``beginningLength`` bytes.
  /// - Throws: `EISDIR` if the path names a folder.
  package static func bytes(
    of path: FilePath, continuingIf isWanted: ([UInt8]) -> Bool = { _ in true }
  ) throws(FileError) -> [UInt8] {
    try FileError.naming(.read, path) { try contents(of: path, count: .max, isWanted) }
  }

  /// Returns the bytes of standard input, or only their beginning, as ``bytes(of:continuingIf:)`` does.
  package static func bytesOfStandardInput(
    continuingIf isWanted: ([UInt8]) -> Bool = { _ in true }
  ) throws(FileError) -> [UInt8] {
    try FileError.naming(.read, "standard input") {
      try bytes(of: FileDescriptor.standardInput, count: .max, isWanted)
    }
  }

  /// Returns the first bytes of a file, or all of them if there are fewer.
  ///
  /// It also reads the kernel's files, whose sizes are unknown.
  package static func beginning(of path: FilePath, count: Int) throws(Errno) -> [UInt8] {
    try contents(of: path, count: count) { _ in true }
  }

  /// Returns the contents of a file as text, or `nil` if it can't be read.
  ///
  /// Bytes that aren't UTF-8 are replaced.
  package static func text(of path: FilePath) -> String? {
    (try? bytes(of: path)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func contents(
    of path: FilePath, count: Int, _ isWanted: ([UInt8]) -> Bool
  ) throws(Errno) -> [UInt8] {
    try Errno.typed {
      let descriptor = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
      return try descriptor.closeAfter { try bytes(of: descriptor, count: count, isWanted) }
    }
  }

  private static func bytes(
    of descriptor: FileDescriptor, count: Int, _ isWanted: ([UInt8]) -> Bool
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(count, 1 << 16))
    var isChecked = false
    while bytes.count < count {
      let length = try unsafe chunk.withUnsafeMutableBytes { try unsafe descriptor.read(into: $0) }
      if length == 0 { break }
      bytes += chunk.prefix(min(length, count - bytes.count))
      if !isChecked, bytes.count >= beginningLength {
        guard isWanted(bytes) else { break }
        isChecked = true
      }
    }
    return bytes
  }

  /// Writes a whole file atomically.
  ///
  /// The file gets its name in one step after all of its contents are on disk; if that fails, an existing file is
  /// unchanged. An existing file keeps its links, owner, and permissions.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - path: The path of the file.
  ///   - replacing: Whether to replace an existing file.
  ///   - target: The files that can be written. With ``Target/output``, devices and pipes are written directly.
  /// - Throws: `EEXIST` if the file exists and `replacing` is false.
  package static func write(
    _ bytes: [UInt8], to path: FilePath, replacing: Bool, _ target: Target = .output
  ) throws(FileError) {
    if target == .output, replacing, isSpecial(path) {
      return try FileError.naming(.write, path) {
        let descriptor = try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
        _ = try descriptor.closeAfter { try descriptor.writeAll(bytes) }
      }
    }
    var operation = FileError.Operation.create
    do {
      let file = try NewFile(path, replaces: replacing, target)
      operation = .write
      try file.descriptor.writeAll(bytes)
      try file.sync()
      operation = .create
      try file.publish()
      operation = .write
      try syncFolder(of: path)
    } catch {
      throw FileError(operation: operation, path: path, errno: Errno(thrown: error))
    }
  }
}

extension FileDescriptor {
  /// Copies the rest of this file or pipe to another, in pieces, because it may be larger than the memory.
  package func copy(to target: FileDescriptor) throws { try readRest { try target.writeAll($0) } }

  /// Passes on the rest of this file or pipe in pieces.
  package func readRest(_ take: (ArraySlice<UInt8>) throws -> Void) throws {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try unsafe chunk.withUnsafeMutableBytes { try unsafe read(into: $0) }
      if count == 0 { return }
      try take(chunk.prefix(count))
    }
  }
}

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

  /// Calls a function, and names the operation and the file in its error.
  package static func naming<Value>(
    _ operation: Operation, _ path: @autoclosure () -> FilePath, _ call: () throws -> Value
  ) throws(FileError) -> Value {
    do {
      return try call()
    } catch {
      throw FileError(operation: operation, path: path(), errno: Errno(thrown: error))
    }
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

  /// Calls functions of SystemPackage, and throws their error with its type.
  package static func typed<Value>(_ call: () throws -> Value) throws(Errno) -> Value {
    do {
      return try call()
    } catch {
      throw Errno(thrown: error)
    }
  }
}

extension FileError: LocalizedError {
  /// The operation, the path, and the reason.
  public var errorDescription: String? { description }
}
