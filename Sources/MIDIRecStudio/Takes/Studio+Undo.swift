internal import MIDIRecSystem
internal import MIDIRecWorkbench
internal import Synchronization
internal import SystemPackage

/// An action of a page that every page can take back until the studio ends.
struct UndoableAction {
  /// The files before the action.
  enum Files {
    case ofDecision(ReviewQueue)
    case deleted(DeletedFiles)
    case renamed(from: FilePath, to: FilePath)
  }

  /// The action in words: `accepted the result of scale`.
  let text: String
  /// The session that it changed, or `nil` for a take.
  let session: String?
  /// The verdict of the session before the action.
  let verdict: SessionVerdict?
  let files: Files

  /// - Returns: The paths of files that were deleted.
  fileprivate func restoreFiles() throws -> [FilePath] {
    switch files {
    case .ofDecision(var queue):
      try queue.undo()
      return []
    case .deleted(let files): return try files.restore()
    case .renamed(let old, let new):
      do throws(Errno) {
        try FileSystem.rename(new, toFree: old)
      } catch {
        throw StudioError("can't rename \(new.lastComponent?.string ?? "") back: \(error)")
      }
      return []
    }
  }

  /// The earlier name of a renamed take, or `nil` after another action.
  fileprivate var oldName: String? {
    if case .renamed(let old, _) = files { old.lastComponent?.string } else { nil }
  }

  /// The deleted files, or `nil` after another action.
  fileprivate var deletedFiles: DeletedFiles? {
    if case .deleted(let files) = files { files } else { nil }
  }
}

/// The actions that can be taken back, the latest last.
struct UndoHistory {
  /// The maximum number of actions other than deletions. The earlier files of decisions are in memory.
  private static let mostOthers = 50

  private var actions: [(number: Int, action: UndoableAction)] = []
  private var count = 0

  /// The number and the text of the latest action, or `nil` if there is none.
  var latest: (number: Int, text: String)? { actions.last.map { ($0.number, $0.action.text) } }

  /// The deleted files that can be restored.
  var deletedFiles: [DeletedFiles] { actions.compactMap(\.action.deletedFiles) }

  mutating func append(_ action: UndoableAction) {
    count += 1
    actions.append((count, action))
    let others = actions.indices.filter { actions[$0].action.deletedFiles == nil }
    if others.count > Self.mostOthers { actions.remove(at: others[0]) }
  }

  /// Undoes the latest action, and returns it with the paths of restored files.
  ///
  /// After a failure, a deletion becomes the first action, so that the ones before it can be undone. A decision about
  /// files that have changed since is forgotten.
  ///
  /// - Parameter number: The number of the action that the user sees, or `nil` for any.
  mutating func undo(_ number: Int?) throws -> (action: UndoableAction, paths: [FilePath]) {
    guard let latest = actions.last else { throw StudioError("there is no action to undo") }
    guard number == nil || number == latest.number else {
      throw StudioError("the latest action is a different one now: \(latest.action.text)")
    }
    actions.removeLast()
    do {
      return (latest.action, try latest.action.restoreFiles())
    } catch {
      if latest.action.deletedFiles?.exist == true { actions.insert(latest, at: 0) }
      throw error
    }
  }
}

extension UndoableAction {
  /// Returns the new names of restored files, or `nil` if they have their old ones.
  fileprivate func note(onRestored paths: [FilePath]) -> String? {
    guard let deletedFiles else { return nil }
    let names = paths.compactMap(\.lastComponent).filter { !deletedFiles.names.contains($0) }.map(\.string)
    return names.isEmpty
      ? nil : "restored as \(names.joined(separator: " and ")), because the name is taken"
  }
}

extension Studio {
  /// Performs an action that can be taken back.
  ///
  /// - Parameters:
  ///   - text: The action in words.
  ///   - session: The session that it changes, or `nil` for a take.
  ///   - verdict: The verdict of the session after the action, or `nil` if it has none.
  ///   - files: Changes the files, and returns the files before.
  func perform(
    _ text: String, on session: String?, verdict: SessionVerdict? = nil,
    files: () throws -> UndoableAction.Files
  ) throws {
    try history.withLock { history in
      let before = model.withLock { model in session.flatMap { model.verdicts[$0] } }
      let action = UndoableAction(text: text, session: session, verdict: before, files: try files())
      history.append(action)
      show(action, of: session, verdict: verdict, latest: history.latest)
    }
  }

  /// Undoes the latest action of any page.
  ///
  /// - Parameter number: The number of the action that the user sees, or `nil` for any.
  func undo(_ number: Int?) throws -> Reply {
    try history.withLock { history in
      do {
        let (action, paths) = try history.undo(number)
        let note = action.note(onRestored: paths)
        // A session with a new name has no verdict, and a different session may have the old one.
        show(action, of: note == nil ? action.session : nil, verdict: action.verdict, latest: history.latest)
        return Reply(file: action.oldName, name: action.session, text: note)
      } catch {
        let latest = history.latest
        change { $0.undo = latest }
        throw error
      }
    }
  }

  /// Shows the files and the verdict after an action or its undo, and the action that can be taken back then.
  private func show(
    _ action: UndoableAction, of session: String?, verdict: SessionVerdict?,
    latest: (number: Int, text: String)?
  ) {
    change { model in
      model.undo = latest
      if let session { model.verdicts[session] = verdict }
      model.takesVersion += 1
      model.sessionsVersion += 1
    }
  }
}
