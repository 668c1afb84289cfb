internal import MIDICore
package import MIDIRecSessions
package import MIDIRecSystem
package import SystemPackage

/// A watch for changes that can affect sessions.
package final class SessionWatch {
  /// The time without a change after which a series of changes counts as complete. A linker changes a file several times.
  private static let quietTime = Nanoseconds.milliseconds(40)

  private let choice: ChosenSessions
  private let folders: FolderWatch
  /// The sessions, with the files on which they depend.
  private var sessions: [SessionDependencies] = []

  /// Creates a watch for the chosen sessions.
  ///
  /// - Throws: A `CommandFailure` if the system has no watch left.
  package init(of choice: ChosenSessions) throws {
    guard let folders = FolderWatch() else {
      throw CommandFailure(
        .inputOutput, "the system can't watch more folders (fs.inotify.max_user_instances)")
    }
    self.choice = choice
    self.folders = folders
  }

  /// The number of sessions.
  package var count: Int { sessions.count }

  /// Searches the sessions again. Changes after this call are seen.
  ///
  /// - Returns: The sessions that are new, and the errors of the search.
  package func search() -> (new: [SessionSearch.Place], errors: [SessionError]) {
    for root in choice.roots { watch(FileSystem.realPath(root) ?? root) }
    let search = choice.search()
    let known = Dictionary(uniqueKeysWithValues: sessions.map { ($0.place, $0) })
    sessions = search.places.map { known[$0] ?? dependencies(of: $0) }
    return (search.places.filter { known[$0] == nil }, search.errors)
  }

  private func dependencies(of place: SessionSearch.Place) -> SessionDependencies {
    let dependencies = SessionDependencies(of: place, .midirec)
    for folder in dependencies.folders { folders.add(folder) }
    return dependencies
  }

  /// Watches a folder and its subfolders, in which sessions may appear. Like a search, it skips hidden ones.
  private func watch(_ folder: FilePath) {
    guard folders.add(folder) else { return }
    for name in (try? FileSystem.names(in: folder)) ?? [] where !name.string.hasPrefix(".") {
      let path = folder.appending(name)
      if (try? Stat(path, followTargetSymlink: false).type) == .directory { watch(path) }
    }
  }

  /// Waits until a change affects sessions.
  ///
  /// - Returns: The sessions, and the changed files that affect them, or `nil` if the stop was requested.
  package func nextChange(unless stop: StopToken) -> (places: [SessionSearch.Place], files: [FilePath])? {
    let early = folders.changes()
    var files = early.files.filter { file in sessions.contains { $0.isAffected(by: file, duringRun: true) } }
    var searches = early.mayMakeSessions
    // If the kernel lost changes, they may concern every session.
    var concernsAll = early.areIncomplete
    while true {
      var deadline = searches || concernsAll || !files.isEmpty ? StopToken.now + Self.quietTime : nil
      waiting: while true {
        switch wait(for: folders.descriptor, stop: stop, until: deadline) {
        case .stopRequested: return nil
        case .deadlinePassed: break waiting
        default:
          let changes = folders.changes()
          searches = searches || changes.mayMakeSessions
          concernsAll = concernsAll || changes.areIncomplete
          files.formUnion(changes.files.filter { file in sessions.contains { $0.isAffected(by: file) } })
          deadline = StopToken.now + Self.quietTime
        }
      }
      let new = searches || concernsAll ? search().new : []
      if concernsAll {
        sessions = sessions.map { dependencies(of: $0.place) }
        return (sessions.map(\.place), files.sorted { $0.string < $1.string })
      }
      searches = false
      var places = new
      for (index, session) in sessions.enumerated()
      where files.contains(where: { session.isAffected(by: $0) }) {
        // A changed session file can name other files.
        sessions[index] = dependencies(of: session.place)
        if !new.contains(session.place) { places.append(session.place) }
      }
      if !places.isEmpty { return (places, files.sorted { $0.string < $1.string }) }
    }
  }
}

extension FolderWatch.Changes {
  /// Whether there may be other sessions than before.
  fileprivate var mayMakeSessions: Bool {
    concernsFolders || files.contains { $0.lastComponent?.string == Session.fileName }
  }
}
