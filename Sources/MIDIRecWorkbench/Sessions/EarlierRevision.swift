internal import FoundationEssentials
internal import Glibc
internal import MIDICore
package import MIDIRecSessions
package import MIDIRecSystem
package import SystemPackage

/// A revision of the Git repository that contains sessions, in a temporary folder.
///
/// Its sessions and programs run there, and their results become the expectations of the sessions as they are now.
package struct EarlierRevision {
  /// The earlier folders, whose expectations are the earlier results, by the sessions' folders, and the sessions that
  /// can't be run at the earlier revision.
  package typealias Results = (
    folders: [FilePath: FilePath], failed: [(place: SessionSearch.Place, failure: CommandFailure)]
  )

  /// The name of the revision as the user gave it, and its short hash: `main~1 (3fd2a1b)`.
  package let description: String
  private let name: String
  private let repository: FilePath
  /// The temporary folder, with the files of the revision in `files`.
  private let folder: FilePath
  private var files: FilePath { folder.appending("files") }

  /// Checks out a revision.
  ///
  /// - Parameters:
  ///   - name: The name of the revision, such as `main`, `HEAD~3`, or a hash.
  ///   - place: A session in the repository.
  /// - Throws: A `CommandFailure` if Git can't do it.
  package init(_ name: String, of place: SessionSearch.Place) throws {
    self.name = name
    let folder = FilePath.temporary(for: "against")
    self.folder = folder
    try FileError.naming(.create, folder) { try FileSystem.makeFolder(folder, permissions: 0o700) }
    do {
      let session = try FileSystem.absolutePath(place.folder)
      repository = FilePath(try Self.git("rev-parse", "--show-toplevel", in: session, scratch: folder))
      // In a subfolder, Git would check out only this folder.
      let top = repository
      let revision = "\(name)^{commit}"
      let commit = try? Self.git(
        "rev-parse", "--verify", "--end-of-options", revision, in: top, scratch: folder)
      guard let commit else {
        throw CommandFailure(.noInput, "no revision named \"\(name)\" in \(repository)".printable)
      }
      description = "\(name) (\(commit.prefix(7)))"
      try Self.git("read-tree", commit, in: top, scratch: folder)
      try Self.git("checkout-index", "--all", "--prefix=\(folder)/files/", in: top, scratch: folder)
    } catch {
      try? FileSystem.removeFolder(folder)
      throw error
    }
  }

  /// Runs a command in the folder of the revision, such as a build. Its output goes to standard error.
  package func prepare(with command: String) throws {
    let end = try FileError.naming(.create, "/bin/sh") {
      try ChildProcess.start(
        ["/bin/sh", "-c", command],
        environment: ProcessEnvironment.entries(of: ProcessEnvironment.variables), folder: files,
        output: .descriptor(STDERR_FILENO), errors: .descriptor(STDERR_FILENO)
      ).waitForEnd()
    }
    guard end == .exit(0) else {
      throw CommandFailure(.unavailable, "\(name): \(command.shellWord) failed \(end)".printable)
    }
  }

  /// Runs sessions as they are at the revision. A session that doesn't exist there runs as it is now, but with the
  /// programs of the revision.
  ///
  /// - Returns: The results, or `nil` if the run was stopped.
  package func results(
    of places: [SessionSearch.Place], _ options: SessionRunner.Options, stop: StopToken,
    progress: @escaping @Sendable (SessionRunner.Progress) -> Void
  ) throws -> Results? {
    var results: Results = ([:], [])
    var earlier: [SessionSearch.Place] = []
    var named: [String: SessionSearch.Place] = [:]
    for place in places {
      let folder = try self.folder(of: place)
      results.folders[place.folder] = folder
      var atRevision = place
      atRevision.folder = folder
      earlier.append(atRevision)
      named[place.name] = place
    }
    var options = options
    options.ignoresAccepted = true
    options.update = .all
    options.writesPending = true
    options.repeatCount = 1
    options.stopsAtFirst = false
    let report = SessionRunner(options).run(earlier, stop: stop, progress: progress)
    if report.isInterrupted { return nil }
    for result in report.results {
      guard let place = named[result.place.name] else { continue }
      if let error = result.parts.first?.error {
        let failure = error.failure
        let message = failure.message.replacing("\(files)/", with: "\(name):")
        results.failed.append(
          (place, CommandFailure(failure.status, message, details: failure.details)))
      }
      if let error = result.writeErrors.first { throw error }
    }
    return results
  }

  /// Deletes the temporary folder.
  package func remove() { try? FileSystem.removeFolder(folder) }

  /// Returns the earlier folder of a session, with the session's present files if it has none at the revision.
  private func folder(of place: SessionSearch.Place) throws -> FilePath {
    let path = FileSystem.realPath(place.folder) ?? place.folder
    var relative = path
    guard relative.removePrefix(repository) else {
      throw CommandFailure(.noInput, "\(place.folder) isn't in \(repository)".printable)
    }
    let earlier = files.pushing(relative)
    if !FileSystem.exists(earlier.appending(Session.fileName)) {
      let names = try FileError.naming(.create, earlier) {
        try FileSystem.makeFolders(earlier)
        return try FileSystem.names(in: path)
      }
      for name in names where name != ".git" && !FileSystem.exists(earlier.appending(name)) {
        do {
          try FileManager.default.copyItem(
            atPath: path.appending(name).string, toPath: earlier.appending(name).string)
        } catch {
          let file = place.folder.appending(name)
          throw CommandFailure(.cannotCreate, "can't copy \(file): \(error)".printable)
        }
      }
    }
    return earlier
  }

  /// Runs Git in a folder, with a separate index, so that the user's stays as it is.
  ///
  /// - Returns: The first line of its output.
  @discardableResult
  private static func git(_ arguments: String..., in folder: FilePath, scratch: FilePath) throws -> String {
    let (output, errors) = (scratch.appending("output"), scratch.appending("errors"))
    for file in [output, errors] { try FileSystem.write([], to: file, replacing: true) }
    var variables = ProcessEnvironment.variables
    variables["GIT_INDEX_FILE"] = scratch.appending("index").string
    let end: ProgramEnd
    do {
      end = try ChildProcess.start(
        ["git"] + arguments, environment: ProcessEnvironment.entries(of: variables), folder: folder,
        output: .file(output.string), errors: .file(errors.string)
      ).waitForEnd()
    } catch {
      throw CommandFailure(.unavailable, "--against needs Git: \(error)")
    }
    guard end == .exit(0) else {
      let text = FileSystem.text(of: errors)?.split(separator: "\n").first.map(String.init)
      let reason = text.map { "git: \($0)" } ?? "git \(arguments.first ?? "") ended \(end)"
      throw CommandFailure(.noInput, reason.printable)
    }
    return FileSystem.text(of: output)?.split(separator: "\n").first.map(String.init) ?? ""
  }
}
