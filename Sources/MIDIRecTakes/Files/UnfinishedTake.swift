public import MIDICore
internal import MIDIFiles
public import MIDIRecSystem
public import SystemPackage

/// A take that couldn't be finished. It is in memory and can be saved elsewhere.
public struct UnfinishedTake: Error, Sendable, CustomStringConvertible {
  /// The part of the take that is on disk: a valid file.
  public struct Part: Sendable {
    /// The path of the file.
    public let path: FilePath
    /// The duration of the part.
    public let duration: Nanoseconds
    /// Whether the part is the whole take.
    public let isWhole: Bool
    /// The file, which stays locked as long as this value exists.
    let file: OpenFile
  }

  /// The reason that the take couldn't be finished.
  public let cause: FileError
  /// The part on disk, or `nil` if a different program deleted or replaced it.
  public let part: Part?

  /// The journal with all events.
  let contents: [UInt8]

  /// The reason and the duration of the part on disk, on one line.
  public var description: String {
    guard let part else { return "\(cause); the take is only in memory" }
    return "\(cause); \(part.path) holds the first \(part.duration.shortText)"
  }

  /// Writes the whole take to a different path. The part on disk stays.
  ///
  /// - Throws: `FileError` if the new file can't be written.
  public func save(to newPath: FilePath, replacing: Bool) throws(FileError) {
    try FileSystem.write(MIDIFile.finishedTake(ofJournal: contents), to: newPath, replacing: replacing)
  }
}

extension MIDIFile {
  /// Returns the bytes of the finished take: the journal, or a file with a track per source.
  ///
  /// A damaged journal is repaired, so that its sources are separate. A journal without a header is unchanged.
  static func finishedTake(ofJournal bytes: [UInt8]) -> [UInt8] {
    guard let journal = try? MIDIFile(decoding: bytes, repairing: true), journal.hasSourceTags,
      let finished = try? journal.splitBySource.encoded()
    else { return bytes }
    return finished
  }
}
