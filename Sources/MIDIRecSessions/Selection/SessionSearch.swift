internal import MIDIRecSystem
package import SystemPackage

/// Finds all sessions in folders and their subfolders.
///
/// Symbolic links are followed after all other entries, and each folder is visited once. Hidden folders are skipped.
package struct SessionSearch: Sendable {
  /// A session's folder and display name.
  package struct Place: Hashable, Sendable {
    /// The path from the base folder, or from the searched folder outside of it: `pedals/sostenuto`. A session that is
    /// itself the searched folder has the folder's name.
    package var name: String
    package var folder: FilePath
  }

  /// The sessions with unique names, in byte order of their names.
  package private(set) var places: [Place] = []
  /// The errors of the search, in its order: missing folders (with a similar session), unreadable folders, broken or
  /// cyclic links, sessions with equal names (only the first is in ``places``), and paths without a session.
  package private(set) var errors: [SessionError] = []

  /// Searches folders.
  ///
  /// - Parameters:
  ///   - roots: Folders, sessions, or `session.yaml` files.
  ///   - base: The folder from which sessions in it are named, whichever root finds them, or `nil`.
  ///   - includesPending: Whether folders with results count as sessions even without a `session.yaml`, because
  ///     Swift tests leave such folders.
  package init(in roots: [FilePath], base: FilePath? = nil, includesPending: Bool = false) {
    var walk = Walk(base: base, includesPending: includesPending)
    for (index, root) in roots.enumerated() { walk.begin(root, index: index) }
    walk.run()
    errors = walk.errors.map { roots.contains($0.path) ? Self.advised($0, base) : $0 }
    for (root, isAnswered) in zip(roots, walk.answeredRoots(count: roots.count)) where !isAnswered {
      errors.append(
        SessionError(.noInput, root, "contains no session: no folder in it has a file \(Session.fileName)"))
    }
    keepFirstOfEachName(walk.places)
  }

  /// Returns the error of a path that doesn't exist with the most similar session, and other errors unchanged.
  private static func advised(_ error: SessionError, _ base: FilePath?) -> SessionError {
    guard let base, !FileSystem.exists(error.path) else { return error }
    let names = SessionSearch(in: [FileSystem.isFolder(base) ? base : "."], base: base).places.map(\.name)
    guard let name = names.nearest(to: error.path.string) else { return error }
    var advised = error
    advised.reason += "; did you mean \(name.quoted)?"
    return advised
  }

  private mutating func keepFirstOfEachName(_ found: [Place]) {
    var folders: [String: FilePath] = [:]
    for place in found {
      if let first = folders[place.name] {
        let reason =
          "has the name \(place.name.quoted), as \(first) does; rename one of them"
        errors.append(SessionError(.badData, place.folder, reason))
      } else {
        folders[place.name] = place.folder
        places.append(place)
      }
    }
    places.sort { $0.name.precedesBytewise($1.name) }
  }
}

/// The state of a search.
private struct Walk {
  /// The identity of a folder under any name.
  struct Identity: Hashable {
    var device: DeviceID
    var inode: Inode
  }

  /// A folder, or a link that may lead to one.
  struct Step {
    var path: FilePath
    /// The names from the base folder, or from a root outside of it.
    var names: [String]
    /// The parent folders on the path of the search, from the root.
    var ancestors: [Identity]
    var root: Int
    /// Links in a session's folder belong to the session, whose reader checks them.
    var isInSession = false
  }

  private let base: FilePath?
  private let includesPending: Bool
  private(set) var places: [SessionSearch.Place] = []
  private(set) var errors: [SessionError] = []
  private var folders: ArraySlice<Step> = []
  private var links: ArraySlice<Step> = []
  /// The visited folders, and the folders in each of them, including linked ones.
  private var visited: [Identity: (isSession: Bool, folders: [Identity])] = [:]
  /// The searched folders.
  private var roots: [Int: Identity] = [:]
  /// The roots with an error.
  private var failed: Set<Int> = []

  init(base: FilePath?, includesPending: Bool) { (self.base, self.includesPending) = (base, includesPending) }

  /// Returns whether each root has a session or an error.
  ///
  /// A folder is visited for one root or path only, but its sessions belong to all of them.
  func answeredRoots(count: Int) -> [Bool] {
    (0..<count).map { root in failed.contains(root) || roots[root].map(hasSession) ?? false }
  }

  private func hasSession(_ folder: Identity) -> Bool {
    var seen: Set<Identity> = [folder]
    var rest = [folder]
    while let next = rest.popLast(), let visit = visited[next] {
      if visit.isSession { return true }
      rest += visit.folders.filter { seen.insert($0).inserted }
    }
    return false
  }

  mutating func begin(_ root: FilePath, index: Int) {
    var folder = root
    if root.lastComponent?.string == Session.fileName, (try? Stat(root).type) == .regular {
      folder = root.removingLastComponent()
      if folder.isEmpty { folder = "." }
    }
    folders.append(Step(path: folder, names: names(of: folder), ancestors: [], root: index))
  }

  /// Returns the names from the base folder to a folder in it, or no names.
  private func names(of folder: FilePath) -> [String] {
    guard let base, var rest = try? FileSystem.absolutePath(folder).lexicallyNormalized(),
      let start = try? FileSystem.absolutePath(base).lexicallyNormalized(), rest.removePrefix(start)
    else { return [] }
    return rest.components.map(\.string)
  }

  mutating func run() {
    // Both lists grow during the loop.
    while let step = folders.popFirst() ?? links.popFirst() { look(at: step) }
  }

  private mutating func look(at step: Step) {
    do throws(Errno) {
      let status = try Stat(step.path)
      guard status.type == .directory else {
        if step.ancestors.isEmpty { fail(step, .noInput, "is neither a folder nor a session") }
        return
      }
      let identity = Identity(device: status.deviceID, inode: status.inode)
      if step.ancestors.contains(identity) {
        return fail(step, .noInput, "is a link that leads back to a folder above it")
      }
      if let parent = step.ancestors.last {
        visited[parent]?.folders.append(identity)
      } else {
        roots[step.root] = identity
      }
      if visited[identity] == nil {
        visited[identity] = (false, [])
        try lookInside(step, identity)
      }
    } catch {
      if step.isInSession { return }
      errors.append(SessionError(step.path, error))
      failed.insert(step.root)
    }
  }

  private mutating func lookInside(_ step: Step, _ identity: Identity) throws(Errno) {
    let names = try FileSystem.names(in: step.path)
    let isSession = names.contains {
      $0.string == Session.fileName
        || includesPending && ExpectationFile.isResult($0.string)
    }
    if isSession {
      let name =
        step.names.isEmpty ? step.path.lastComponent?.string ?? "." : step.names.joined(separator: "/")
      places.append(SessionSearch.Place(name: name, folder: step.path))
      visited[identity]?.isSession = true
    }
    for name in names where !name.string.hasPrefix(".") {
      var next = step
      next.path = step.path.appending(name)
      next.names.append(name.string)
      next.ancestors.append(identity)
      next.isInSession = isSession
      switch try? Stat(next.path, followTargetSymlink: false).type {
      case .directory?: folders.append(next)
      case .symbolicLink?: links.append(next)
      // A file, or an entry that has just disappeared.
      default: break
      }
    }
  }

  private mutating func fail(_ step: Step, _ kind: SessionError.Kind, _ reason: String) {
    errors.append(SessionError(kind, step.path, reason))
    failed.insert(step.root)
  }
}

extension String {
  /// Returns whether the text precedes a different one in byte order, which doesn't depend on the locale.
  func precedesBytewise(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
