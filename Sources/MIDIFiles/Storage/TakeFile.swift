internal import Glibc
public import MIDICore
public import SystemPackage

/// The file of a take that is being recorded: a Standard MIDI File that is whole after each ``sync()``.
///
/// It grows under a name of its own beside the one asked for (``journalPath``) and takes that name when it is
/// finished, in one step, so that nobody ever sees half a file under the name asked for, and nothing that
/// existed is lost. If the process dies, what was synced stands in the journal and opens in any program.
///
/// The file is of format 0, on the grid of new recordings: ticks of 16 µs.
public struct TakeFile: ~Copyable {
  /// Where the take will stand when it is finished.
  public let path: FilePath
  /// Where it stands until then.
  public let journalPath: FilePath

  private let descriptor: FileDescriptor
  private let replacing: Bool
  private var encoder = TrackEncoder()
  /// Events that were encoded but not yet written.
  private var pending: [UInt8] = []
  /// Where the End of Track event stands in the file; the events before it are safe.
  private var endOffset = Self.trackDataOffset

  /// The header chunk has 14 bytes, the track's type and length eight.
  private static let trackHeaderOffset: Int64 = 14
  private static let trackDataOffset: Int64 = 22
  /// What a tick lasts on the grid of new recordings.
  private static let tickLength: Int64 = 16_000

  private init(path: FilePath, journalPath: FilePath, descriptor: FileDescriptor, replacing: Bool) {
    self.path = path
    self.journalPath = journalPath
    self.descriptor = descriptor
    self.replacing = replacing
  }

  /// Starts a take.
  ///
  /// - Parameters:
  ///   - path: Where the take is to stand.
  ///   - trackName: The name of its track: the endpoint's.
  ///   - replacing: Whether a file that exists there may be replaced, once the take is finished.
  /// - Throws: `EEXIST` where the file exists and may not be replaced; with ``journalPath`` where the journal of
  ///   another take is there, which is never replaced; and whatever else keeps the file from being created.
  public static func create(
    at path: FilePath, trackName: String, replacing: Bool
  ) throws(FileError) -> TakeFile {
    if isFolder(path) { throw FileError(operation: .create, path: path, errno: .isDirectory) }
    if !replacing, exists(path) { throw FileError(operation: .create, path: path, errno: .fileExists) }
    let journalPath = Self.journalPath(for: path)
    var take = TakeFile(
      path: path, journalPath: journalPath,
      descriptor: try open(journalPath, for: path), replacing: replacing)
    do {
      try take.writeHeader(trackName: trackName)
    } catch {
      take.abandon()
      throw FileError(operation: .create, path: path, errno: error.errno)
    }
    return take
  }

  /// The journal of `take.mid` is `take.recording.mid`: the ending stays, so that any program opens it.
  public static func journalPath(for path: FilePath) -> FilePath {
    var journalPath = path
    journalPath.extension = "recording.mid"
    return journalPath
  }

  /// Adds a message that came at `time`. It is in memory until the next ``sync()``.
  public mutating func append(_ message: Message, at time: Nanoseconds) {
    let event: MIDIFile.Event =
      if case .systemExclusive(let exclusive) = message {
        .systemExclusive(exclusive.payload.map(\.rawValue) + [0xF7])
      } else if message.channel == nil {
        // A file has no events for system common and real-time messages: an F7 packet carries them as they are.
        .escape(message.bytes)
      } else {
        .message(message)
      }
    append(event, at: time)
  }

  /// Adds a marker: a word about the recording itself that other programs show and never send.
  public mutating func appendMarker(_ text: String, at time: Nanoseconds) {
    append(.meta(.text(kind: .marker, bytes: Array(text.utf8))), at: time)
  }

  private mutating func append(_ event: MIDIFile.Event, at time: Nanoseconds) {
    encoder.append(MIDIFile.TrackEvent(time: Self.ticks(time), event: event), to: &pending)
  }

  /// The nearest tick, a half upwards.
  private static func ticks(_ time: Nanoseconds) -> Ticks {
    Ticks(rawValue: UInt64(max(0, (time.rawValue + tickLength / 2) / tickLength)))
  }

  /// Writes what was added and makes the file on disk whole: after this, nothing added so far can be lost.
  ///
  /// - Throws: What keeps the file from being written. The file then holds what the last successful call left.
  public mutating func sync() throws(FileError) {
    guard !pending.isEmpty else { return }
    try writePending(endingAt: encoder.time)
  }

  /// Writes the last events, ends the track at `end`, and gives the take its name.
  ///
  /// - Throws: What keeps the file from being written: it then stands at ``path`` as the last successful
  ///   ``sync()`` left it. Or, with the operation `create`, what keeps it from being named: it is whole then, and
  ///   stands at ``journalPath``.
  public consuming func finish(at end: Nanoseconds) throws(FileError) {
    var writeFailure: FileError?
    do {
      try writePending(endingAt: Self.ticks(end))
    } catch {
      writeFailure = error
    }
    try close()
    if let writeFailure { throw writeFailure }
  }

  private mutating func writeHeader(trackName: String) throws(FileError) {
    try write(MIDIFile.encodedHeader(format: .singleTrack, trackCount: 1, division: .recording), at: 0)
    append(.meta(.text(kind: .trackName, bytes: Array(trackName.utf8))), at: .zero)
    append(.meta(.tempo(microsecondsPerQuarter: TempoMap.defaultTempo)), at: .zero)
    try sync()
  }

  private mutating func writePending(endingAt end: Ticks) throws(FileError) {
    var tail = pending
    var encoderOfEnd = encoder
    let eventsLength = tail.count
    encoderOfEnd.appendEnd(at: end, to: &tail)
    do {
      // The length goes first: should the process end between the two, a track that is shorter than its length
      // still ends with its End of Track event, while one that is longer would be cut in the middle of an event.
      try writeTrackHeader(fileLength: endOffset + Int64(tail.count))
      try write(tail, at: endOffset)
      try check(fdatasync(descriptor.rawValue))
    } catch {
      restoreEnd()
      throw error
    }
    endOffset += Int64(eventsLength)
    pending = []
  }

  /// Puts the file back to what it was before a write that failed. The blocks it needs are there already, so
  /// this succeeds on a full disk; if it fails as well, there is nothing left to try.
  private mutating func restoreEnd() {
    guard endOffset > Self.trackDataOffset else { return }
    var end: [UInt8] = []
    var encoderOfEnd = TrackEncoder()
    encoderOfEnd.appendEnd(at: .zero, to: &end)
    try? writeTrackHeader(fileLength: endOffset + Int64(end.count))
    try? write(end, at: endOffset)
    try? descriptor.resize(to: endOffset + Int64(end.count))
  }

  private func writeTrackHeader(fileLength: Int64) throws(FileError) {
    let length = UInt32(clamping: fileLength - Self.trackDataOffset)
    try write(MIDIFile.encodedTrackHeader(length: length), at: Self.trackHeaderOffset)
  }

  private func write(_ bytes: [UInt8], at offset: Int64) throws(FileError) {
    do {
      try descriptor.writeAll(toAbsoluteOffset: offset, bytes)
    } catch {
      throw writeError(error)
    }
  }

  private func check(_ result: Int32) throws(FileError) {
    if result != 0 { throw FileError(operation: .write, path: journalPath, errno: Errno(rawValue: errno)) }
  }

  private func writeError(_ error: any Error) -> FileError {
    FileError(operation: .write, path: journalPath, errno: error as? Errno ?? .ioError)
  }

  /// Takes the file away: nothing was recorded.
  public consuming func abandon() {
    try? descriptor.close()
    unsafe unlink(journalPath.string)
  }

  /// Closes the journal and gives it the take's name. Without leave to replace, a name that somebody took in the
  /// meantime is an error, and the take stays in its journal.
  private consuming func close() throws(FileError) {
    do {
      try descriptor.close()
    } catch {
      throw writeError(error)
    }
    if !replacing {
      // `link` refuses a name that is taken, which `rename` would replace.
      if unsafe link(journalPath.string, path.string) == 0 {
        unsafe unlink(journalPath.string)
        return
      }
      let reason = Errno(rawValue: errno)
      // A file system without hard links: look, then rename.
      guard [.notPermitted, .notSupported].contains(reason), !Self.exists(path) else {
        throw FileError(operation: .create, path: path, errno: reason)
      }
    }
    if unsafe rename(journalPath.string, path.string) != 0 {
      throw FileError(operation: .create, path: path, errno: Errno(rawValue: errno))
    }
  }

  private static func open(
    _ journalPath: FilePath, for path: FilePath
  ) throws(FileError) -> FileDescriptor {
    do {
      return try FileDescriptor.open(
        journalPath, .readWrite, options: [.create, .exclusiveCreate],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
    } catch {
      // A person knows the name that was asked for; the journal's matters only where it is in the way.
      let errno = error as? Errno ?? .ioError
      throw FileError(operation: .create, path: errno == .fileExists ? journalPath : path, errno: errno)
    }
  }

  private static func isFolder(_ path: FilePath) -> Bool {
    guard let folder = unsafe opendir(path.string) else { return false }
    unsafe closedir(folder)
    return true
  }

  private static func exists(_ path: FilePath) -> Bool {
    unsafe access(path.string, F_OK) == 0
  }
}
