internal import ArgumentParser
internal import Sessions
internal import System
internal import SystemPackage

/// The completion of session names in a shell.
enum SessionCompletion {
  /// The completion of a session's name or a folder.
  static let path = CompletionKind.custom { _, _, prefix in paths(with: prefix) }

  /// The completion of a session's name.
  static let name = CompletionKind.custom { _, _, prefix in names.filter { $0.hasPrefix(prefix) } }

  private static var names: [String] {
    SessionSearch(in: [SessionChoice.root], base: SessionChoice.standardFolder).places.map(\.name)
  }

  /// Returns the names of sessions, and the paths of folders, that start with a text.
  private static func paths(with prefix: String) -> [String] {
    let found = Set(names.filter { $0.hasPrefix(prefix) } + folders(with: prefix))
    return found.sorted()
  }

  private static func folders(with prefix: String) -> [String] {
    let end = prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex
    let parent = String(prefix[..<end])
    let names = (try? FileSystem.names(in: parent.isEmpty ? "." : FilePath(parent))) ?? []
    return names.map { parent + $0.string }.filter { path in
      path.hasPrefix(prefix) && !path.dropFirst(parent.count).hasPrefix(".")
        && FileSystem.isFolder(FilePath(path))
    }
  }
}
