internal import ArgumentParser
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecTerminal
internal import MIDIRecWorkbench

/// The arguments that select sessions.
struct SessionChoice: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Sessions, or folders with sessions",
      discussion: """
        The default is \(ChosenSessions.standardFolder) or, if that doesn't exist, the current folder. A path that \
        doesn't exist is tried within \(ChosenSessions.standardFolder).
        """,
      valueName: "paths"), completion: Self.pathCompletion)
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Select sessions whose name contains this text or matches this pattern with * and ?",
      discussion: "Repeat the option to select more sessions.", valueName: "name"),
    completion: .custom { _, _, prefix in ChosenSessions.names(with: prefix) })
  var filter: [NamePattern] = []

  /// The completion of a session's name or a folder.
  static let pathCompletion = CompletionKind.custom { _, _, prefix in ChosenSessions.paths(with: prefix) }

  func validate() throws {
    if paths.contains("") { throw ValidationError("The name of the folder is empty.") }
  }

  /// The sessions that the arguments choose.
  var sessions: ChosenSessions { ChosenSessions(paths: paths, patterns: filter) }

  /// Finds the selected sessions, and collects the errors of the search.
  ///
  /// - Parameter includesPending: Whether to include folders that contain only a pending file.
  /// - Throws: A `CommandFailure` if sessions exist but the selection is empty.
  func places(
    includesPending: Bool = false, _ failures: inout CommandFailures
  ) throws -> [SessionSearch.Place] {
    let search = sessions.search(includesPending: includesPending)
    for error in search.errors { failures.add(error.failure) }
    return search.places.isEmpty ? [] : try sessions.fitting(search.places)
  }

  /// Finds the selected sessions and their pending results, and collects the errors of the search.
  ///
  /// - Throws: A `CommandFailure` if sessions exist but the selection is empty.
  func pendingChanges(
    _ failures: inout CommandFailures
  ) throws -> (places: [SessionSearch.Place], changes: [PendingChange]) {
    let places = try places(includesPending: true, &failures)
    let (changes, errors) = PendingChange.all(in: places)
    for error in errors { failures.add(error.failure) }
    return (places, changes)
  }

  /// Accepts or rejects each pending result of the selected sessions, and reports failures.
  ///
  /// - Parameter body: Decides on a result, and returns a line about it.
  func decide(_ body: (PendingChange) throws -> String) throws {
    var failures = CommandFailures()
    let (places, changes) = try pendingChanges(&failures)
    for change in changes {
      guard let line = try failures.result(of: { try body(change) }) else { continue }
      try StandardOutput.tell(line.printable)
    }
    if changes.isEmpty, failures.isEmpty {
      try StandardOutput.tell("no pending results in \(pluralized(places.count, "session"))")
      try Self.tellAboutFindings(places)
    }
    try failures.end()
  }

  /// Says what to do about findings if all chosen sessions are findings, which have no pending results.
  static func tellAboutFindings(_ places: [SessionSearch.Place]) throws {
    guard !places.isEmpty, places.allSatisfy(NewFinding.isFinding) else { return }
    try StandardOutput.tell(wrapping: NewFinding.advice)
  }
}

/// The failures of a command that continues after a failure, such as one that handles several sessions or fonts.
struct CommandFailures {
  /// Whether failures aren't printed, because the user sees them elsewhere.
  var isSilent = false
  private var code: Int32?

  /// Adds a failure, and prints it on standard error.
  mutating func add(_ failure: CommandFailure) {
    if !isSilent { StandardError.say(failure) }
    code = code ?? failure.code
  }

  /// Returns the result of a step, or adds its failure and returns `nil`.
  ///
  /// - Throws: An error that isn't a failure of the command.
  mutating func result<Value>(of step: () throws -> Value) throws -> Value? {
    do {
      return try step()
    } catch {
      guard let failure = CommandFailure(explaining: error) else { throw error }
      add(failure)
      return nil
    }
  }

  /// Whether the list has no failures.
  var isEmpty: Bool { code == nil }

  /// Ends the command with the exit code of the first failure, or with `other` if there is no failure.
  func end(orElse other: Int32 = 0) throws {
    let code = code ?? other
    if code != 0 { throw ExitCode(code) }
  }
}
