package import MIDIRecSessions
internal import MIDIRecSystem
internal import SystemPackage

/// The folders of sessions that failed in their last run, in `$XDG_STATE_HOME/midirec/failed-sessions`
/// (`~/.local/state` by default), one path per line.
///
/// It is a memory aid of one user: if it can't be written, or two runs end at the same time, only `--last-failed` knows
/// less.
package struct FailedSessions {
  private let file: FilePath?
  private var folders: Set<String>

  /// Reads the list, which is empty if there is none.
  package init() {
    file = ProcessEnvironment.stateFolder?.appending("midirec").appending("failed-sessions")
    let text = file.flatMap { FileSystem.text(of: $0) } ?? ""
    folders = Set(text.split(separator: "\n").map(String.init))
  }

  /// Returns whether a session failed in its last run.
  package func contains(_ place: SessionSearch.Place) -> Bool {
    Self.key(place).map(folders.contains) ?? false
  }

  /// Records the results of a run.
  package mutating func record(_ results: [SessionResult]) {
    let before = folders
    for result in results {
      guard let key = Self.key(result.place) else { continue }
      if result.isPassed { folders.remove(key) } else { folders.insert(key) }
    }
    guard folders != before, let file else { return }
    let existing = folders.filter { FileSystem.isFolder(FilePath($0)) }.sorted()
    try? FileSystem.makeFolders(file.removingLastComponent())
    try? FileSystem.write(
      Array(existing.map { $0 + "\n" }.joined().utf8), to: file, replacing: true, .document)
  }

  /// Returns the real path, or `nil` for a folder whose name can't be a line of text.
  private static func key(_ place: SessionSearch.Place) -> String? {
    guard let path = FileSystem.realPath(place.folder), FilePath(path.string) == path else { return nil }
    return path.string.contains("\n") ? nil : path.string
  }
}
