public import MIDIFiles
internal import MIDIRecSystem
public import SystemPackage

extension OrphanedJournal {
  /// The result of a recovery.
  public struct Recovered: Sendable {
    /// The path of the recovered take.
    public let path: FilePath
    /// The content of the take.
    public let file: MIDIFile
    /// The first violation in the journal's file, or `nil` if the file was complete.
    public let damage: MIDIFile.Violation?
    /// The file of the journal that became the take.
    public let origin: FilePath
    /// The files of the journal that still exist, because the take lacks some of their events.
    public let kept: [FilePath]
  }

  /// The reason that a journal can't be recovered, except for errors of the file system.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A capture is still recording into the journal.
    case inUse(FilePath)
    /// The capture ended before it recorded any event. The empty files have been deleted.
    case empty(FilePath)
    /// No file of the journal can be read as a take.
    case unreadable(FilePath, MIDIFile.Violation)

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
    /// The readable content, or `nil` if it isn't a Standard MIDI File.
    var file: MIDIFile?
    /// The first violation in the file, or `nil` if it is complete and valid.
    var damage: MIDIFile.Violation?

    /// Whether midirec wrote the file.
    private var isOwn: Bool {
      guard let file else { return false }
      if file.hasSourceTags { return true }
      return file.tracks.first?.events.contains { event in
        guard case .meta(.text(.text, let bytes)) = event.event else { return false }
        return bytes.starts(with: TakeFile.dateStart.utf8)
      } == true
    }

    /// The reasons to make the take of this file, most important first: midirec wrote it, and it is valid and long.
    var merits: (Int, Int, Int) {
      (isOwn ? 1 : 0, damage == nil ? 1 : 0, file?.eventCount ?? -1)
    }

    /// Whether this file begins with all events of another file.
    func includes(_ other: Reading) -> Bool {
      guard let tracks = file?.tracks, let others = other.file?.tracks, tracks.count == others.count else {
        return false
      }
      return zip(tracks, others).allSatisfy { $0.events.starts(with: $1.events) }
    }
  }

  /// Finishes the take as its capture would have, and deletes the journal.
  ///
  /// The take is made of the longest complete file of the journal, or of the damaged file with the most events. Another
  /// file of the journal is deleted only if the take has all of its events.
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
    if !replacing, FileSystem.exists(newPath) {
      throw FileError(operation: .create, path: newPath, errno: .fileExists)
    }
    let readings = try readings(of: files)
    guard let best = readings.max(by: { $0.merits < $1.merits }), let file = best.file else {
      throw Failure.empty(path)
    }
    let finished = file.splitBySource
    // Remove them first, so that a hidden file never remains next to a finished take.
    let others = readings.filter { $0.path != best.path }
    for other in others where best.includes(other) { try remove(other.path) }
    if best.damage == nil, !file.hasSourceTags, !(replacing && FileSystem.exists(newPath)) {
      try finishCompleteFile(best.path, as: newPath)
    } else {
      try FileSystem.write(try finished.encoded(), to: newPath, replacing: replacing)
      try remove(best.path)
    }
    let damages = readings.prefix { $0.path != best.path }.map(\.damage) + [best.damage]
    return Recovered(
      path: newPath, file: finished, damage: damages.lazy.compactMap(\.self).first, origin: best.path,
      kept: others.map(\.path).filter { FileSystem.exists($0) })
  }

  private func lockedFiles() throws -> [OpenFile] {
    try files.map { path in
      let file = try FileError.naming(.read, path) { try OpenFile(reading: path) }
      guard FileSystem.lock(file.descriptor) else { throw Failure.inUse(self.path) }
      return file
    }
  }

  /// Renames a complete file to the take, which works on a full disk; copies it to a different disk.
  private func finishCompleteFile(_ path: FilePath, as newPath: FilePath) throws(FileError) {
    if FileSystem.isFolder(newPath) {
      throw FileError(operation: .create, path: newPath, errno: .isDirectory)
    }
    do {
      try FileSystem.rename(path, toFree: newPath)
      try FileSystem.syncFolder(of: newPath)
    } catch {
      guard error == .improperLink else {
        throw FileError(operation: .create, path: newPath, errno: error)
      }
      try FileSystem.write(try FileSystem.bytes(of: path), to: newPath, replacing: false)
      try remove(path)
    }
  }

  private func remove(_ path: FilePath) throws(FileError) {
    try FileError.naming(.write, path) { try FileSystem.remove(path) }
  }

  /// Returns the contents of the journal's files, at least one of which is readable.
  ///
  /// Empty files are deleted. The result is empty if all were.
  private func readings(of paths: [FilePath]) throws -> [Reading] {
    let contents = try paths.map { ($0, try FileSystem.bytes(of: $0)) }
    // A power failure can leave a file of zeros.
    let used = contents.filter { $1.count > TakeJournal.trackDataOffset && $1.contains { $0 != 0 } }
    let readings = used.map { path, bytes in
      do throws(MIDIFile.Violation) {
        return Reading(path: path, file: try MIDIFile(decoding: bytes))
      } catch {
        return Reading(path: path, file: try? MIDIFile.decode(bytes).file, damage: error)
      }
    }
    if let damage = readings.first?.damage, readings.allSatisfy({ $0.file == nil }) {
      throw Failure.unreadable(path, damage)
    }
    for (path, _) in contents where !readings.contains(where: { $0.path == path }) { try remove(path) }
    return readings
  }
}
