internal import Glibc
internal import SystemPackage

/// A file that gets its name in one step when it is whole; until then it is one beside its name, which goes when nobody
/// has this any more.
final class NewFile {
  /// Where it is written. Closed by whoever writes.
  let descriptor: FileDescriptor
  private let path: FilePath
  private let newPath: FilePath
  private let replaces: Bool
  private var isThere = true

  /// Makes the file beside the name.
  ///
  /// - Throws: `EEXIST` where the name is taken and may not be replaced, `EISDIR` where it is a folder's.
  init(_ path: FilePath, replaces: Bool) throws(Errno) {
    self.path = path
    self.replaces = replaces
    var information = stat()
    if unsafe stat(path.string, &information) == 0 {
      if information.st_mode & S_IFMT == S_IFDIR { throw .isDirectory }
      if !replaces { throw .fileExists }
    }
    let suffix = String(UInt32.random(in: 0 ... .max), radix: 36)
    newPath = path.removingLastComponent().appending(".\(path.lastComponent?.string ?? "").\(suffix)")
    do {
      descriptor = try FileDescriptor.open(
        newPath, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  deinit {
    if isThere { unsafe unlink(newPath.string) }
  }

  /// Opens what is there and is neither a file nor a folder: a device, a pipe; nothing where it is no such thing.
  static func openSpecial(_ path: FilePath) throws(Errno) -> FileDescriptor? {
    var information = stat()
    guard unsafe stat(path.string, &information) == 0,
      ![S_IFREG, S_IFDIR].contains(information.st_mode & S_IFMT)
    else { return nil }
    do {
      return try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  /// Brings its bytes to disk.
  func sync() throws(Errno) { try check(fdatasync(descriptor.rawValue)) }

  /// Gives it its name, and brings that to disk.
  ///
  /// - Throws: `EEXIST` where the name has been taken meanwhile and may not be replaced.
  func takeName() throws(Errno) {
    if replaces {
      try check(unsafe rename(newPath.string, path.string))
      isThere = false
    } else if unsafe link(newPath.string, path.string) != 0 {
      // Not all file systems have links.
      let failure = Errno(rawValue: errno)
      guard failure != .fileExists else { throw failure }
      guard unsafe access(path.string, F_OK) != 0 else { throw .fileExists }
      try check(unsafe rename(newPath.string, path.string))
      isThere = false
    }
    let folder = path.removingLastComponent()
    let opened = unsafe open(folder.isEmpty ? "." : folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder that can't be read is left to itself, and so is one that can't be synced.
    guard opened >= 0 else { return }
    defer { close(opened) }
    if fsync(opened) != 0, errno != EINVAL { throw Errno(rawValue: errno) }
  }

  private func check(_ result: Int32) throws(Errno) {
    if result < 0 { throw Errno(rawValue: errno) }
  }
}
