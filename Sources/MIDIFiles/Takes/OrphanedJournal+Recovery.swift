internal import FileIO
public import SystemPackage

extension OrphanedJournal {
  /// What was recovered.
  public struct Recovered: Sendable {
    /// Where it stands now.
    public let path: FilePath
    /// What it holds.
    public let file: MIDIFile
    /// The first thing that was wrong with the journal's file; nothing when it was whole.
    public let damage: MIDIFileError?
  }

  /// Why a journal can't be recovered, beyond what the file system says.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A capture is recording into it.
    case inUse(FilePath)
    /// Its capture ended before it had written anything. The empty files are gone now.
    case empty(FilePath)
    /// Nothing in it can be read as a take.
    case unreadable(FilePath, MIDIFileError)

    /// One line with the path and the reason.
    public var description: String {
      switch self {
      case .inUse(let path): "can't recover \(path): a capture is still recording into it"
      case .empty(let path): "can't recover \(path): it was empty, and has been deleted"
      case .unreadable(let path, let error): "can't recover \(path): \(error)"
      }
    }
  }

  /// A file of the journal that was read.
  private struct Reading {
    var path: FilePath
    var file: MIDIFile
    /// Whether that is all of the file, as it should be.
    var isWhole: Bool
    /// The first thing that was wrong with this or a better file of the journal.
    var damage: MIDIFileError?
  }

  /// Finishes it, as its capture would have: the journal is gone then.
  ///
  /// - Parameters:
  ///   - newPath: Where the take is to stand; under its own name, ``takePath``, without one.
  ///   - replacing: Whether a file that exists there may be replaced.
  /// - Throws: ``Failure``, or a `FileError`. The journal can be recovered again then.
  /// - Complexity: O(*n*) in the size of the journal.
  @discardableResult
  public func recover(as newPath: FilePath? = nil, replacing: Bool = false) throws -> Recovered {
    let newPath = newPath ?? takePath
    // Locked until the end, so that nobody else recovers it at the same time.
    let locks = try lockedFiles()
    defer { withExtendedLifetime(locks) {} }
    let files = files
    let reading = try bestReading(of: files)
    let finished = reading.file.splitBySource
    if reading.isWhole, !reading.file.hasSourceTags {
      try finishAsItIs(reading.path, of: files, as: newPath, replacing: replacing)
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

  /// Gives a whole file the take's name, which a full disk doesn't hinder; writes it anew on another disk.
  private func finishAsItIs(
    _ path: FilePath, of files: [FilePath], as newPath: FilePath, replacing: Bool
  ) throws(FileError) {
    if FileSystem.isFolder(newPath) {
      throw FileError(operation: .create, path: newPath, errno: .isDirectory)
    }
    if !replacing, FileSystem.exists(newPath) {
      throw FileError(operation: .create, path: newPath, errno: .fileExists)
    }
    // First, so that a hidden file is never left behind beside a finished take.
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

  /// What stands under the journal's name where that is whole, as it always is where midirec alone wrote to it.
  /// Otherwise a hidden file that is, and else whatever of one can be read.
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
