internal import System
internal import SystemPackage

/// A command that the user typed in the current folder, for a session's program, which runs in a new folder.
struct SessionCommand {
  /// The words for the session's file. Names of files in the current folder are paths from the session's folder.
  private(set) var words: [String] = []
  /// The words that have changed, with their replacements.
  private(set) var replaced: [(word: String, path: String)] = []

  /// Converts the words of a command.
  ///
  /// - Parameter folder: The session's folder, which needn't exist.
  init(_ command: [String], in folder: FilePath) {
    for (index, word) in command.enumerated() {
      // A program's name without a slash is searched for in PATH.
      let isPath = index > 0 || word.contains("/")
      guard isPath, let path = Self.path(of: word, from: folder) else {
        words.append(word)
        continue
      }
      let text = index == 0 ? path.string : "${MIDIREC_SESSION}/\(path)"
      words.append(text)
      replaced.append((word, text))
    }
  }

  /// Writes the files that the program replaced into its working folder, and names the recording by its variable.
  ///
  /// - Parameters:
  ///   - words: The words that name replaced files.
  ///   - recording: The file of the recording, or `nil` if the session has none.
  /// - Returns: The names of the replaced files.
  mutating func change(replacing words: [String], recording: FilePath?) -> [String] {
    var names: [String] = []
    for (word, path) in replaced {
      var new: String?
      if words.contains(path), let name = FilePath(word).lastComponent?.string {
        names.append(name)
        new = name
      } else if let recording, FileSystem.realPath(FilePath(word)) == FileSystem.realPath(recording) {
        new = Self.take
      }
      guard let new else { continue }
      self.words = self.words.map { $0 == path ? new : $0 }
      replaced.removeAll { $0.path == path }
      if new == Self.take { replaced.append((word, new)) }
    }
    return names
  }

  /// The word for the path of the session's recording.
  private static let take = "${MIDIREC_TAKE}"

  /// Whether a word names the session's recording.
  var namesTake: Bool { words.contains { $0.contains(Self.take) } }

  /// Returns the path from a folder to a file that is named from the current folder, or `nil` if there is none.
  private static func path(of word: String, from folder: FilePath) -> FilePath? {
    let file = FilePath(word)
    guard !word.isEmpty, !file.isAbsolute, (try? Stat(file).type) == .regular,
      let target = try? FileSystem.absolutePath(file), let name = target.lastComponent,
      let start = try? FileSystem.absolutePath(folder)
    else { return nil }
    // The kernel follows links before it goes up. The file itself can be a link that is more than its target, such as the
    // Python of a virtual environment.
    var up = realFolder(start).components[...]
    var down = realFolder(target.removingLastComponent()).appending(name).components[...]
    while let first = up.first, first == down.first {
      up = up.dropFirst()
      down = down.dropFirst()
    }
    var path = FilePath()
    for _ in up { path.append("..") }
    for component in down { path.append(component) }
    // A name without a slash would be searched for in PATH.
    return up.isEmpty && down.count == 1 ? FilePath("./\(path)") : path
  }

  /// Returns an absolute path with the links resolved in its existing part.
  private static func realFolder(_ folder: FilePath) -> FilePath {
    var existing = folder
    while !existing.components.isEmpty {
      if let real = FileSystem.realPath(existing) {
        return real.appending(folder.components.dropFirst(existing.components.count))
      }
      existing.removeLastComponent()
    }
    return folder
  }
}
