internal import CLinux
internal import Glibc
package import SystemPackage

/// A file that gets its name in one step when it is whole.
///
/// Until then it has no name at all, so that nothing is left of it, whatever ends the process. File systems that know no
/// such files, such as FAT and NFS, have it beside its name, from where it goes when nobody has this any more.
package final class NewFile: Sendable {
  /// Where it is written; open as long as anybody has this.
  package let descriptor: FileDescriptor
  private let path: FilePath
  private let replaces: Bool
  /// What it is called where it can't be without a name.
  private let hiddenPath: FilePath?

  /// Makes the file.
  ///
  /// - Parameters:
  ///   - path: The name that it will have.
  ///   - replaces: Whether a file that is there may be replaced.
  ///   - canBeUnnamed: Whether it has no name where the file system knows such files; else as where it doesn't.
  /// - Throws: `EEXIST` where the name is taken and may not be replaced, `EISDIR` where it is a folder's.
  package init(_ path: FilePath, replaces: Bool, canBeUnnamed: Bool = true) throws(Errno) {
    if FileSystem.isFolder(path) { throw .isDirectory }
    if !replaces, FileSystem.exists(path) { throw .fileExists }
    self.path = path
    self.replaces = replaces
    if canBeUnnamed, let descriptor = Self.openUnnamed(in: path.removingLastComponent()) {
      self.descriptor = descriptor
      hiddenPath = nil
      return
    }
    let hiddenPath = Self.hiddenPath(beside: path)
    do {
      descriptor = try FileDescriptor.open(
        hiddenPath, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: Self.permissions)
    } catch {
      throw Errno(thrown: error)
    }
    self.hiddenPath = hiddenPath
  }

  deinit {
    // Once it has its name, nothing is called so any more.
    if let hiddenPath { try? FileSystem.remove(hiddenPath) }
    try? descriptor.close()
  }

  /// Whether it can get its name; not where somebody has taken it away from beside it.
  package var isThere: Bool { hiddenPath.map(FileSystem.exists) ?? true }

  /// Brings its bytes to disk.
  package func sync() throws(Errno) { try FileSystem.syncData(of: descriptor) }

  /// Gives it its name, which ``FileSystem/syncFolder(of:)`` brings to disk.
  ///
  /// - Parameter other: Another name than it was to have, in the same folder.
  /// - Throws: `EEXIST` where the name has been taken meanwhile and may not be replaced.
  package func takeName(_ other: FilePath? = nil) throws(Errno) {
    let path = other ?? path
    guard let hiddenPath else {
      try nameUnnamed(path)
      return
    }
    if replaces {
      try FileSystem.rename(hiddenPath, replacing: path)
    } else {
      try FileSystem.rename(hiddenPath, toFree: path)
    }
  }

  private func nameUnnamed(_ path: FilePath) throws(Errno) {
    do {
      try FileSystem.link(descriptor, as: path)
    } catch {
      guard replaces, error == .fileExists else { throw error }
      // No call gives a file without a name one that is taken.
      let hiddenPath = Self.hiddenPath(beside: path)
      try FileSystem.link(descriptor, as: hiddenPath)
      do {
        try FileSystem.rename(hiddenPath, replacing: path)
      } catch {
        try? FileSystem.remove(hiddenPath)
        throw error
      }
    }
  }

  private static let permissions: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead]

  /// Opens a file without a name that can be given one later; nothing where there can't be any.
  private static func openUnnamed(in folder: FilePath) -> FileDescriptor? {
    let options = FileDescriptor.OpenOptions(rawValue: LINUX_O_TMPFILE | O_CLOEXEC)
    guard
      let descriptor = try? FileDescriptor.open(
        folder.isEmpty ? "." : folder, .readWrite, options: options, permissions: permissions)
    else { return nil }
    // Its name is given through /proc, which isn't mounted everywhere.
    guard FileSystem.exists(FileSystem.path(of: descriptor)) else {
      try? descriptor.close()
      return nil
    }
    return descriptor
  }

  /// Returns a hidden path in the same folder that no file has.
  package static func hiddenPath(beside path: FilePath) -> FilePath {
    let suffix = String(UInt32.random(in: 0 ... .max), radix: 36)
    return path.replacingLastComponentBytes { Array(".".utf8) + $0 + Array(".\(suffix)".utf8) }
  }

  /// The name that a file was to have, of which this is what it is called until then; nothing for other files.
  package static func name(ofHidden hiddenName: String) -> String? {
    guard hiddenName.hasPrefix("."), let end = hiddenName.lastIndex(of: "."), end > hiddenName.startIndex
    else {
      return nil
    }
    return String(hiddenName[..<end].dropFirst())
  }
}
