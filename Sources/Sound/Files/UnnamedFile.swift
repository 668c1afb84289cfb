internal import Glibc
internal import SystemPackage

/// Files without a name, which disappear when they are closed.
enum UnnamedFile {
  /// The folder for temporary files: `TMPDIR`, or `/tmp`.
  static var folder: FilePath {
    let folder = unsafe getenv("TMPDIR").map { unsafe FilePath(platformString: $0) } ?? ""
    return folder.isEmpty ? "/tmp" : folder
  }

  /// Creates a file in the folder for temporary files.
  static func create() throws(Errno) -> FileDescriptor {
    let path = folder.appending("midirec-XXXXXX")
    var template = unsafe path.withPlatformString { name in
      unsafe Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1))
    }
    let descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    _ = unsafe unlink(template)
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
      let error = Errno(rawValue: errno)
      close(descriptor)
      throw error
    }
    return FileDescriptor(rawValue: descriptor)
  }

  /// Copies input, such as a pipe, up to its end.
  static func copy(_ source: FileDescriptor, to target: FileDescriptor) throws {
    try read(source) { try target.writeAll($0) }
  }

  /// Returns all bytes of a file.
  static func bytes(of descriptor: FileDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try descriptor.seek(offset: 0, from: .start)
    try read(descriptor) { bytes += $0 }
    return bytes
  }

  private static func read(_ source: FileDescriptor, _ take: (ArraySlice<UInt8>) throws -> Void) throws {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try unsafe chunk.withUnsafeMutableBytes { try unsafe source.read(into: $0) }
      if count == 0 { return }
      try take(chunk.prefix(count))
    }
  }
}
