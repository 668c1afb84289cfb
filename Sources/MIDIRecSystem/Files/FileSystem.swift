internal import CLinux
internal import Glibc
package import SystemPackage

/// The system calls on names and folders that SystemPackage lacks. Each throws the system's error.
package enum FileSystem {
  /// The errors of file systems that don't support a method of renaming.
  package static let unsupported: Set<Errno> = [.invalidArgument, .noFunction, .notSupported, .notPermitted]

  package static func exists(_ path: FilePath, in folder: FileDescriptor = .workingFolder) -> Bool {
    unsafe path.withPlatformString { unsafe faccessat(folder.rawValue, $0, F_OK, 0) } == 0
  }

  package static func isFolder(_ path: FilePath) -> Bool {
    guard let folder = unsafe path.withPlatformString({ unsafe opendir($0) }) else { return false }
    unsafe closedir(folder)
    return true
  }

  /// Returns whether a path names a symbolic link.
  package static func isLink(_ path: FilePath) -> Bool {
    (try? Stat(path, followTargetSymlink: false).type) == .symbolicLink
  }

  /// Returns whether a path names neither a file nor a folder, but a device or pipe.
  package static func isSpecial(_ path: FilePath) -> Bool {
    guard let type = try? Stat(path).type else { return false }
    return ![.regular, .directory].contains(type)
  }

  /// Returns the names in a folder in the order of their bytes, including hidden names.
  ///
  /// - Parameter folder: The folder, or an empty path for the current folder.
  package static func names(in folder: FilePath) throws(Errno) -> [FilePath.Component] {
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
    return components.map { (component: $0, bytes: $0.bytes) }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      .map(\.component)
  }

  /// Creates a file that must not exist, for reading and writing.
  package static func create(
    _ path: FilePath, in folder: FileDescriptor = .workingFolder
  ) throws(Errno) -> FileDescriptor {
    let number = try unsafe call(path) { unsafe linux_create_file(folder.rawValue, $0, 0o666) }
    return FileDescriptor(rawValue: number)
  }

  /// Removes a name of a file.
  package static func remove(
    _ path: FilePath, in folder: FileDescriptor = .workingFolder
  ) throws(Errno) {
    try unsafe call(path) { unsafe unlinkat(folder.rawValue, $0, 0) }
  }

  /// Adds a name to a file; the name must not exist.
  package static func link(
    _ path: FilePath, as newPath: FilePath, in folder: FileDescriptor = .workingFolder
  ) throws(Errno) {
    try unsafe call(path, newPath) { unsafe linkat(folder.rawValue, $0, folder.rawValue, $1, 0) }
  }

  /// Adds a name to an open file without a name; the name must not exist.
  package static func link(_ descriptor: FileDescriptor, as newPath: FilePath) throws(Errno) {
    try unsafe call(path(of: descriptor), newPath) {
      unsafe linkat(AT_FDCWD, $0, AT_FDCWD, $1, AT_SYMLINK_FOLLOW)
    }
  }

  /// Returns the path in `/proc` of an open file of this process, whatever its name.
  package static func path(of descriptor: FileDescriptor) -> FilePath {
    FilePath("/proc/self/fd/\(descriptor.rawValue)")
  }

  /// Renames a file atomically and replaces an existing file.
  package static func rename(
    _ path: FilePath, replacing newPath: FilePath, in folder: FileDescriptor = .workingFolder
  ) throws(Errno) {
    try unsafe call(path, newPath) { unsafe renameat(folder.rawValue, $0, folder.rawValue, $1) }
  }

  /// Renames a file to a name that must not exist.
  package static func rename(
    _ path: FilePath, toFree newPath: FilePath, in folder: FileDescriptor = .workingFolder
  ) throws(Errno) {
    do {
      try rename(path, newPath, in: folder, flags: LINUX_RENAME_NOREPLACE)
    } catch {
      guard unsupported.contains(error) else { throw error }
      do {
        try link(path, as: newPath, in: folder)
        try remove(path, in: folder)
      } catch {
        // The file system supports neither; check, then rename.
        guard unsupported.contains(error) else { throw error }
        guard !exists(newPath, in: folder) else { throw .fileExists }
        try rename(path, replacing: newPath, in: folder)
      }
    }
  }

  /// Exchanges the names of two files atomically.
  package static func exchange(
    _ path: FilePath, _ otherPath: FilePath, in folder: FileDescriptor = .workingFolder
  ) throws(Errno) {
    try rename(path, otherPath, in: folder, flags: LINUX_RENAME_EXCHANGE)
  }

  private static func rename(
    _ path: FilePath, _ newPath: FilePath, in folder: FileDescriptor, flags: UInt32
  ) throws(Errno) {
    try unsafe call(path, newPath) { unsafe renameat2(folder.rawValue, $0, folder.rawValue, $1, flags) }
  }

  /// Writes the names in a file's folder to disk.
  ///
  /// Folders that can't be read and file systems that don't sync folders are ignored.
  package static func syncFolder(of path: FilePath) throws(Errno) {
    try OpenFolder(path.removingLastComponent()).sync()
  }

  /// Writes the data of a file to disk, and the attributes that are needed to read it.
  package static func syncData(of descriptor: FileDescriptor) throws(Errno) {
    try check(fdatasync(descriptor.rawValue))
  }

  /// Writes a file with all its attributes to disk.
  package static func sync(_ descriptor: FileDescriptor) throws(Errno) {
    try check(fsync(descriptor.rawValue))
  }

  /// Locks an open file for this process until it closes the file.
  ///
  /// - Returns: `true` if the file is locked now, or `false` if another process has locked it. File systems without
  ///   locks always return `true`.
  package static func lock(_ descriptor: FileDescriptor) -> Bool {
    flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  /// Removes the lock of ``lock(_:)``, including from copies of the descriptor.
  ///
  /// Closing the descriptor isn't enough: a child process that another thread has just forked has a copy of it until it
  /// executes its program.
  package static func unlock(_ descriptor: FileDescriptor) { flock(descriptor.rawValue, LOCK_UN) }

  /// Creates a folder, whose parent must exist.
  package static func makeFolder(_ path: FilePath, permissions: UInt32 = 0o777) throws(Errno) {
    try unsafe call(path) { unsafe mkdir($0, permissions) }
  }

  /// Creates a folder and its missing parents.
  package static func makeFolders(_ path: FilePath) throws(Errno) {
    var folder = FilePath(root: path.root)
    var refusal: Errno?
    for component in path.components {
      folder.append(component)
      do {
        try makeFolder(folder)
        refusal = nil
      } catch {
        refusal = error
      }
    }
    if let refusal, refusal != .fileExists || !isFolder(path) { throw refusal }
  }

  /// Removes a folder and its contents, without following links.
  package static func removeFolder(_ path: FilePath) throws(Errno) {
    for name in try names(in: path) {
      let inside = path.appending(name)
      do {
        try remove(inside)
      } catch {
        guard error == .isDirectory else { throw error }
        try removeFolder(inside)
      }
    }
    try removeEmptyFolder(path)
  }

  /// Removes a folder, which must be empty.
  package static func removeEmptyFolder(_ path: FilePath) throws(Errno) {
    try unsafe call(path) { unsafe rmdir($0) }
  }

  /// Opens a folder, which is created if it doesn't exist, and waits until it can lock the folder.
  ///
  /// The folder is locked because files in it are replaced when they change. File systems without locks lock nothing.
  package static func lockedFolder(_ folder: FilePath) throws(Errno) -> FileDescriptor {
    var refusal: Errno?
    do {
      try makeFolders(folder)
    } catch {
      refusal = error
    }
    do {
      let descriptor = try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
      while flock(descriptor.rawValue, LOCK_EX) != 0, errno == EINTR {}
      return descriptor
    } catch {
      let errno = Errno(thrown: error)
      throw errno == .noSuchFileOrDirectory ? refusal ?? errno : errno
    }
  }

  /// Returns the reason that this process can't write a file or folder, or `nil` if it can.
  package static func refusalToWrite(_ path: FilePath) -> Errno? {
    unsafe path.withPlatformString { unsafe access($0, W_OK) == 0 ? nil : Errno(rawValue: errno) }
  }

  /// Returns the path with links resolved, or `nil` if it doesn't exist.
  package static func realPath(_ path: FilePath) -> FilePath? {
    guard let real = unsafe path.withPlatformString({ unsafe realpath($0, nil) }) else { return nil }
    defer { unsafe free(real) }
    return unsafe FilePath(platformString: real)
  }

  /// Returns the absolute path, without `.` and `..`.
  ///
  /// - Throws: The system's error if the path is relative and the current folder no longer exists.
  package static func absolutePath(_ path: FilePath) throws(Errno) -> FilePath {
    // A name before ".." may be a link to a different place, so it must be resolved. The names after it stay, because
    // a link can be more than its target, such as the Python of a virtual environment.
    if let up = path.components.lastIndex(where: { $0.kind == .parentDirectory }) {
      let rest = path.components[path.components.index(after: up)...]
      let start = FilePath(root: path.root, path.components[...up])
      if let real = realPath(start) { return real.appending(rest).lexicallyNormalized() }
    }
    guard !path.isAbsolute else { return path.lexicallyNormalized() }
    guard let current = realPath(".") else { throw Errno(rawValue: errno) }
    return current.pushing(path).lexicallyNormalized()
  }

  /// Performs a system call with a path.
  ///
  /// - Returns: The result, which is at least zero.
  @discardableResult
  private static func call(
    _ path: FilePath, _ body: (UnsafePointer<CChar>) -> Int32
  ) throws(Errno) -> Int32 {
    let (result, errno) = unsafe path.withPlatformString { unsafe (body($0), Glibc.errno) }
    if result < 0 { throw Errno(rawValue: errno) }
    return result
  }

  /// Performs a system call with two paths.
  private static func call(
    _ path: FilePath, _ otherPath: FilePath,
    _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  ) throws(Errno) {
    try unsafe call(path) { path in unsafe otherPath.withPlatformString { unsafe body(path, $0) } }
  }

  private static func check(_ result: Int32) throws(Errno) {
    if result < 0 { throw Errno(rawValue: errno) }
  }
}

extension FilePath.Component {
  /// The bytes of the name, which may not be UTF-8.
  package var bytes: [UInt8] {
    unsafe withPlatformString { name in
      unsafe UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) }
    }
  }

  /// Creates a name, or returns `nil` if the bytes are empty or contain a slash or zero.
  package init?(bytes: some Collection<UInt8>) {
    if bytes.contains(0) { return nil }
    unsafe self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
  }
}

extension FilePath {
  /// Returns the path with its last component changed, or the path itself if the new bytes aren't a name.
  package func replacingLastComponentBytes(_ change: ([UInt8]) -> [UInt8]) -> FilePath {
    guard let name = FilePath.Component(bytes: change(lastComponent?.bytes ?? [])) else { return self }
    return removingLastComponent().appending(name)
  }

  /// Returns the path with a number after the stem, `take-2.mid` for `take.mid`, or the same path for the number 1.
  package func numbered(_ number: Int) -> FilePath {
    guard number > 1 else { return self }
    return replacingLastComponentBytes { name in
      // A leading dot marks a hidden file, not an extension.
      let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.endIndex
      return name[..<dot] + Array("-\(number)".utf8) + name[dot...]
    }
  }
}
