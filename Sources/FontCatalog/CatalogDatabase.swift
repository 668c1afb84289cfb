internal import FoundationEssentials
internal import GRDB
internal import Glibc
internal import MIDIRecSound
internal import MIDIRecSystem
internal import Synchronization
internal import SystemPackage

/// The catalog's database, which is opened on first use.
final class CatalogDatabase: Sendable {
  /// The time limit for changes of other processes, in seconds.
  private static let busyTimeout = 30.0
  /// The maximum size that is mapped into memory, in bytes: that of a million presets.
  private static let mappedSize = 1 << 28

  /// The path of the database.
  let path: FilePath
  /// Updates the entries of linked files when the database is opened.
  private let prepare: @Sendable (DatabaseQueue) throws -> Void
  private let opened = Mutex<Opened?>(nil)
  private let isTidy = Atomic(false)

  /// The open database.
  private struct Opened {
    let queue: DatabaseQueue
    /// The reason why it can't be changed, or `nil`.
    let obstacle: SoundError?
  }

  init(at path: FilePath, prepare: @escaping @Sendable (DatabaseQueue) throws -> Void) {
    self.path = path
    self.prepare = prepare
  }

  /// Whether the database exists.
  var exists: Bool { FileSystem.exists(path) }

  /// Reads in one transaction.
  func read<Value>(_ body: (Database) throws -> Value) throws(SoundError) -> Value {
    try explained { try open().queue.read(body) }
  }

  /// Writes in one exclusive transaction, which takes effect completely or not at all.
  func write<Value>(_ body: (Database) throws -> Value) throws(SoundError) -> Value {
    try explained {
      let opened = try open()
      if let obstacle = opened.obstacle { throw obstacle }
      return try opened.queue.write(body)
    }
  }

  /// Throws if the database can't be changed.
  func checkWritable() throws(SoundError) {
    if let obstacle = try explained({ try open().obstacle }) { throw obstacle }
  }

  /// Runs a task that is needed only once per process.
  func tidyOnce(_ body: () throws -> Void) rethrows {
    if !isTidy.exchange(true, ordering: .sequentiallyConsistent) { try body() }
  }

  // MARK: Opening

  /// Opens the database on first use.
  ///
  /// If it can't be written, a copy in memory is used, so that fonts can be listed and played from a read-only medium
  /// or a full disk.
  private func open() throws -> Opened {
    try opened.withLock { opened in
      let known = try opened ?? openAnew()
      opened = known
      return known
    }
  }

  private func openAnew() throws -> Opened {
    let folder = path.removingLastComponent()
    let lock: FileDescriptor
    do {
      lock = try FileSystem.lockedFolder(folder)
    } catch {
      let refusal = SoundError(
        .cannotCreate, folder, "the font catalog can't be stored there: \(error)")
      guard Self.isUnwritable(error) else { throw refusal }
      return Opened(queue: try upToDate(DatabaseQueue()), obstacle: refusal)
    }
    defer { try? lock.close() }
    do {
      var configuration = Configuration()
      configuration.busyMode = .timeout(Self.busyTimeout)
      // The file stores the journal mode. GRDB's own setting would write to the file on each opening, also for readers.
      // Mapping it into memory makes long searches a tenth faster.
      configuration.prepareDatabase {
        try $0.execute(
          sql: """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = NORMAL;
            PRAGMA mmap_size = \(Self.mappedSize);
            """)
      }
      let queue = try upToDate(DatabaseQueue(path: path.string, configuration: configuration))
      // SQLite opens a read-only file without an error, and reports it on the first write.
      let refusal = FileSystem.refusalToWrite(path)
      return Opened(queue: queue, obstacle: refusal.map { unwritable("\($0)") })
    } catch let error as DatabaseError where error.isOfWriting {
      return Opened(queue: try copyInMemory(instead: error), obstacle: explanation(of: error))
    }
  }

  private func upToDate(_ queue: DatabaseQueue) throws -> DatabaseQueue {
    let migrator = Self.migrator
    guard try !queue.read(migrator.hasBeenSuperseded) else {
      throw SoundError(
        .badData, path,
        "was created by a newer midirec; use that version, or delete the file and add the fonts again")
    }
    try migrator.migrate(queue)
    try prepare(queue)
    return queue
  }

  // MARK: Read-only databases

  /// A disk with less free space is full, because the database doesn't fit.
  private static let minSpace: UInt = 1 << 16

  private static func isUnwritable(_ errno: Errno) -> Bool {
    [.readOnlyFileSystem, .permissionDenied, .notPermitted, .noSpace, .diskQuotaExceeded].contains(errno)
  }

  /// Returns a copy of the database in memory.
  private func copyInMemory(instead error: DatabaseError) throws -> DatabaseQueue {
    guard path.fileSize ?? 0 > 0 else { return try upToDate(DatabaseQueue()) }
    // Without a log next to it, the database can be read without a lock file, and no process is writing.
    let hasLog = FilePath(path.string + "-wal").fileSize ?? 0 > 0
    let source = hasLog ? path.string : "\(URL(filePath: path.string).absoluteString)?immutable=1"
    guard let queue = try? DatabaseQueue.inMemoryCopy(fromPath: source) else { throw error }
    return try upToDate(queue)
  }

  /// The reason why the database can't be written, or `nil`.
  private var obstacle: Errno? {
    for refusal in [path.removingLastComponent(), path].compactMap(FileSystem.refusalToWrite)
    where refusal != .noSuchFileOrDirectory { return refusal }
    var information = statvfs()
    guard
      unsafe path.removingLastComponent().withPlatformString({ unsafe statvfs($0, &information) }) == 0
    else { return nil }
    return information.f_bavail * information.f_bsize < Self.minSpace ? .noSpace : nil
  }

  // MARK: Errors

  private func explained<Value>(_ body: () throws -> Value) throws(SoundError) -> Value {
    do {
      return try body()
    } catch let error as SoundError {
      throw error
    } catch let error as DatabaseError {
      throw explanation(of: error)
    } catch is RowDecodingError {
      throw damage("a value is missing or has another type")
    } catch {
      throw SoundError(.inputOutput, path, "\(error)")
    }
  }

  private func damage(_ reason: String) -> SoundError {
    SoundError(
      .badData, path,
      "the font catalog is damaged: \(reason); delete the file and add the fonts again; their copies are next to it"
    )
  }

  private func unwritable(_ reason: String, _ kind: SoundError.Kind = .cannotCreate) -> SoundError {
    SoundError(kind, path, "the font catalog can't be written: \(reason)")
  }

  private func explanation(of error: DatabaseError) -> SoundError {
    let message = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      return damage(message)
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
      return unwritable(obstacle.map { "\($0)" } ?? message)
    case .SQLITE_FULL, .SQLITE_IOERR:
      return unwritable(obstacle.map { "\($0)" } ?? message, .inputOutput)
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return SoundError(.inputOutput, path, "another process has locked it for too long")
    default:
      return SoundError(.inputOutput, path, "the font catalog: \(message)")
    }
  }
}

extension DatabaseError {
  /// Whether the error may only be about writing.
  fileprivate var isOfWriting: Bool {
    [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_FULL, .SQLITE_IOERR].contains(resultCode)
  }
}
