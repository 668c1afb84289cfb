internal import MIDICore
internal import MIDIFiles
internal import MIDIRecSystem
internal import SystemPackage

/// A Standard MIDI File of one track that grows on disk and is valid at every moment.
///
/// The visible file is never written to. A hidden file next to it lacks only the events of the last sync. A sync
/// completes the hidden file, writes it to disk, and exchanges the names of both. If the process or machine dies, or a
/// write fails, the name therefore still leads to a complete file. Events are written twice, and the cost of a sync
/// doesn't depend on the length of the journal.
///
/// The journal follows its folder when that is renamed, because all names are relative to the open folder. Its contents
/// stay in memory. If a different program deletes, replaces, or changes one of its files, the journal starts again under
/// a free name, and it never touches the other program's file.
struct TakeJournal: ~Copyable {
  /// One of the two files.
  private struct JournalCopy {
    let file: OpenFile
    var name: FilePath
    /// The number of the journal's bytes in the file, without End of Track.
    var length = 0
    /// The time of its End of Track event.
    var endTime = Ticks.zero
    /// The stamp of the file after it was written.
    var stamp: FileStamp?

    /// Completes the file with the rest of the journal's bytes, and writes it to disk.
    mutating func complete(with bytes: [UInt8], end: [UInt8]) throws(Errno) {
      try file.write(bytes[length...], at: length)
      try file.write(end, at: bytes.count)
      try file.write(TakeJournal.trackHeader(of: bytes, end), at: TakeJournal.trackHeaderOffset)
      try FileSystem.syncData(of: file.descriptor)
      stamp = FileStamp(of: file.descriptor)
      length = bytes.count
    }
  }

  /// The name of the finished take in the folder.
  private let takeName: FilePath
  /// The path of the folder as the user wrote it, and its absolute path at the start.
  private let folderPath: FilePath
  private let absoluteFolderPath: FilePath
  private var folder: OpenFolder
  /// The name of the visible file in the folder.
  private var name: FilePath

  /// The file called ``name``.
  private var visibleCopy: JournalCopy
  /// The hidden file.
  private var stagingCopy: JournalCopy
  /// The contents of the journal without End of Track.
  private var bytes: [UInt8]
  private var encoder: TrackEncoder
  /// Whether the names on disk may still be those before the last exchange.
  private var isFolderSyncDue = false
  private var canExchangeNames = true
  /// Whether the file system has stable file numbers, by which the journal recognizes its files.
  private var identifiesFiles = true
  /// The number of times that the journal started again.
  private(set) var restartCount = 0

  /// The offset of the track header, after the header chunk of 14 bytes.
  private static let trackHeaderOffset = 14
  static let trackDataOffset = 22

  // MARK: Names

  /// Returns the two possible names of the hidden file of a journal.
  private static func hiddenPaths(for path: FilePath) -> [FilePath] {
    // They end with `.mid`, so that programs that check the extension can open them.
    [".next.mid", ".last.mid"].map { ending in
      path.replacingLastComponentBytes { name in
        Array(".".utf8) + name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
          + Array(ending.utf8)
      }
    }
  }

  /// Returns all possible names of the files of a journal.
  static func paths(for path: FilePath) -> [FilePath] { [path] + hiddenPaths(for: path) }

  /// The current path of the journal.
  var path: FilePath { folder.path(of: name, openedAs: folderPath) }

  /// The current path of the finished take.
  var takePath: FilePath { folder.path(of: takeName, openedAs: folderPath) }

  // MARK: Writing

  /// Creates a journal.
  ///
  /// - Parameters:
  ///   - takePath: The path of the finished take. No journal for it must exist.
  ///   - events: The first events.
  ///   - mayLackFiles: Whether the next ``sync(end:)`` creates the files if that isn't possible now.
  static func create(
    forTakeAt takePath: FilePath, events: [MetaEvent], mayLackFiles: Bool
  ) throws(Errno) -> TakeJournal {
    let folderPath = takePath.removingLastComponent()
    let folder = try OpenFolder(folderPath)
    let takeName = FilePath(root: nil, takePath.lastComponent.map { [$0] } ?? [])
    let name = TakeFile.journalPath(for: takeName)
    var bytes = MIDIFile.encodedHeader(format: .singleTrack, trackCount: 1, division: .recording)
    bytes += MIDIFile.encodedTrackHeader(length: 0)
    var encoder = TrackEncoder()
    for event in events {
      encoder.append(MIDIFile.TrackEvent(time: .zero, event: .meta(event)), to: &bytes)
    }
    var (visibleCopy, stagingCopy): (JournalCopy, JournalCopy)
    do throws(Errno) {
      (visibleCopy, stagingCopy) = try createCopies(
        named: name, in: folder, bytes, end: encoder.end(at: .zero))
    } catch {
      guard mayLackFiles, error != .fileExists, error != .noSuchFileOrDirectory else { throw error }
      // They are missing like files that a different program has deleted.
      let none = try OpenFile(reading: "/dev/null")
      let copies = hiddenPaths(for: name).map { JournalCopy(file: none, name: $0) }
      (visibleCopy, stagingCopy) = (copies[0], copies[1])
    }
    var journal = TakeJournal(
      takeName: takeName, folderPath: folderPath,
      absoluteFolderPath: (try? FileSystem.absolutePath(folderPath)) ?? folderPath, folder: folder,
      name: name, visibleCopy: visibleCopy, stagingCopy: stagingCopy, bytes: bytes, encoder: encoder)
    journal.identifiesFiles = journal.recognizesNewFiles
    return journal
  }

  /// Creates both files of a journal with the given contents, and writes them to disk.
  private static func createCopies(
    named name: FilePath, in folder: OpenFolder, _ bytes: [UInt8], end: [UInt8]
  ) throws(Errno) -> (visible: JournalCopy, staging: JournalCopy) {
    for name in paths(for: name) where FileSystem.exists(name, in: folder.descriptor) { throw .fileExists }
    var created: [FilePath] = []
    do throws(Errno) {
      var copies: [JournalCopy] = []
      for copyName in hiddenPaths(for: name) {
        let file = try OpenFile(creating: copyName, in: folder)
        created.append(copyName)
        copies.append(JournalCopy(file: file, name: copyName))
      }
      for index in copies.indices {
        try copies[index].complete(with: bytes, end: end)
      }
      try FileSystem.rename(copies[0].name, toFree: name, in: folder.descriptor)
      created[0] = name
      copies[0].name = name
      try syncNames(of: copies.map(\.file), in: folder)
      return (copies[0], copies[1])
    } catch {
      for name in created { try? FileSystem.remove(name, in: folder.descriptor) }
      throw error
    }
  }

  private static func trackHeader(of bytes: [UInt8], _ end: [UInt8]) -> [UInt8] {
    let length = bytes.count - trackDataOffset + end.count
    return MIDIFile.encodedTrackHeader(length: UInt32(clamping: length))
  }

  /// Returns the contents of a complete journal that ends at a time.
  func contents(end: Ticks) -> [UInt8] {
    let end = encoder.end(at: end)
    return bytes[..<Self.trackHeaderOffset] + Self.trackHeader(of: bytes, end)
      + bytes[Self.trackDataOffset...] + end
  }

  /// The time of the last event.
  var time: Ticks { encoder.time }

  /// Adds an event, which is only in memory until the next ``sync(end:)``.
  mutating func append(_ event: MIDIFile.Event, at time: Ticks) {
    encoder.append(MIDIFile.TrackEvent(time: time, event: event), to: &bytes)
  }

  /// Whether ``sync(end:)`` has something to write to disk.
  var needsSync: Bool {
    isFolderSyncDue || visibleCopy.length < bytes.count || !isIntact(visibleCopy) || !isIntact(stagingCopy)
  }

  /// Writes the added events to disk.
  ///
  /// - Parameter end: The time of the End of Track event. A time before the last event is the time of the last event.
  /// - Throws: `FileError` if writing fails. Events from earlier calls are safe under the journal's name, unless a
  ///   different program deleted it; all events stay in memory for the next call.
  /// - Complexity: O(*n*) in the number of bytes that were added since the call before the last one, unless the journal
  ///   starts again.
  mutating func sync(end: Ticks) throws(FileError) {
    do throws(Errno) {
      guard isIntact(visibleCopy), isIntact(stagingCopy) else { return try restart(end: end) }
      // Until the names are on disk, a power failure could make the hidden file the visible one.
      try syncNames()
      try stagingCopy.complete(with: bytes, end: encoder.end(at: end))
      stagingCopy.endTime = max(end, time)
      do throws(Errno) {
        try exchangeNames()
      } catch {
        // A different program has just removed a name.
        guard error == .noSuchFileOrDirectory else { throw error }
        return try restart(end: end)
      }
      swap(&visibleCopy, &stagingCopy)
      isFolderSyncDue = true
      try syncNames()
    } catch {
      throw FileError(operation: .write, path: path, errno: error)
    }
  }

  private mutating func syncNames() throws(Errno) {
    guard isFolderSyncDue else { return }
    try Self.syncNames(of: [visibleCopy.file, stagingCopy.file], in: folder)
    isFolderSyncDue = false
  }

  /// Writes the names to disk, with the folder and with each file.
  ///
  /// On FAT, the location and length of a file are next to its name, and are written only with the file.
  private static func syncNames(of files: [OpenFile], in folder: OpenFolder) throws(Errno) {
    try folder.sync()
    for file in files { try FileSystem.sync(file.descriptor) }
  }

  // MARK: Deleted and replaced files

  /// Whether both files, which have just been written, are recognized if they exist.
  private var recognizesNewFiles: Bool {
    for copy in [visibleCopy, stagingCopy] where !isIntact(copy) {
      if FileStamp(ofName: copy.name, in: folder.descriptor) != nil { return false }
    }
    return true
  }

  /// Returns whether a file still has its name and contents.
  private func isIntact(_ copy: JournalCopy) -> Bool {
    guard identifiesFiles else { return true }
    guard let found = FileStamp(ofName: copy.name, in: folder.descriptor) else { return false }
    if found == copy.stamp { return true }
    // A failed write, a program such as touch, or a network file system may have changed the stamp.
    return found.isSameFile(as: FileStamp(of: copy.file.descriptor))
      && copy.file.contains(bytes[..<Self.trackHeaderOffset], at: 0)
      && copy.file.contains(bytes[Self.trackDataOffset..<copy.length], at: Self.trackDataOffset)
  }

  private var intactCopies: [JournalCopy] {
    // A closure can't call a method of a noncopyable value.
    var copies: [JournalCopy] = []
    for copy in [visibleCopy, stagingCopy] where isIntact(copy) { copies.append(copy) }
    return copies
  }

  /// Writes the whole journal to new files under free names, and deletes the remains of the old files.
  private mutating func restart(end: Ticks) throws(Errno) {
    let oldFolder = folder
    // A different program's contents aren't midirec's to delete.
    let oldCopies =
      intactCopies
      + [visibleCopy, stagingCopy].filter { copy in
        let found = FileStamp(ofName: copy.name, in: oldFolder.descriptor)
        return found?.isEmpty == true && found?.isSameFile(as: FileStamp(of: copy.file.descriptor)) == true
      }
    do throws(Errno) {
      try createAgain(end: end)
    } catch {
      guard error == .noSuchFileOrDirectory || error == .staleNFSFileHandle else { throw error }
      // The folder itself was deleted.
      try FileSystem.makeFolders(absoluteFolderPath)
      folder = try OpenFolder(absoluteFolderPath)
      try createAgain(end: end)
    }
    for copy in oldCopies { try? FileSystem.remove(copy.name, in: oldFolder.descriptor) }
    isFolderSyncDue = false
    restartCount += 1
  }

  private mutating func createAgain(end: Ticks) throws(Errno) {
    var number = 1
    while true {
      let takeName = takeName.numbered(number)
      let name = TakeFile.journalPath(for: takeName)
      do throws(Errno) {
        // The name of a recovered take must be free.
        if number > 1, FileSystem.exists(takeName, in: folder.descriptor) { throw .fileExists }
        (visibleCopy, stagingCopy) = try Self.createCopies(
          named: name, in: folder, bytes, end: encoder.end(at: end))
        (visibleCopy.endTime, stagingCopy.endTime) = (max(end, time), max(end, time))
        self.name = name
        identifiesFiles = recognizesNewFiles
        return
      } catch {
        guard error == .fileExists, number < 1000 else { throw error }
        number += 1
      }
    }
  }

  // MARK: Exchanging names

  private mutating func exchangeNames() throws(Errno) {
    if canExchangeNames {
      do {
        try FileSystem.exchange(stagingCopy.name, name, in: folder.descriptor)
        swap(&visibleCopy.name, &stagingCopy.name)
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
    let folder = folder.descriptor
    let names = Self.hiddenPaths(for: name)
    let freeName = stagingCopy.name == names[0] ? names[1] : names[0]
    // If an earlier call failed after this step, the visible file already has the other name.
    var isLinked = false
    if visibleCopy.name == name {
      do {
        try FileSystem.link(name, as: freeName, in: folder)
        isLinked = true
      } catch {
        guard FileSystem.unsupported.contains(error) else { throw error }
        // Links aren't supported either: for a moment both files are hidden, and both are valid.
        try FileSystem.rename(name, replacing: freeName, in: folder)
        visibleCopy.name = freeName
      }
    }
    do {
      try FileSystem.rename(stagingCopy.name, replacing: name, in: folder)
    } catch {
      if isLinked {
        try? FileSystem.remove(freeName, in: folder)
      } else if (try? FileSystem.rename(freeName, replacing: name, in: folder)) != nil {
        visibleCopy.name = name
      }
      throw error
    }
    visibleCopy.name = freeName
    stagingCopy.name = name
  }

  // MARK: Finishing

  /// Whether the name of the take is taken.
  var isTakeNameTaken: Bool { FileSystem.exists(takeName, in: folder.descriptor) }

  /// Renames the visible file to the take, which must not exist, and deletes the hidden file.
  mutating func becomeTake() throws(FileError) {
    try removeHidden()
    try FileError.naming(.create, takePath) {
      try FileSystem.rename(name, toFree: takeName, in: folder.descriptor)
    }
    visibleCopy.name = takeName
    try FileError.naming(.write, takePath) { try Self.syncNames(of: [visibleCopy.file], in: folder) }
  }

  private func removeHidden() throws(FileError) {
    guard isIntact(stagingCopy) else { return }
    try FileError.naming(.write, folder.path(of: stagingCopy.name, openedAs: folderPath)) {
      try FileSystem.remove(stagingCopy.name, in: folder.descriptor)
    }
  }

  /// Deletes both files, unless a different program replaced them.
  func remove() throws(FileError) {
    try removeHidden()
    guard isIntact(visibleCopy) else { return }
    try FileError.naming(.write, path) {
      try FileSystem.remove(name, in: folder.descriptor)
      try folder.sync()
    }
  }

  /// The longest intact file of the journal, or `nil` if a different process has deleted or changed both.
  var saved: UnfinishedTake.Part? {
    intactCopies.max { $0.length < $1.length }.map { copy in
      UnfinishedTake.Part(
        path: folder.path(of: copy.name, openedAs: folderPath),
        duration: Nanoseconds(rawValue: Int64(copy.endTime.rawValue) * TakeFile.tickLength),
        isWhole: copy.length == bytes.count, file: copy.file)
    }
  }
}

extension TrackEncoder {
  /// Returns the End of Track event at `time`.
  fileprivate func end(at time: Ticks) -> [UInt8] {
    var bytes: [UInt8] = []
    var encoder = self
    encoder.appendEnd(at: time, to: &bytes)
    return bytes
  }
}
