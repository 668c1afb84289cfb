internal import CLinux
internal import Glibc
package import SystemPackage

extension FileDescriptor {
  /// The folder of relative paths (`AT_FDCWD`), which isn't a real descriptor.
  package static let workingFolder = FileDescriptor(rawValue: AT_FDCWD)
}

/// An open folder, which stays the same folder when its path is renamed or leads elsewhere.
package final class OpenFolder: Sendable {
  /// The descriptor, which names in the folder can be relative to.
  package let descriptor: FileDescriptor

  /// Opens a folder.
  ///
  /// - Parameter path: The folder, or an empty path for the current folder.
  package init(_ path: FilePath) throws(Errno) {
    let path: FilePath = path.isEmpty ? "." : path
    do {
      descriptor = try FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec])
    } catch {
      guard error as? Errno == .permissionDenied else { throw Errno(thrown: error) }
      // Names in it can be used even if they can't be listed.
      let options = FileDescriptor.OpenOptions(rawValue: LINUX_O_PATH | O_DIRECTORY | O_CLOEXEC)
      descriptor = try Errno.typed { try FileDescriptor.open(path, .readOnly, options: options) }
    }
  }

  deinit { try? descriptor.close() }

  /// Writes the names to disk.
  ///
  /// Folders that can't be read and file systems that don't sync folders are ignored.
  package func sync() throws(Errno) {
    if fsync(descriptor.rawValue) != 0, ![EINVAL, EBADF].contains(errno) { throw Errno(rawValue: errno) }
  }

  /// Returns the path of a name in this folder.
  ///
  /// - Parameter folder: The path of this folder when it was opened.
  /// - Returns: The path in `folder` if that is still the path of this folder, or the absolute path. If this folder was
  ///   renamed and its path can't be found, it is the path in `folder`.
  package func path(of name: FilePath, openedAs folder: FilePath) -> FilePath {
    let own = FileStamp(of: descriptor)
    if own?.isSameFile(as: FileStamp(followingLinks: folder.isEmpty ? "." : folder)) == true {
      return folder.pushing(name)
    }
    return (currentPath ?? folder).pushing(name)
  }

  /// The absolute path, or `nil` if the folder was deleted.
  private var currentPath: FilePath? {
    if let path = FileSystem.realPath(FileSystem.path(of: descriptor)) { return path }
    // Without /proc, only the working folder has a path. It changes for a moment, in which no other thread of a capture
    // uses a relative path.
    guard let workingFolder = try? OpenFolder("."), fchdir(descriptor.rawValue) == 0 else { return nil }
    defer { fchdir(workingFolder.descriptor.rawValue) }
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    let found = unsafe FilePath(platformString: path)
    return found.isAbsolute ? found : nil
  }
}
