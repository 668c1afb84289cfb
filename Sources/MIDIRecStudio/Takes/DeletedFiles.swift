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

  /// Returns the hidden folders in a folder that studios have left.
  static func abandoned(in folder: FilePath) -> [DeletedFolder] {
    let names = (try? FileSystem.names(in: folder)) ?? []
    return names.filter { $0.string.hasPrefix(prefix) }
      .compactMap { try? DeletedFolder(locking: folder.appending($0), in: folder) }
  }

  /// The deletions, the latest first.
  var deletions: [DeletedFiles] {
    let numbers = ((try? FileSystem.names(in: path)) ?? []).compactMap { Int($0.string) }
    return numbers.sorted(by: >).compactMap { DeletedFiles(in: path.appending("\($0)"), of: parent) }
  }

  /// Returns the place of the next deletion.
  func next() -> FilePath { path.appending("\(count.add(1, ordering: .relaxed).newValue)") }

  /// Removes the folder if it is empty.
  func remove() { try? FileSystem.removeEmptyFolder(path) }
}

/// Files, or a folder, that a studio has deleted together from one folder. They keep their names.
struct DeletedFiles: Sendable {
  /// The folder with the files, and with the file ``placeName``.
  private let entry: FilePath
  /// The folder that had them, or `nil` if that isn't a folder below the parent of the hidden folder.
  private let place: FilePath?
  /// The names of the files, or of a folder. Empty if an earlier studio has deleted them.
  private(set) var names: [FilePath.Component] = []
  /// The files in a deleted folder, by their paths in it.
  private var contents: [FilePath] = []

  /// The name of the file that has the place, relative to the parent of the hidden folder.
  private static let placeName: FilePath.Component = "place"

  private var files: FilePath { entry.appending("files") }

  /// Deletes files from a folder.
  ///
  /// - Parameters:
  ///   - names: The names of the files, or of a folder.
  ///   - place: The folder, relative to the parent of the hidden folder.
  ///   - contents: The files in the deleted folder, by their paths in it.
  init(
    _ names: [FilePath.Component], from place: FilePath, into hidden: DeletedFolder, contents: [FilePath] = []
  ) throws {
    let folder = hidden.parent.pushing(place)
    (entry, self.place, self.names, self.contents) = (hidden.next(), folder, names, contents)
    do {
      try FileSystem.makeFolder(entry)
      try FileSystem.makeFolder(files)
      let bytes = place.components.map(\.bytes).joined(separator: [UInt8(ascii: "/")])
      try FileSystem.write(Array(bytes), to: entry.appending(Self.placeName), replacing: false)
      for name in names { try FileSystem.rename(folder.appending(name), toFree: files.appending(name)) }
    } catch {
      _ = try? restore()
      throw StudioError("can't delete \(names.map(\.string).joined(separator: " and ")): \(error)")
    }
  }

  /// Finds the files of an earlier studio, or returns `nil` if the entry has no place.
  fileprivate init?(in entry: FilePath, of parent: FilePath) {
    guard let bytes = try? FileSystem.bytes(of: entry.appending(Self.placeName)) else { return nil }
    self.entry = entry
    place = Self.folder(bytes, in: parent)
  }

  /// Returns a folder by its relative path, or `nil` if that leads out of the parent, as in a forged hidden folder.
  private static func folder(_ path: [UInt8], in parent: FilePath) -> FilePath? {
    var folder = parent
    for name in path.split(separator: UInt8(ascii: "/")) {
      guard let name = FilePath.Component(bytes: name), name.kind == .regular else { return nil }
      folder.append(name)
      if FileSystem.isLink(folder) { return nil }
    }
    return folder
  }

  /// Whether there are files to restore.
  var exist: Bool { FileSystem.exists(files) }

  /// Restores the files. If a name is taken, they get new names, or a folder with a new name.
  ///
  /// - Returns: The paths.
  @discardableResult
  func restore() throws -> [FilePath] {
    do {
      guard let place else { throw StudioError("they were in a linked folder") }
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
      removeEntry()
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
    removeEntry()
  }

  /// Removes the folders without files.
  private func removeEntry() {
    try? FileSystem.removeEmptyFolder(files)
    guard !exist else { return }
    try? FileSystem.remove(entry.appending(Self.placeName))
    try? FileSystem.removeEmptyFolder(entry)
  }
}
