internal import FileIO
internal import SystemPackage

/// A Standard MIDI File of one track that grows on disk and is valid at every moment.
///
/// The visible file is never written to. A hidden file next to it lacks only the events of the last sync. A sync
/// completes the hidden file, writes it to disk, and exchanges the names of both. If the process or machine dies, or a
/// write fails, the name therefore still leads to a complete file. Events are written twice, and the cost of a sync
/// doesn't depend on the length of the journal.
struct TakeJournal: ~Copyable {
  /// One of the two files.
  private struct JournalCopy {
    let file: OpenFile
    var path: FilePath
    /// The offset of its End of Track event.
    var endOffset: Int64
  }

  /// The path of the journal.
  let path: FilePath

  /// The file at ``path``.
  private var visibleCopy: JournalCopy
  /// The hidden file.
  private var stagingCopy: JournalCopy
  /// The events that are only in the visible file.
  private var lastEvents: [UInt8] = []
  /// The events that are in neither file.
  private(set) var pendingEvents: [UInt8] = []
  /// Whether the names on disk may still be those before the last exchange.
  private var isFolderSyncDue = false
  private var canExchangeNames = true

  /// The offset of the track header, after the header chunk of 14 bytes.
  static let trackHeaderOffset: Int64 = 14
  static let trackDataOffset: Int64 = 22

  // MARK: Names

  /// Returns the two possible names of the hidden file of a journal.
  static func hiddenPaths(for path: FilePath) -> (FilePath, FilePath) {
    // They end with `.mid`, so that programs that check the extension can open them.
    func hiddenPath(_ ending: String) -> FilePath {
      path.replacingLastComponentBytes { name in
        Array(".".utf8) + name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
          + Array(ending.utf8)
      }
    }
    return (hiddenPath(".next.mid"), hiddenPath(".last.mid"))
  }

  /// Returns all possible names of the files of a journal.
  static func paths(for path: FilePath) -> [FilePath] {
    let hiddenPaths = hiddenPaths(for: path)
    return [path, hiddenPaths.0, hiddenPaths.1]
  }

  // MARK: Writing

  /// Creates a journal.
  ///
  /// - Parameters:
  ///   - path: The path of the journal, which must not exist.
  ///   - header: The header chunk.
  ///   - events: The first events.
  ///   - end: The End of Track event after them.
  static func create(
    at path: FilePath, header: [UInt8], events: [UInt8], end: [UInt8]
  ) throws(Errno) -> TakeJournal {
    for path in paths(for: path) where FileSystem.exists(path) { throw .fileExists }
    let (firstPath, secondPath) = hiddenPaths(for: path)
    var created: [FilePath] = []
    do throws(Errno) {
      let copyPaths = [firstPath, secondPath]
      var files: [OpenFile] = []
      for copyPath in copyPaths {
        files.append(try OpenFile(creating: copyPath))
        created.append(copyPath)
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

  /// Adds events, which stay in memory until the next ``sync(end:)``.
  mutating func append(_ events: [UInt8]) { pendingEvents += events }

  /// Whether ``sync(end:)`` has something to write to disk.
  var needsSync: Bool { !pendingEvents.isEmpty || isFolderSyncDue }

  /// Writes the added events to disk.
  ///
  /// - Parameter end: The End of Track event.
  /// - Throws: `FileError` if writing fails. Events from earlier calls are safe under the journal's name; the others
  ///   stay in memory for the next call.
  /// - Complexity: O(*n*) in the number of bytes that were added since the call before the last one.
  mutating func sync(end: [UInt8]) throws(FileError) {
    // Until the names are on disk, a power failure could make the hidden file the visible one.
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

  /// Writes the names to disk, with the folder and with each file.
  ///
  /// On FAT, the location and length of a file are next to its name, and are written only with the file.
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

  /// Exchanges the names on a file system that can't do so in one step.
  ///
  /// The visible file gets the unused hidden name as a second name. The hidden file then replaces its first name.
  private mutating func exchangeNamesByLinks() throws(Errno) {
    let (firstPath, secondPath) = Self.hiddenPaths(for: path)
    let freePath = stagingCopy.path == firstPath ? secondPath : firstPath
    // If an earlier call failed after this step, the visible file already has the other name.
    var isLinked = false
    if visibleCopy.path == path {
      do {
        try FileSystem.link(path, as: freePath)
        isLinked = true
      } catch {
        guard FileSystem.unsupported.contains(error) else { throw error }
        // Links aren't supported either: for a moment both files are hidden, and both are valid.
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

  // MARK: Finishing

  /// Renames the journal to its final name and deletes the hidden file.
  ///
  /// - Parameter replacing: Whether to replace an existing file.
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

  /// Deletes both files.
  func remove() throws(FileError) {
    try removeHidden()
    do {
      try FileSystem.remove(path)
      try FileSystem.syncFolder(of: path)
    } catch {
      throw FileError(operation: .write, path: path, errno: error)
    }
  }

  /// The path of the visible file, the file itself, and the offset of its End of Track event.
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
