internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import MIDIRecWorkbench
internal import Synchronization
internal import SystemPackage

extension Studio {
  /// Deletes a take that no session plays.
  func deleteTake(_ take: String) throws -> Reply {
    let path = try path(of: take)
    // Only takes are deleted, not other files with such a name.
    _ = try recording(of: take)
    try requireUnused(path)
    try perform("deleted \(take)", on: nil) {
      .deleted(
        try DeletedFiles([path.lastComponent].compactMap(\.self), from: "", into: try hidden(in: folder)))
    }
    return Reply(command: "rm \(take.fileWord)")
  }

  /// Deletes the files of a session, and its folder if it has no others. Of a linked session, it deletes the link.
  func deleteSession(_ name: String) throws -> Reply {
    let folder = try place(of: name).folder
    var path = folder
    _ = path.removePrefix(sessionsFolder)
    let own = try Session.ownFiles(in: folder, subjects: SubjectRegistry.midirec.definitions)
    guard let last = path.lastComponent else { return try delete(own, from: path, of: name, "rm") }
    if FileSystem.isLink(folder) {
      return try delete([last], from: path.removingLastComponent(), of: name, "rm")
    }
    guard try FileSystem.names(in: folder) == own else {
      return try delete(own, from: path, of: name, "rm", text: "the folder has other files, which stay")
    }
    // A folder that only has the session isn't left empty.
    var (top, contents) = (last, own.map { FilePath(root: nil, [$0]) })
    while let parent = path.removingLastComponent().lastComponent {
      let above = path.removingLastComponent()
      guard !FileSystem.isLink(sessionsFolder.pushing(above)),
        try FileSystem.names(in: sessionsFolder.pushing(above)) == [top]
      else { break }
      contents = contents.map { FilePath(root: nil, [top]).pushing($0) }
      (path, top) = (above, parent)
    }
    return try delete([top], from: path.removingLastComponent(), of: name, "rm -r", contents: contents)
  }

  /// Deletes names in a folder below the folder of sessions.
  private func delete(
    _ names: [FilePath.Component], from place: FilePath, of session: String, _ command: String,
    contents: [FilePath] = [], text: String? = nil
  ) throws -> Reply {
    try perform("deleted the session \(session)", on: session) {
      .deleted(try DeletedFiles(names, from: place, into: try hidden(in: sessionsFolder), contents: contents))
    }
    let words = names.map {
      ChosenSessions.standardFolder.pushing(place).appending($0).string.fileWord
    }
    return Reply(
      command: "\(command) \(words.joined(separator: " "))", name: session, text: text)
  }

  /// Returns the hidden folder of this studio in a folder.
  private func hidden(in folder: FilePath) throws -> DeletedFolder {
    try deletedFolders.withLock { folders in
      folders.removeAll { !$0.exists }
      if let hidden = folders.first(where: { $0.parent == folder }) { return hidden }
      let hidden = try DeletedFolder(in: folder)
      folders.append(hidden)
      return hidden
    }
  }

  /// Throws an error if a session plays a take from its place, or could play it.
  private func requireUnused(_ take: FilePath) throws {
    let (real, name) = (FileSystem.realPath(take), take.lastComponent?.string ?? "")
    for place in search().places {
      let path: FilePath?
      do {
        path = try Session.takePath(in: place.folder, subjects: SubjectRegistry.midirec.definitions)
      } catch {
        throw StudioError(
          "the session \(place.name) can't be read, and could play \(name); repair or delete it first (\(error))"
        )
      }
      if let path, FileSystem.realPath(path) == real {
        throw StudioError("the session \(place.name) plays \(name); delete the session first")
      }
    }
  }

  /// Keeps a message for the first page about the deleted files of studios that were killed.
  func findAbandonedFiles() {
    let found = [folder, sessionsFolder].flatMap { DeletedFolder.abandoned(in: $0) }
    guard !found.isEmpty else { return }
    let names = found.map { path in
      var path = path
      _ = path.removePrefix(folder)
      return path.string
    }
    let notice =
      "an earlier studio was killed; its deleted files are in \(names.joined(separator: " and ")): "
      + "move the files back, or delete the folder"
    model.withLock { $0.firstNotice = notice.printable }
  }

  /// Deletes the files for good that could still be restored. No command may follow.
  package func removeDeletedFiles() {
    for files in history.withLock(\.deletedFiles) { files.purge() }
    for folder in deletedFolders.withLock(\.self) { folder.remove() }
  }
}

extension String {
  /// The name of a file as a word for a shell, which no program takes for an option.
  fileprivate var fileWord: String { (hasPrefix("-") ? "./\(self)" : self).shellWord }
}
