internal import CLinux
internal import Glibc
package import SystemPackage

/// A file that gets its name in one step when it is complete.
///
/// Until then it has no name, so nothing remains if the process dies. On file systems without unnamed files, such as
/// FAT and NFS, it has a hidden name in the same folder. That name is removed when the last owner releases the file.
///
/// It replaces an existing file as ``ExistingFile`` describes.
package final class NewFile: Sendable {
  /// The descriptor of the file, which is open as long as this object exists.
  package let descriptor: FileDescriptor
  private let path: FilePath
  private let replaces: Bool
  /// The file that it replaces, or `nil`.
  private let existing: ExistingFile?
  /// Whether the existing file is overwritten, rather than replaced in one step.
  private let overwrites: Bool
  /// The temporary name on file systems without unnamed files, or `nil`.
  private let hiddenPath: FilePath?

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - path: The final path.
  ///   - replaces: Whether to replace an existing file.
  ///   - target: The files that can be replaced.
  ///   - canBeUnnamed: Whether to create an unnamed file if the file system supports it.
  /// - Throws: `EEXIST` if the path exists and `replaces` is false, `EISDIR` if it is a folder, or
  ///   ``SystemPackage/Errno/notRegularFile``.
  package init(
    _ path: FilePath, replaces: Bool, _ target: FileSystem.Target = .document, canBeUnnamed: Bool = true
  ) throws(Errno) {
    if !replaces, FileSystem.exists(path) { throw FileSystem.isFolder(path) ? .isDirectory : .fileExists }
    existing = try ExistingFile(path, target)
    self.path = existing?.path ?? path
    self.replaces = replaces
    do {
      (descriptor, hiddenPath) = try Self.create(beside: self.path, canBeUnnamed)
      overwrites = existing.map { [descriptor] in !$0.prepare(descriptor) } ?? false
    } catch {
      // A file can be writable in a folder that isn't.
      guard existing != nil, [.permissionDenied, .notPermitted, .readOnlyFileSystem].contains(error) else {
        throw error
      }
      let folder = ProcessEnvironment.variables["TMPDIR"].map { FilePath($0) } ?? "/tmp"
      (descriptor, hiddenPath) = try Self.create(beside: folder.appending("midirec"), canBeUnnamed)
      overwrites = true
    }
    if overwrites, let refusal = FileSystem.refusalToWrite(self.path) { throw refusal }
  }

  private static func create(
    beside path: FilePath, _ canBeUnnamed: Bool
  ) throws(Errno) -> (FileDescriptor, FilePath?) {
    if canBeUnnamed, let descriptor = openUnnamed(in: path.removingLastComponent()) {
      return (descriptor, nil)
    }
    let hiddenPath = hiddenPath(beside: path)
    let descriptor = try Errno.typed {
      try FileDescriptor.open(
        hiddenPath, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: permissions)
    }
    return (descriptor, hiddenPath)
  }

  deinit {
    // Once the file has its final name, the hidden name no longer exists.
    if let hiddenPath { try? FileSystem.remove(hiddenPath) }
    try? descriptor.close()
  }

  /// Whether the file still exists, which is false if its hidden name was deleted.
  package var stillExists: Bool { hiddenPath.map { FileSystem.exists($0) } ?? true }

  /// Writes the contents to disk.
  package func sync() throws(Errno) { try FileSystem.syncData(of: descriptor) }

  /// Assigns the final name to the file, which ``FileSystem/syncFolder(of:)`` writes to disk.
  ///
  /// - Parameter other: A different path in the same folder, or `nil` for the original one.
  /// - Throws: `EEXIST` if the path now exists and must not be replaced.
  package func publish(as other: FilePath? = nil) throws(Errno) {
    if other == nil, overwrites, let existing {
      try overwrite(existing)
      return
    }
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

  private func overwrite(_ existing: ExistingFile) throws(Errno) {
    // If the system crashes in between, the new contents are in a hidden file, unless the folder is write-protected.
    let spare = hiddenPath == nil ? Self.hiddenPath(beside: path) : nil
    let hasSpare = spare.map { (try? FileSystem.link(descriptor, as: $0)) != nil } ?? false
    defer { if hasSpare, let spare { try? FileSystem.remove(spare) } }
    try existing.overwrite(with: descriptor)
  }

  private func nameUnnamed(_ path: FilePath) throws(Errno) {
    do {
      try FileSystem.link(descriptor, as: path)
    } catch {
      guard replaces, error == .fileExists else { throw error }
      // No system call links an unnamed file to an existing name.
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

  /// The permissions of new files before the system applies the umask.
  private static let permissions: FilePermissions = [
    .ownerReadWrite, .groupRead, .groupWrite, .otherRead, .otherWrite,
  ]

  /// Opens an unnamed file that can get a name later, or returns `nil` if that isn't supported.
  private static func openUnnamed(in folder: FilePath) -> FileDescriptor? {
    let options = FileDescriptor.OpenOptions(rawValue: LINUX_O_TMPFILE | O_CLOEXEC)
    guard
      let descriptor = try? FileDescriptor.open(
        folder.isEmpty ? "." : folder, .readWrite, options: options, permissions: permissions)
    else { return nil }
    // Naming needs /proc, which isn't always mounted.
    guard FileSystem.exists(FileSystem.path(of: descriptor)) else {
      try? descriptor.close()
      return nil
    }
    return descriptor
  }

  /// Returns an unused hidden path in the same folder.
  package static func hiddenPath(beside path: FilePath) -> FilePath {
    let suffix = String(UInt32.random(in: 0 ... .max), radix: 36)
    return path.replacingLastComponentBytes { Array(".".utf8) + $0 + Array(".\(suffix)".utf8) }
  }

  /// Returns the final name of a file with the given hidden name, or `nil` for other files.
  package static func name(ofHidden hiddenName: String) -> String? {
    guard hiddenName.hasPrefix("."), let end = hiddenName.lastIndex(of: "."), end > hiddenName.startIndex
    else {
      return nil
    }
    return String(hiddenName[..<end].dropFirst())
  }
}
