internal import ArgumentParser
internal import Sessions
internal import Workbench

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
  /// - Throws: A `CommandFailure` if sessions exist but the selection is empty.
  func placesWithPending(_ failures: inout CommandFailures) throws -> [SessionSearch.Place] {
    try sessions.places(includesPending: true) { failures.add($0.failure) }
  }
}
