internal import CLinux
internal import Glibc
package import SystemPackage

/// An existing file that gets new contents, and keeps its names, links, owner, and permissions.
///
/// Usually a new file takes its place in one step. A file with several names, or with an owner that this process can't
/// set, is overwritten instead: after the new contents are on disk.
struct ExistingFile {
  /// The path, with links resolved.
  let path: FilePath
  private let information: stat

  /// Examines the file to which a path leads, or returns `nil` if it doesn't exist.
  ///
  /// - Throws: `EISDIR` for a folder, `ENOENT` or `ELOOP` for a link that leads nowhere, or
  ///   ``SystemPackage/Errno/notRegularFile`` for a device, a pipe, and a link that the target excludes.
  init?(_ path: FilePath, _ target: FileSystem.Target) throws(Errno) {
    let information: Stat
    do throws(Errno) {
      information = try Stat(path, followTargetSymlink: target != .generated)
    } catch {
      guard let link = try? Stat(path, followTargetSymlink: false) else { return nil }
      // Anything else has been created in the meantime.
      if link.type == .symbolicLink { throw error }
      information = link
    }
    switch information.type {
    case .regular: break
    case .directory: throw .isDirectory
    default: throw .notRegularFile
    }
    self.path = target == .generated ? path : FileSystem.realPath(path) ?? path
    self.information = information.rawValue
  }

  /// Copies the owner and the permissions of this file to a new file.
  ///
  /// - Returns: `true` if the new file can take the place of this file, or `false` if this file must be overwritten.
  func prepare(_ newFile: FileDescriptor) -> Bool {
    let descriptor = newFile.rawValue
    var own = stat()
    guard information.st_nlink <= 1, unsafe fstat(descriptor, &own) == 0 else { return false }
    if own.st_uid != information.st_uid || own.st_gid != information.st_gid {
      guard fchown(descriptor, information.st_uid, information.st_gid) == 0 else { return false }
    }
    // The list contains the mode of the group.
    return copyAccessList(to: descriptor) && fchmod(descriptor, information.st_mode & 0o777) == 0
  }

  /// Copies the access control list (acl(5)), or removes the one that a new file gets from its folder.
  private func copyAccessList(to descriptor: Int32) -> Bool {
    let name = "system.posix_acl_access"
    var list = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe path.withPlatformString { unsafe getxattr($0, name, &list, list.count) }
    if count > 0 { return unsafe fsetxattr(descriptor, name, list, count, 0) == 0 }
    return unsafe fremovexattr(descriptor, name) == 0 || [ENODATA, ENOTSUP].contains(errno)
  }

  /// Overwrites the file with the contents of a new file, which are on disk already.
  func overwrite(with newFile: FileDescriptor) throws(Errno) {
    try Errno.typed {
      let file = try FileDescriptor.open(
        path, .writeOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
      try file.closeAfter { try copy(newFile, to: file) }
    }
  }

  private func copy(_ newFile: FileDescriptor, to file: FileDescriptor) throws {
    guard let now = try? Stat(file), now.type == .regular else { throw Errno.notRegularFile }
    let size = try newFile.seek(offset: 0, from: .end)
    // A full disk must be noticed before the old contents are gone.
    if size > now.size {
      let error = Errno(
        rawValue: posix_fallocate(file.rawValue, off_t(now.size), off_t(size) - off_t(now.size)))
      if [.noSpace, .diskQuotaExceeded].contains(error) {
        ftruncate(file.rawValue, off_t(now.size))
        throw error
      }
    }
    try newFile.seek(offset: 0, from: .start)
    try newFile.copy(to: file)
    guard try file.seek(offset: 0, from: .current) == size else { throw Errno.ioError }
    guard ftruncate(file.rawValue, off_t(size)) == 0 else { throw Errno(rawValue: errno) }
    try FileSystem.sync(file)
  }
}

extension Errno {
  /// The error for a device, pipe, socket, or link where only a regular file can be replaced.
  ///
  /// The system has no such error. This one is for mount(2), which midirec doesn't call on the user's behalf.
  package static let notRegularFile = Errno(rawValue: 15)  // ENOTBLK
}

extension FileSystem {
  /// The files that can be written at a path.
  package enum Target: Sendable {
    /// A file that the user has named, or a device or pipe, which is written directly.
    case output
    /// A regular file, or a link to one.
    case document
    /// A regular file that midirec has named. A link would lead to a file that the user doesn't expect to change.
    case generated
  }

  /// Moves a file to a path. An existing regular file there keeps its names, links, owner, and permissions.
  package static func move(_ path: FilePath, replacing newPath: FilePath) throws(Errno) {
    guard let existing = try ExistingFile(newPath, .document) else {
      try rename(path, replacing: newPath)
      return
    }
    try Errno.typed {
      let file = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
      try file.closeAfter {
        if existing.prepare(file) {
          try rename(path, replacing: existing.path)
        } else {
          try existing.overwrite(with: file)
          try remove(path)
        }
      }
    }
  }
}
