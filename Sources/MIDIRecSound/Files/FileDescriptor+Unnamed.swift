internal import Glibc
internal import MIDIRecSystem
internal import SystemPackage

extension FilePath {
  /// The folder for temporary files: `TMPDIR`, or `/tmp`.
  static var temporaryFolder: FilePath {
    let folder = unsafe getenv("TMPDIR").map { unsafe FilePath(platformString: $0) } ?? ""
    return folder.isEmpty ? "/tmp" : folder
  }
}

/// Files without a name, which disappear when they are closed.
extension FileDescriptor {
  /// Creates a file without a name in the folder for temporary files.
  static func unnamedFile() throws(Errno) -> FileDescriptor {
    let path = FilePath.temporaryFolder.appending("midirec-XXXXXX")
    var template = unsafe path.withPlatformString { name in
      unsafe Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1))
    }
    let descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    _ = unsafe unlink(template)
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
      let error = Errno(rawValue: errno)
      Glibc.close(descriptor)
      throw error
    }
    return FileDescriptor(rawValue: descriptor)
  }
}
