internal import Glibc
public import SystemPackage

extension MIDIFile {
  /// Writes the bytes of a file, whole or not at all: beside its name first, then under it.
  ///
  /// What is no file but a device or a pipe is written to as it is.
  ///
  /// - Parameter replacing: Whether a file that exists there may be replaced.
  /// - Throws: `EEXIST` where there is one that may not; whatever else keeps it from being created or written.
  public static func write(_ bytes: [UInt8], to path: FilePath, replacing: Bool) throws(FileError) {
    var information = stat()
    let exists = unsafe stat(path.string, &information) == 0
    let kind = information.st_mode & S_IFMT
    if exists, kind == S_IFDIR { throw FileError(operation: .create, path: path, errno: .isDirectory) }
    if exists, !replacing { throw FileError(operation: .create, path: path, errno: .fileExists) }
    if exists, kind != S_IFREG {
      try write(bytes, to: path, options: [])
      return
    }
    var newPath = path
    newPath.removeLastComponent()
    newPath.append(".\(path.lastComponent?.string ?? "").\(getpid())")
    do throws(FileError) {
      try write(bytes, to: newPath, options: [.create, .truncate])
      // `link` refuses a name that is taken, which `rename` would replace.
      let result =
        unsafe replacing ? rename(newPath.string, path.string) : link(newPath.string, path.string)
      guard result == 0 else {
        throw FileError(operation: .create, path: path, errno: Errno(rawValue: errno))
      }
      if !replacing { unsafe unlink(newPath.string) }
    } catch {
      unsafe unlink(newPath.string)
      throw FileError(operation: error.operation, path: path, errno: error.errno)
    }
  }

  private static func write(
    _ bytes: [UInt8], to path: FilePath, options: FileDescriptor.OpenOptions
  ) throws(FileError) {
    let descriptor: FileDescriptor
    do {
      descriptor = try FileDescriptor.open(
        path, .writeOnly, options: options, permissions: [.ownerReadWrite, .groupRead, .otherRead])
    } catch {
      throw FileError(operation: .create, path: path, errno: error as? Errno ?? .ioError)
    }
    do {
      try descriptor.closeAfter {
        try descriptor.writeAll(bytes)
        if options.contains(.create), fsync(descriptor.rawValue) != 0 { throw Errno(rawValue: errno) }
      }
    } catch {
      throw FileError(operation: .write, path: path, errno: error as? Errno ?? .ioError)
    }
  }
}
