internal import MIDIRecSystem
public import SystemPackage

/// The journal of a take on disk, left by a capture that died or in use by a capture that is recording.
public struct OrphanedJournal: Hashable, Sendable {
  /// The path of the journal, such as `take.recording.mid`.
  public let path: FilePath

  private static let ending = Array(".recording.mid".utf8)

  /// Creates the journal that a file belongs to, given its visible or hidden path, or returns `nil` for other files.
  public init?(ofFile path: FilePath) {
    guard let name = path.lastComponent.flatMap({ Self.journalName(ofFile: $0.bytes) }) else { return nil }
    self.init(path.replacingLastComponentBytes { _ in name })
  }

  /// Creates the journal of a take.
  ///
  /// - Parameter name: The path of the journal or of the take.
  /// - Returns: The journal, or `nil` if the take has no journal.
  public init?(_ name: FilePath) {
    let isJournalName = name.lastComponent?.bytes.ends(with: Self.ending) == true
    path = isJournalName ? name : TakeFile.journalPath(for: name)
    if !TakeJournal.paths(for: path).contains(where: { FileSystem.exists($0) }) { return nil }
  }

  /// Returns all journals in a folder in alphabetical order, or none if the folder can't be read.
  ///
  /// The empty path is the working directory.
  public static func all(in folder: FilePath) -> [OrphanedJournal] {
    let names = (try? FileSystem.names(in: folder)) ?? []
    return Set(names.map(\.bytes).compactMap(journalName(ofFile:)))
      .sorted { $0.lexicographicallyPrecedes($1) }
      .compactMap { FilePath.Component(bytes: $0) }
      .compactMap { OrphanedJournal(folder.appending($0)) }
  }

  /// Returns the name of the journal that a file belongs to, given its visible or hidden name.
  private static func journalName(ofFile name: [UInt8]) -> [UInt8]? {
    guard name.starts(with: ".".utf8) else { return name.ends(with: ending) ? name : nil }
    let hiddenEndings = [".recording.next.mid", ".recording.last.mid"].map { Array($0.utf8) }
    return hiddenEndings.first { name.ends(with: $0) }.map { name.dropFirst().dropLast($0.count) + ending }
  }

  /// The path of the finished take.
  public var takePath: FilePath {
    path.replacingLastComponentBytes { $0.dropLast(Self.ending.count) + Array(".mid".utf8) }
  }

  /// Whether a capture is recording into the journal. On file systems without locks, it is always false.
  public var isInUse: Bool {
    files.contains { path in
      guard let file = try? OpenFile(reading: path) else { return false }
      return !FileSystem.lock(file.descriptor)
    }
  }

  /// The files of the journal that exist.
  var files: [FilePath] { TakeJournal.paths(for: path).filter { FileSystem.exists($0) } }
}

extension [UInt8] {
  fileprivate func ends(with ending: [UInt8]) -> Bool { suffix(ending.count).elementsEqual(ending) }
}
