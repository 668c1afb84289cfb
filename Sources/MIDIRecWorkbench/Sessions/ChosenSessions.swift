internal import MIDICore
package import MIDIRecSessions
internal import MIDIRecSystem
package import SystemPackage

/// The sessions that a user chooses by paths and by patterns of their names.
package struct ChosenSessions {
  /// The default folder of sessions. If it doesn't exist, the current folder takes its place.
  package static let standardFolder: FilePath = "Recordings"

  /// Sessions, or folders with sessions.
  package var paths: [String]
  /// The patterns of names. A name must match one of them, unless the list is empty.
  package var patterns: [NamePattern]

  /// Creates a choice.
  package init(paths: [String] = [], patterns: [NamePattern] = []) {
    (self.paths, self.patterns) = (paths, patterns)
  }

  /// The folders to search. By default, these include the findings of a program without a session.
  var roots: [FilePath] {
    guard paths.isEmpty else { return paths.map(Self.root) }
    let findings = FilePath(NewFinding.folderName)
    return Self.root == "." || !FileSystem.isFolder(findings) ? [Self.root] : [Self.root, findings]
  }

  /// The standard folder or, if that doesn't exist, the current one.
  private static var root: FilePath {
    (try? Stat(standardFolder).type) == .directory ? standardFolder : "."
  }

  /// Returns the path, or, if only the standard folder has it, the path there: the name that `midirec new` takes.
  private static func root(_ path: String) -> FilePath {
    let path = FilePath(argument: path)
    let named = standardFolder.pushing(path)
    return (try? Stat(path)) == nil && (try? Stat(named)) != nil ? named : path
  }

  /// Searches the folders. Sessions in the standard folder are named by their path in it, as `midirec new` names them.
  ///
  /// - Parameter includesPending: Whether to include folders that contain only a pending file.
  package func search(includesPending: Bool = false) -> SessionSearch {
    SessionSearch(in: roots, base: Self.standardFolder, includesPending: includesPending)
  }

  /// Returns the name of a session in a folder of sessions. A path that starts with the folder names the same session.
  package static func name(_ name: String, in root: FilePath) -> String {
    var path = FilePath(argument: name)
    return path.removePrefix(root) && !path.isEmpty ? path.string : name
  }

  /// The arguments as a shell takes them, after a space, or an empty text.
  package var commandLine: String {
    (paths + patterns.flatMap { ["--filter", $0.text] }).map { " \($0.shellWord)" }.joined().printable
  }

  /// Returns the sessions whose names match.
  ///
  /// - Throws: A `CommandFailure` if there are none.
  package func fitting(_ places: [SessionSearch.Place]) throws -> [SessionSearch.Place] {
    let selection = SessionSelection(patterns: patterns)
    let fitting = places.filter { selection.contains(name: $0.name) }
    guard fitting.isEmpty else { return fitting }
    let names = places.prefix(3).map(\.name) + (places.count > 3 ? ["…"] : [])
    let words = patterns.map { "\"\($0.text)\"" }.joined(separator: " or ")
    let count = pluralized(places.count, "session")
    throw CommandFailure(
      .noInput, "--filter \(words) matches none of \(count): \(names.joined(separator: ", "))".printable)
  }
}

// MARK: Completion in a shell

extension ChosenSessions {
  /// Returns the names of sessions that start with a text, for completion in a shell.
  package static func names(with prefix: String) -> [String] {
    ChosenSessions().search().places.map(\.name).filter { $0.hasPrefix(prefix) }
  }

  /// Returns the names of sessions, and the paths of folders, that start with a text.
  package static func paths(with prefix: String) -> [String] {
    let end = prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex
    let parent = String(prefix[..<end])
    let entries = (try? FileSystem.names(in: parent.isEmpty ? "." : FilePath(parent))) ?? []
    let folders = entries.map { parent + $0.string }.filter { path in
      path.hasPrefix(prefix) && !path.dropFirst(parent.count).hasPrefix(".")
        && FileSystem.isFolder(FilePath(path))
    }
    return Set(names(with: prefix) + folders).sorted()
  }
}
