internal import MIDIRecSystem
internal import Synchronization
internal import SystemPackage

/// The hidden folder with the files that a studio has deleted from a folder and its subfolders.
///
/// The studio locks it. A hidden folder without a lock is from a studio that was killed.
final class DeletedFolder: Sendable {
  /// The folder that contains it.
  let parent: FilePath
  private let path: FilePath
  private let descriptor: FileDescriptor
  private let count = Atomic(0)

  private static let prefix = ".midirec-deleted-"

  /// Creates a hidden folder in a folder.
  convenience init(in parent: FilePath) throws(Errno) {
    let path = parent.appending("\(Self.prefix)\(Secret.new().prefix(8))")
    try FileSystem.makeFolder(path)
    try self.init(locking: path, in: parent)
    // A studio that starts may have found it before the lock.
    guard FileSystem.exists(path) else { throw .resourceTemporarilyUnavailable }
  }

  /// Opens a hidden folder.
  ///
  /// - Throws: `EAGAIN` if a studio has locked it.
  private init(locking path: FilePath, in parent: FilePath) throws(Errno) {
    (self.path, self.parent) = (path, parent)
    descriptor = try Errno.typed {
      try FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec])
    }
    guard FileSystem.lock(descriptor) else { throw .resourceTemporarilyUnavailable }
  }

  deinit {
    FileSystem.unlock(descriptor)
    try? descriptor.close()
  }

  /// Returns the hidden folders with files that killed studios have left in a folder.
  ///
  /// Another user or a cloned repository can bring such a folder, so its files aren't read.
  static func abandoned(in folder: FilePath) -> [FilePath] {
    let names = (try? FileSystem.names(in: folder)) ?? []
    return names.filter { $0.string.hasPrefix(prefix) }.map { folder.appending($0) }.filter { path in
      guard !FileSystem.isLink(path), let hidden = try? DeletedFolder(locking: path, in: folder) else {
        return false
      }
      hidden.remove()
      return FileSystem.exists(path)
    }
  }

  /// Whether the folder is still there.
  var exists: Bool { FileSystem.exists(path) }

  /// Returns the folder of the next deletion.
  func next() -> FilePath { path.appending("\(count.add(1, ordering: .relaxed).newValue)") }

  /// Removes the folder if it has no files.
  func remove() {
    for name in (try? FileSystem.names(in: path)) ?? [] {
      try? FileSystem.removeEmptyFolder(path.appending(name))
    }
    try? FileSystem.removeEmptyFolder(path)
  }
}

/// Files, or a folder, that a studio has deleted together from one folder. They keep their names.
struct DeletedFiles: Sendable {
  /// The hidden folder that has only these files.
  private let files: FilePath
  /// The folder that had them.
  private let place: FilePath
  /// The names of the files, or of a folder.
  let names: [FilePath.Component]
  /// The files in a deleted folder, by their paths in it.
  private let contents: [FilePath]

  /// Deletes files from a folder.
  ///
  /// - Parameters:
  ///   - names: The names of the files, or of a folder.
  ///   - place: The folder, relative to the parent of the hidden folder.
  ///   - contents: The files in the deleted folder, by their paths in it.
  init(
    _ names: [FilePath.Component], from place: FilePath, into hidden: DeletedFolder, contents: [FilePath] = []
  ) throws {
    (files, self.place) = (hidden.next(), hidden.parent.pushing(place))
    (self.names, self.contents) = (names, contents)
    do {
      try FileSystem.makeFolder(files)
      for name in names {
        try FileSystem.rename(self.place.appending(name), toFree: files.appending(name))
      }
    } catch {
      _ = try? restore()
      throw StudioError("can't delete \(names.map(\.string).joined(separator: " and ")): \(error)")
    }
  }

  /// Whether there are files to restore.
  var exist: Bool { FileSystem.exists(files) }

  /// Restores the files. If a name is taken, they get new names, or a folder with a new name.
  ///
  /// - Returns: The paths.
  @discardableResult
  func restore() throws -> [FilePath] {
    do {
      let names = try FileSystem.names(in: files)
      try FileSystem.makeFolders(place)
      let isTaken = names.contains { (try? Stat(place.appending($0), followTargetSymlink: false)) != nil }
      let paths =
        if names.count > 1, isTaken {
          // The files of a session belong together.
          [try Self.move(files, to: place)]
        } else {
          try names.map { try Self.move(files.appending($0), to: place.appending($0)) }
        }
      try? FileSystem.removeEmptyFolder(files)
      return paths
    } catch {
      throw StudioError("can't restore the files in \(files): \(error)")
    }
  }

  /// Moves a file to a path, or to the next one with a number if that isn't free.
  private static func move(_ file: FilePath, to path: FilePath) throws(Errno) -> FilePath {
    for number in 1... {
      do {
        try FileSystem.rename(file, toFree: path.numbered(number))
        return path.numbered(number)
      } catch {
        guard error == .fileExists else { throw error }
      }
    }
    throw .fileExists
  }

  /// Deletes the files for good. A folder stays if it contains other files by now.
  func purge() {
    for name in (try? FileSystem.names(in: files)) ?? [] {
      let file = files.appending(name)
      do {
        try FileSystem.remove(file)
      } catch {
        guard error == .isDirectory else { continue }
        for inside in contents { try? FileSystem.remove(file.pushing(inside)) }
        var folder = contents.first?.removingLastComponent() ?? ""
        while !folder.isEmpty {
          try? FileSystem.removeEmptyFolder(file.pushing(folder))
          folder.removeLastComponent()
        }
        try? FileSystem.removeEmptyFolder(file)
      }
    }
    try? FileSystem.removeEmptyFolder(files)
  }
}
