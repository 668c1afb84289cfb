internal import FileIO
public import SystemPackage

extension OrphanedJournal {
  /// The result of a recovery.
  public struct Recovered: Sendable {
    /// The path of the recovered take.
    public let path: FilePath
    /// The content of the take.
    public let file: MIDIFile
    /// The first violation in the journal's file, or `nil` if the file was complete.
    public let damage: MIDIFileError?
  }

  /// The reason that a journal can't be recovered, except for errors of the file system.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A capture is still recording into the journal.
    case inUse(FilePath)
    /// The capture ended before it recorded any event. The empty files have been deleted.
    case empty(FilePath)
    /// No file of the journal can be read as a take.
    case unreadable(FilePath, MIDIFileError)

    /// The path and the reason, on one line.
    public var description: String {
      switch self {
      case .inUse(let path): "can't recover \(path): a capture is still recording into it"
      case .empty(let path): "can't recover \(path): the journal was empty and has been deleted"
      case .unreadable(let path, let error): "can't recover \(path): \(error)"
      }
    }
  }

  /// A file of the journal and its content.
  private struct Reading {
    var path: FilePath
    var file: MIDIFile
    /// Whether the file is complete and valid.
    var isWhole: Bool
    /// The first violation in this or a better file of the journal.
    var damage: MIDIFileError?
  }

  /// Finishes the take as its capture would have, and deletes the journal.
  ///
  /// - Parameters:
  ///   - newPath: The path of the take, or `nil` for ``takePath``.
  ///   - replacing: Whether to replace an existing file at that path.
  /// - Throws: ``Failure`` or `FileError`. Unless the journal was empty, it still exists and can be recovered again.
  /// - Complexity: O(*n*) in the size of the journal.
  @discardableResult
  public func recover(as newPath: FilePath? = nil, replacing: Bool = false) throws -> Recovered {
    let newPath = newPath ?? takePath
    // Keep the locks until the end, so that no other process recovers the journal at the same time.
    let locks = try lockedFiles()
    defer { withExtendedLifetime(locks) {} }
    let files = files
    let reading = try bestReading(of: files)
    let finished = reading.file.splitBySource
    if reading.isWhole, !reading.file.hasSourceTags {
      try finishCompleteFile(reading.path, of: files, as: newPath, replacing: replacing)
    } else {
      try FileSystem.write(try finished.encoded(), to: newPath, replacing: replacing)
    }
    for path in files where FileSystem.exists(path) { try remove(path) }
    return Recovered(path: newPath, file: finished, damage: reading.damage)
  }

  private func lockedFiles() throws -> [OpenFile] {
    try files.map { path in
      let file: OpenFile
      do throws(Errno) {
        file = try OpenFile(reading: path)
      } catch {
        throw FileError(operation: .read, path: path, errno: error)
      }
      guard FileSystem.lock(file.descriptor) else { throw Failure.inUse(self.path) }
      return file
    }
  }

  /// Renames a complete file to the take, which works on a full disk; copies it to a different disk.
  private func finishCompleteFile(
    _ path: FilePath, of files: [FilePath], as newPath: FilePath, replacing: Bool
  ) throws(FileError) {
    if FileSystem.isFolder(newPath) {
      throw FileError(operation: .create, path: newPath, errno: .isDirectory)
    }
    if !replacing, FileSystem.exists(newPath) {
      throw FileError(operation: .create, path: newPath, errno: .fileExists)
    }
    // Remove them first, so that a hidden file never remains next to a finished take.
    for other in files where other != path { try remove(other) }
    do {
      if replacing {
        try FileSystem.rename(path, replacing: newPath)
      } else {
        try FileSystem.rename(path, toFree: newPath)
      }
      try FileSystem.syncFolder(of: newPath)
    } catch {
      guard error == .improperLink else {
        throw FileError(operation: .create, path: newPath, errno: error)
      }
      try FileSystem.write(try FileSystem.bytes(of: path), to: newPath, replacing: replacing)
    }
  }

  private func remove(_ path: FilePath) throws(FileError) {
    do {
      try FileSystem.remove(path)
    } catch {
      throw FileError(operation: .write, path: path, errno: error)
    }
  }

  /// Returns the best content of the journal's files.
  ///
  /// The visible file is used if it is complete, which it always is if only midirec wrote to it. The next choices are a
  /// complete hidden file and the damaged file with the most events.
  private func bestReading(of paths: [FilePath]) throws -> Reading {
    var readings: [Reading] = []
    var firstError: MIDIFileError?
    var isEmpty = true
    for path in paths {
      let bytes = try FileSystem.bytes(of: path)
      isEmpty = isEmpty && bytes.count <= TakeJournal.trackDataOffset
      do {
        let file = try MIDIFile(decoding: bytes)
        return Reading(path: path, file: file, isWhole: true, damage: firstError)
      } catch {
        firstError = firstError ?? error
        guard let decoded = try? MIDIFile.decode(bytes) else { continue }
        readings.append(Reading(path: path, file: decoded.file, isWhole: false, damage: firstError))
      }
    }
    if isEmpty {
      for path in paths { try remove(path) }
      throw Failure.empty(path)
    }
    guard let best = readings.max(by: { $0.file.eventCount < $1.file.eventCount }) else {
      let error = firstError ?? MIDIFileError(offset: 0, expected: "a journal", found: "none")
      throw Failure.unreadable(path, error)
    }
    return best
  }
}
