internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import Sessions
internal import SystemPackage

/// The arguments that select sessions.
struct SessionChoice: ParsableArguments {
  /// The default folder of sessions. If it doesn't exist, the current folder takes its place.
  static let standardFolder: FilePath = "Recordings"

  @Argument(
    help: ArgumentHelp(
      "Sessions, or folders with sessions",
      discussion: """
        The default is \(Self.standardFolder) or, if that doesn't exist, the current folder. A path that doesn't exist \
        is tried within \(Self.standardFolder).
        """,
      valueName: "paths"), completion: SessionCompletion.path)
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Select sessions whose name contains this text or matches this pattern with * and ?",
      discussion: "Repeat the option to select more sessions.", valueName: "name"),
    completion: SessionCompletion.name)
  var filter: [NamePattern] = []

  func validate() throws {
    if paths.contains("") { throw ValidationError("The name of the folder is empty.") }
  }

  /// The folders to search.
  var roots: [FilePath] {
    paths.isEmpty ? [Self.root] : paths.map(Self.root)
  }

  /// The standard folder or, if that doesn't exist, the current one.
  static var root: FilePath {
    (try? Stat(standardFolder).type) == .directory ? standardFolder : "."
  }

  /// Returns the path, or, if only the standard folder has it, the path there: the name that `midirec new` takes.
  private static func root(_ path: String) -> FilePath {
    let path = FilePath(argument: path)
    let named = standardFolder.pushing(path)
    return (try? Stat(path)) == nil && (try? Stat(named)) != nil ? named : path
  }

  /// Searches the folders. Sessions in the standard folder are named by their path in it, as `midirec new` names them.
  func search(includesPending: Bool = false) -> SessionSearch {
    SessionSearch(in: roots, base: Self.standardFolder, includesPending: includesPending)
  }

  /// Returns the name of a session in a folder of sessions. A path that starts with the folder names the same session.
  static func name(_ name: String, in root: FilePath) -> String {
    var path = FilePath(argument: name)
    return path.removePrefix(root) && !path.isEmpty ? path.string : name
  }

  /// The arguments as a shell takes them, after a space, or an empty text.
  var commandLine: String {
    (paths + filter.flatMap { ["--filter", $0.text] }).map { " \($0.shellWord)" }.joined().printable
  }

  /// The selection that --filter describes.
  var selection: SessionSelection { SessionSelection(patterns: filter) }

  /// Finds the selected sessions, and collects the errors of the search.
  ///
  /// - Parameters:
  ///   - failures: The list to which the errors are appended.
  ///   - includesPending: Whether to include folders that contain only a pending file.
  /// - Throws: A `CommandFailure` if sessions exist but the selection is empty.
  func places(
    _ failures: inout CommandFailures, includesPending: Bool = false
  ) throws -> [SessionSearch.Place] {
    let search = search(includesPending: includesPending)
    for error in search.errors { failures.add(CommandFailure(error)) }
    return search.places.isEmpty ? [] : try fitting(search.places)
  }

  /// Returns the sessions that `--filter` selects.
  ///
  /// - Throws: A `CommandFailure` if it selects none.
  func fitting(_ places: [SessionSearch.Place]) throws -> [SessionSearch.Place] {
    let fitting = places.filter { selection.contains(name: $0.name) }
    guard fitting.isEmpty else { return fitting }
    let names = places.prefix(3).map(\.name) + (places.count > 3 ? ["…"] : [])
    let patterns = filter.map { "\"\($0.text)\"" }.joined(separator: " or ")
    throw CommandFailure(
      CommandFailure.noInput,
      "--filter \(patterns) matches none of \(pluralized(places.count, "session")): \(names.joined(separator: ", "))"
        .printable)
  }
}
