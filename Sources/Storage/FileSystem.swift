internal import CLinux
internal import Glibc
package import SystemPackage

/// The system calls on names and folders that SystemPackage lacks. Each throws what the system said.
package enum FileSystem {
  /// What file systems say to a way of renaming that they don't have.
  package static let unsupported: Set<Errno> = [.invalidArgument, .noFunction, .notSupported, .notPermitted]

  package static func exists(_ path: FilePath) -> Bool {
    unsafe access(path.string, F_OK) == 0
  }

  package static func isFolder(_ path: FilePath) -> Bool {
    guard let folder = unsafe opendir(path.string) else { return false }
    unsafe closedir(folder)
    return true
  }

  /// Whether something is there that is neither a file nor a folder: a device, a pipe.
  package static func isSpecial(_ path: FilePath) -> Bool {
    var information = stat()
    guard unsafe stat(path.string, &information) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(information.st_mode & S_IFMT)
  }

  /// The names of all that is in a folder, hidden ones too, in the order that the system gives. The empty path is the
  /// folder that the process works in.
  package static func names(in folder: FilePath) throws(Errno) -> [String] {
    try components(in: folder).map(\.string)
  }

  /// The same names as the file system has them, which needn't be text.
  package static func components(in folder: FilePath) throws(Errno) -> [FilePath.Component] {
    let place: FilePath = folder.isEmpty ? "." : folder
    guard let stream = unsafe place.withPlatformString({ unsafe opendir($0) }) else {
      throw Errno(rawValue: errno)
    }
    defer { unsafe closedir(stream) }
    var components: [FilePath.Component] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let component = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe FilePath.Component(platformString: $0)
        }
      }
      if let component, component.kind == .regular { components.append(component) }
    }
    guard errno == 0 else { throw Errno(rawValue: errno) }
    return components
  }

  /// Takes a file's name away.
  package static func remove(_ path: FilePath) throws(Errno) {
    try check(unsafe unlink(path.string))
  }

  /// Gives a file a second name, which must be free.
  package static func link(_ path: FilePath, as newPath: FilePath) throws(Errno) {
    try check(unsafe Glibc.link(path.string, newPath.string))
  }

  /// Gives an open file that has none a name, which must be free.
  package static func link(_ descriptor: FileDescriptor, as newPath: FilePath) throws(Errno) {
    try check(
      unsafe linkat(
        AT_FDCWD, path(of: descriptor).string, AT_FDCWD, newPath.string, AT_SYMLINK_FOLLOW))
  }

  /// Where the kernel shows an open file of this process, whatever it is called.
  package static func path(of descriptor: FileDescriptor) -> FilePath {
    FilePath("/proc/self/fd/\(descriptor.rawValue)")
  }

  /// Gives a file another name in one step. A file that had it is gone then.
  package static func rename(_ path: FilePath, replacing newPath: FilePath) throws(Errno) {
    try check(unsafe Glibc.rename(path.string, newPath.string))
  }

  /// Gives a file another name, which must be free.
  package static func rename(_ path: FilePath, toFree newPath: FilePath) throws(Errno) {
    do {
      try rename(path, newPath, flags: LINUX_RENAME_NOREPLACE)
    } catch {
      guard unsupported.contains(error) else { throw error }
      do {
        try link(path, as: newPath)
        try remove(path)
      } catch {
        // A file system that has neither: look, then rename.
        guard unsupported.contains(error) else { throw error }
        guard !exists(newPath) else { throw .fileExists }
        try rename(path, replacing: newPath)
      }
    }
  }

  /// Swaps the names of two files in one step.
  package static func exchange(_ path: FilePath, _ otherPath: FilePath) throws(Errno) {
    try rename(path, otherPath, flags: LINUX_RENAME_EXCHANGE)
  }

  private static func rename(_ path: FilePath, _ newPath: FilePath, flags: UInt32) throws(Errno) {
    try check(unsafe renameat2(AT_FDCWD, path.string, AT_FDCWD, newPath.string, flags))
  }

  /// Brings the names in a file's folder to disk. Folders that can't be read, and file systems that don't sync
  /// folders, are left to themselves.
  package static func syncFolder(of path: FilePath) throws(Errno) {
    let folder = path.removingLastComponent()
    let descriptor = unsafe open(folder.isEmpty ? "." : folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0, errno == EACCES { return }
    try check(descriptor)
    defer { close(descriptor) }
    if fsync(descriptor) != 0, errno != EINVAL { throw Errno(rawValue: errno) }
  }

  /// Brings a file's data to disk, and of its attributes what is needed to read them.
  package static func syncData(of descriptor: FileDescriptor) throws(Errno) {
    try check(fdatasync(descriptor.rawValue))
  }

  /// Brings a file to disk with all its attributes.
  package static func sync(_ descriptor: FileDescriptor) throws(Errno) {
    try check(fsync(descriptor.rawValue))
  }

  /// Marks an open file as in use by this process, until it closes it.
  ///
  /// - Returns: Whether it is free for that: false where another process has marked it. File systems that know no
  ///   locks say true.
  package static func lock(_ descriptor: FileDescriptor) -> Bool {
    flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  private static func check(_ result: Int32) throws(Errno) {
    if result < 0 { throw Errno(rawValue: errno) }
  }
}
