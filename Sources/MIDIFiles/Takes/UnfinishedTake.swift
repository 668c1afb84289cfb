public import FileIO
public import MIDICore
public import SystemPackage

/// A take that could not be finished: what is safe, and what is only in memory, from where it can still be saved
/// elsewhere.
public struct UnfinishedTake: Error, Sendable, CustomStringConvertible {
  /// What kept it from being finished.
  public let cause: FileError
  /// Where what could be written stands, as a file that any program opens.
  public let path: FilePath
  /// How far that file goes.
  public let savedDuration: Nanoseconds
  /// Whether nothing is missing in it.
  public let isWhole: Bool

  /// The file at ``path``, which stays in use until this goes.
  private let file: OpenFile
  /// Where its End of Track event stands, and what belongs there.
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

  /// One line with the cause and how much of the take the file at ``path`` holds.
  public var description: String { "\(cause); \(path) holds the first \(savedDuration) s" }

  /// Writes the whole take elsewhere, what is safe and what is in memory. What stands at ``path`` stays.
  ///
  /// - Throws: What keeps that file from being read or the other one from being written.
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
  /// The bytes of the finished take: the journal as it is, or with a track for each of its sources.
  ///
  /// One that midirec itself can't read stays as it is.
  static func finishedTake(ofJournal bytes: [UInt8]) -> [UInt8] {
    guard let journal = try? MIDIFile(decoding: bytes), journal.hasSourceTags,
      let finished = try? journal.splitBySource.encoded()
    else { return bytes }
    return finished
  }
}
