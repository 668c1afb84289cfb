public import FileIO
public import MIDICore
public import SystemPackage

/// A take that couldn't be finished: a part is on disk, and the rest in memory can be saved elsewhere.
public struct UnfinishedTake: Error, Sendable, CustomStringConvertible {
  /// The reason that the take couldn't be finished.
  public let cause: FileError
  /// The path of the part on disk, a valid file.
  public let path: FilePath
  /// The duration of the part on disk.
  public let savedDuration: Nanoseconds
  /// Whether the part on disk is complete.
  public let isWhole: Bool

  /// The file at ``path``, which stays locked as long as this value exists.
  private let file: OpenFile
  /// The offset of its End of Track event. The bytes in ``rest`` belong there.
  private let endOffset: Int64
  private let rest: [UInt8]

  init(
    cause: FileError, saved: (path: FilePath, file: OpenFile, endOffset: Int64), rest: [UInt8],
    savedDuration: Nanoseconds, isWhole: Bool
  ) {
    self.cause = cause
    path = saved.path
    file = saved.file
    endOffset = saved.endOffset
    self.rest = rest
    self.savedDuration = savedDuration
    self.isWhole = isWhole
  }

  /// The reason and the duration of the part on disk, on one line.
  public var description: String { "\(cause); \(path) holds the first \(savedDuration.shortText)" }

  /// Writes the whole take to a different path. The file at ``path`` stays.
  ///
  /// - Throws: `FileError` if the part on disk can't be read or the new file can't be written.
  public func save(to newPath: FilePath, replacing: Bool) throws(FileError) {
    var bytes: [UInt8]
    do {
      bytes = try file.bytes(endOffset)
    } catch {
      throw FileError(operation: .read, path: path, errno: error)
    }
    bytes += rest
    let length = UInt32(clamping: Int64(bytes.count) - TakeJournal.trackDataOffset)
    bytes.replaceSubrange(
      Int(TakeJournal.trackHeaderOffset)..<Int(TakeJournal.trackDataOffset),
      with: MIDIFile.encodedTrackHeader(length: length))
    try FileSystem.write(MIDIFile.finishedTake(ofJournal: bytes), to: newPath, replacing: replacing)
  }
}

extension MIDIFile {
  /// Returns the bytes of the finished take: the journal, or a file with a track per source.
  ///
  /// A damaged journal is repaired, so that its sources are separate. A journal without a header is unchanged.
  static func finishedTake(ofJournal bytes: [UInt8]) -> [UInt8] {
    guard let journal = try? MIDIFile(decoding: bytes, strictness: .lenient), journal.hasSourceTags,
      let finished = try? journal.splitBySource.encoded()
    else { return bytes }
    return finished
  }
}
