internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import MIDIRecWorkbench
internal import Synchronization
internal import SystemPackage

/// Deleted files, which have hidden names in their folders until the studio ends, so that they can be restored.
///
/// If the studio is killed, they keep these names.
struct DeletedFiles: Sendable {
  private var moves: [(path: FilePath, hidden: FilePath)] = []
  /// The names of the files in a folder that is deleted as a whole.
  private let contents: [FilePath.Component]

  /// Deletes files, or a folder with known contents.
  init(_ paths: [FilePath], contents: [FilePath.Component] = []) throws {
    self.contents = contents
    let ending = ".deleted-\(Secret.new().prefix(8))"
    for path in paths {
      let hidden = path.replacingLastComponentBytes { Array(".".utf8) + $0 + Array(ending.utf8) }
      do {
        try FileSystem.rename(path, toFree: hidden)
      } catch {
        try? restore()
        throw StudioError("can't delete \(path.lastComponent?.string ?? "\(path)"): \(error)")
      }
      moves.append((path, hidden))
    }
  }

  /// Restores the files that aren't restored yet.
  func restore() throws {
    for (path, hidden) in moves {
      do {
        try FileSystem.rename(hidden, toFree: path)
      } catch {
        // An earlier attempt has restored it.
        if error == .noSuchFileOrDirectory, FileSystem.exists(path) { continue }
        let advice = error == .fileExists ? "; rename the file that has its name now" : ""
        throw StudioError("can't restore \(path.lastComponent?.string ?? "\(path)"): \(error)\(advice)")
      }
    }
  }

  /// Deletes the files for good. A folder stays if it has got other files.
  func purge() {
    for (_, hidden) in moves {
      do {
        try FileSystem.remove(hidden)
      } catch {
        guard error == .isDirectory else { continue }
        for name in contents { try? FileSystem.remove(hidden.appending(name)) }
        try? FileSystem.removeEmptyFolder(hidden)
      }
    }
  }
}

extension Studio {
  /// Deletes a take that no session plays.
  func deleteTake(_ take: String) throws -> Reply {
    let path = try path(of: take)
    // Nothing else with such a name is deleted.
    _ = try recording(of: take)
    if let session = session(playing: path) {
      throw StudioError("the session \(session) plays \(take); delete the session first")
    }
    try perform("deleted \(take)", on: nil) { .deleted(try DeletedFiles([path])) }
    return Reply(command: "rm \(take.fileWord)")
  }

  /// Deletes the files of a session, and its folder if it has no others.
  func deleteSession(_ name: String) throws -> Reply {
    let folder = try place(of: name).folder
    let own = try Session.ownFiles(in: folder, subjects: SubjectRegistry.midirec.definitions)
    let shown = ChosenSessions.standardFolder.appending(name)
    if try FileSystem.names(in: folder) == own {
      try perform("deleted the session \(name)", on: name) {
        .deleted(try DeletedFiles([folder], contents: own))
      }
      return Reply(command: "rm -r \(shown.string.fileWord)", name: name)
    }
    try perform("deleted the session \(name)", on: name) {
      .deleted(try DeletedFiles(own.map { folder.appending($0) }))
    }
    let words = own.map { shown.appending($0).string.fileWord }.joined(separator: " ")
    return Reply(command: "rm \(words)", name: name, text: "the folder has other files, which stay")
  }

  /// Returns the first session that plays a take from its place.
  private func session(playing take: FilePath) -> String? {
    let real = FileSystem.realPath(take)
    return search().places.first { place in
      Session.takePath(in: place.folder, subjects: SubjectRegistry.midirec.definitions).flatMap {
        FileSystem.realPath($0)
      } == real
    }?.name
  }

  /// Deletes the files for good that could still be restored. No command may follow.
  package func removeDeletedFiles() {
    for files in history.withLock(\.deletedFiles) { files.purge() }
  }
}

extension String {
  /// The name of a file as a word for a shell, which no program takes for an option.
  fileprivate var fileWord: String { (hasPrefix("-") ? "./\(self)" : self).shellWord }
}
