internal import FileIO
public import SystemPackage

/// The journal of a take, found on disk: one that a capture which ended without finishing it has left behind, or one
/// that is still being recorded.
public struct OrphanedJournal: Hashable, Sendable {
  /// Its name, `take.recording.mid`.
  public let path: FilePath

  private static let ending = Array(".recording.mid".utf8)

  /// Finds the journal of a take.
  ///
  /// - Parameter name: Its own name, or the take's.
  /// - Returns: Nothing where there is none.
  public init?(_ name: FilePath) {
    let isJournalName = name.lastComponent?.bytes.ends(with: Self.ending) == true
    path = isJournalName ? name : TakeFile.journalPath(for: name)
    if !TakeJournal.paths(for: path).contains(where: FileSystem.exists) { return nil }
  }

  /// All journals in a folder, in alphabetical order; none in one that can't be read. The empty path is the folder
  /// that the process works in.
  public static func all(in folder: FilePath) -> [OrphanedJournal] {
    let names = (try? FileSystem.names(in: folder)) ?? []
    return Set(names.map(\.bytes).compactMap(journalName(ofFile:)))
      .sorted { $0.lexicographicallyPrecedes($1) }
      .compactMap { FilePath.Component(bytes: $0) }
      .compactMap { OrphanedJournal(folder.appending($0)) }
  }

  /// The name of the journal that a file belongs to, by its own name or that of a hidden one.
  private static func journalName(ofFile name: [UInt8]) -> [UInt8]? {
    guard name.starts(with: ".".utf8) else { return name.ends(with: ending) ? name : nil }
    let hiddenEndings = [".recording.next.mid", ".recording.last.mid"].map { Array($0.utf8) }
    return hiddenEndings.first { name.ends(with: $0) }.map { name.dropFirst().dropLast($0.count) + ending }
  }

  /// Where its take stands when it is finished.
  public var takePath: FilePath {
    path.replacingLastComponentBytes { $0.dropLast(Self.ending.count) + Array(".mid".utf8) }
  }

  /// Whether a capture is recording into it. File systems that know no locks say no.
  public var isInUse: Bool {
    files.contains { path in
      guard let file = try? OpenFile(reading: path) else { return false }
      return !FileSystem.lock(file.descriptor)
    }
  }

  /// Its files that are there.
  var files: [FilePath] { TakeJournal.paths(for: path).filter(FileSystem.exists) }
}

extension [UInt8] {
  fileprivate func ends(with ending: [UInt8]) -> Bool { suffix(ending.count).elementsEqual(ending) }
}
