internal import FileIO
internal import SystemPackage

/// A Standard MIDI File of one track that grows on disk and is whole at every moment under its name.
///
/// The file that bears the name is never written to. Beside it stands a hidden one that lacks only what the last
/// sync added. A sync completes the hidden file, brings it to disk, and has the two exchange their names: so
/// whatever ends the process or the machine, and whatever write fails, the name leads to a file that is complete.
/// What is added is written twice, and a sync costs the same however long the journal has become.
struct TakeJournal: ~Copyable {
  /// One of the two files.
  private struct JournalCopy {
    let file: OpenFile
    var path: FilePath
    /// Where its End of Track event stands.
    var endOffset: Int64
  }

  /// The journal's name.
  let path: FilePath

  /// The file under ``path``.
  private var visibleCopy: JournalCopy
  /// The other one.
  private var stagingCopy: JournalCopy
  /// The events that only the shown file has.
  private var lastEvents: [UInt8] = []
  /// The events that no file has yet.
  private(set) var pendingEvents: [UInt8] = []
  /// Whether the names on disk may still be those before the last exchange.
  private var isFolderSyncDue = false
  private var canExchangeNames = true

  /// The header chunk has 14 bytes, the track's type and length eight.
  static let trackHeaderOffset: Int64 = 14
  static let trackDataOffset: Int64 = 22

  // MARK: Names

  /// The names that the hidden file can have, beside a journal.
  static func hiddenPaths(for path: FilePath) -> (FilePath, FilePath) {
    // As any program that opens a file by its ending would have it, they end with `.mid`.
    func hiddenPath(_ ending: String) -> FilePath {
      path.replacingLastComponentBytes { name in
        Array(".".utf8) + name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
          + Array(ending.utf8)
      }
    }
    return (hiddenPath(".next.mid"), hiddenPath(".last.mid"))
  }

  /// All names that a file of the journal can have.
  static func paths(for path: FilePath) -> [FilePath] {
    let hiddenPaths = hiddenPaths(for: path)
    return [path, hiddenPaths.0, hiddenPaths.1]
  }

  // MARK: Life

  /// Begins a journal.
  ///
  /// - Parameters:
  ///   - path: Its name, which must be free.
  ///   - header: The header chunk.
  ///   - events: The events that it begins with.
  ///   - end: The End of Track event after them.
  static func create(
    at path: FilePath, header: [UInt8], events: [UInt8], end: [UInt8]
  ) throws(Errno) -> TakeJournal {
    for path in paths(for: path) where FileSystem.exists(path) { throw .fileExists }
    let (firstPath, secondPath) = hiddenPaths(for: path)
    var created: [FilePath] = []
    do throws(Errno) {
      let twins = [firstPath, secondPath]
      var files: [OpenFile] = []
      for twin in twins {
        files.append(try OpenFile(creating: twin))
        created.append(twin)
      }
      for file in files {
        try file.write(header, at: 0)
        try file.writeTrackHeader(dataLength: Int64(events.count + end.count))
        try file.write(events + end, at: trackDataOffset)
        try FileSystem.syncData(of: file.descriptor)
      }
      try FileSystem.rename(firstPath, toFree: path)
      created[0] = path
      try Self.syncNames(of: files, in: path)
      let endOffset = trackDataOffset + Int64(events.count)
      return TakeJournal(
        path: path, visibleCopy: JournalCopy(file: files[0], path: path, endOffset: endOffset),
        stagingCopy: JournalCopy(file: files[1], path: secondPath, endOffset: endOffset))
    } catch {
      for path in created { try? FileSystem.remove(path) }
      throw error
    }
  }

  private init(path: FilePath, visibleCopy: JournalCopy, stagingCopy: JournalCopy) {
    self.path = path
    self.visibleCopy = visibleCopy
    self.stagingCopy = stagingCopy
  }

  /// Adds events. They are in memory until the next ``sync(end:)``.
  mutating func append(_ events: [UInt8]) { pendingEvents += events }

  /// Whether there is something that ``sync(end:)`` has not brought to disk.
  var needsSync: Bool { !pendingEvents.isEmpty || isFolderSyncDue }

  /// Brings what was added to disk.
  ///
  /// - Parameter end: The End of Track event.
  /// - Throws: What went wrong. What an earlier call has brought to disk is there, under the journal's name; the
  ///   rest stays in memory, and the next call tries it again.
  /// - Complexity: O(*n*) in the number of bytes that were added since the call before the last one.
  mutating func sync(end: [UInt8]) throws(FileError) {
    // Before the names are safe the file that is hidden now may be the one that a power cut would show.
    try syncNames()
    do {
      var offset = stagingCopy.endOffset
      for part in [lastEvents, pendingEvents, end] where !part.isEmpty {
        try stagingCopy.file.write(part, at: offset)
        offset += Int64(part.count)
      }
      try stagingCopy.file.writeTrackHeader(dataLength: offset - Self.trackDataOffset)
      try FileSystem.syncData(of: stagingCopy.file.descriptor)
      try exchangeNames()
      stagingCopy.endOffset = offset - Int64(end.count)
    } catch {
      throw FileError(operation: .write, path: path, errno: error)
    }
    swap(&visibleCopy, &stagingCopy)
    swap(&lastEvents, &pendingEvents)
    pendingEvents.removeAll(keepingCapacity: true)
    isFolderSyncDue = true
    try syncNames()
  }

  private mutating func syncNames() throws(FileError) {
    guard isFolderSyncDue else { return }
    do {
      try Self.syncNames(of: [visibleCopy.file, stagingCopy.file], in: path)
    } catch {
      throw FileError(operation: .write, path: path, errno: error)
    }
    isFolderSyncDue = false
  }

  /// Brings names to disk: with the folder, and with each file, because on FAT the place and the length of a file
  /// stand beside its name, and are written only with the file.
  private static func syncNames(of files: [OpenFile], in path: FilePath) throws(Errno) {
    try FileSystem.syncFolder(of: path)
    for file in files { try FileSystem.sync(file.descriptor) }
  }

  // MARK: Exchanging names

  private mutating func exchangeNames() throws(Errno) {
    if canExchangeNames {
      do {
        try FileSystem.exchange(stagingCopy.path, path)
        swap(&visibleCopy.path, &stagingCopy.path)
        return
      } catch {
        guard FileSystem.unsupported.contains(error) else { throw error }
        canExchangeNames = false
      }
    }
    try exchangeNamesByLinks()
  }

  /// Where names can't be exchanged in one step: the shown file gets the free one of the hidden names as a second
  /// one, and then loses its first one to the hidden file.
  private mutating func exchangeNamesByLinks() throws(Errno) {
    let (firstPath, secondPath) = Self.hiddenPaths(for: path)
    let freePath = stagingCopy.path == firstPath ? secondPath : firstPath
    // Where an earlier call has come no further than this, the shown file has the other name already.
    var isLinked = false
    if visibleCopy.path == path {
      do {
        try FileSystem.link(path, as: freePath)
        isLinked = true
      } catch {
        guard FileSystem.unsupported.contains(error) else { throw error }
        // No links either: for a moment both files are hidden ones, and both are whole.
        try FileSystem.rename(path, replacing: freePath)
        visibleCopy.path = freePath
      }
    }
    do {
      try FileSystem.rename(stagingCopy.path, replacing: path)
    } catch {
      if isLinked {
        try? FileSystem.remove(freePath)
      } else if (try? FileSystem.rename(freePath, replacing: path)) != nil {
        visibleCopy.path = path
      }
      throw error
    }
    visibleCopy.path = freePath
    stagingCopy.path = path
  }

  // MARK: The end

  /// Gives the journal a name of its own. The hidden file is gone then.
  ///
  /// - Parameter replacing: Whether a file that has the name may be replaced.
  mutating func rename(to newPath: FilePath, replacing: Bool) throws(FileError) {
    try removeHidden()
    do {
      if replacing {
        try FileSystem.rename(path, replacing: newPath)
      } else {
        try FileSystem.rename(path, toFree: newPath)
      }
    } catch {
      throw FileError(operation: .create, path: newPath, errno: error)
    }
    visibleCopy.path = newPath
    isFolderSyncDue = true
    try syncNames()
  }

  private func removeHidden() throws(FileError) {
    do {
      try FileSystem.remove(stagingCopy.path)
    } catch {
      throw FileError(operation: .write, path: stagingCopy.path, errno: error)
    }
  }

  /// Removes both files.
  func remove() throws(FileError) {
    try removeHidden()
    do {
      try FileSystem.remove(path)
      try FileSystem.syncFolder(of: path)
    } catch {
      throw FileError(operation: .write, path: path, errno: error)
    }
  }

  /// Where the shown file stands, the file itself, and how many of its bytes come before the End of Track event.
  var saved: (path: FilePath, file: OpenFile, endOffset: Int64) {
    (visibleCopy.path, visibleCopy.file, visibleCopy.endOffset)
  }
}

extension OpenFile {
  fileprivate func writeTrackHeader(dataLength: Int64) throws(Errno) {
    try write(
      MIDIFile.encodedTrackHeader(length: UInt32(clamping: dataLength)), at: TakeJournal.trackHeaderOffset)
  }
}
