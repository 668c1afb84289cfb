internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import Sessions
internal import SystemPackage

/// The arguments that say which sessions are meant.
struct SessionChoice: ParsableArguments {
  /// Where sessions are looked for without an argument, if it is there; else in the current folder.
  static let standardFolder: FilePath = "Recordings"

  @Argument(
    help: ArgumentHelp(
      "Folders that have sessions in them, or sessions.",
      discussion: """
        Without any, \(Self.standardFolder) if it is there, else the current folder. A path that doesn't exist is \
        looked for in \(Self.standardFolder).
        """,
      valueName: "paths"))
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only sessions that have this in their name, or whose whole name fits this with * and ?.",
      discussion: "Given again, one of them has to fit.", valueName: "name"))
  var filter: [NamePattern] = []

  func validate() throws {
    if paths.contains("") { throw ValidationError("Give the name of a folder.") }
  }

  /// The folders to be searched.
  var roots: [FilePath] {
    guard paths.isEmpty else { return paths.map(Self.root) }
    let isThere = (try? Stat(Self.standardFolder).type) == .directory
    return [isThere ? Self.standardFolder : "."]
  }

  /// Returns the path, or, if only the standard folder has it, the path there: the name that `midirec new` takes.
  private static func root(_ path: String) -> FilePath {
    let path = FilePath(argument: path)
    let named = standardFolder.pushing(path)
    return (try? Stat(path)) == nil && (try? Stat(named)) != nil ? named : path
  }

  /// Which sessions are meant of those that are there.
  var selection: SessionSelection { SessionSelection(patterns: filter) }

  /// Searches for the sessions that are meant, and collects the errors of the others.
  ///
  /// - Parameter includesPending: Whether folders in which only a pending file is count as well.
  /// - Throws: If there are sessions and none of them is meant.
  func places(
    _ failures: inout CommandFailures, includesPending: Bool = false
  ) throws -> [SessionSearch.Place] {
    let search = SessionSearch(in: roots, includesPending: includesPending)
    for error in search.errors { failures.add(CommandFailure(error)) }
    return search.places.isEmpty ? [] : try fitting(search.places)
  }

  /// Those that `--filter` lets through.
  ///
  /// - Throws: Where there are none.
  func fitting(_ places: [SessionSearch.Place]) throws -> [SessionSearch.Place] {
    let fitting = places.filter { selection.contains(name: $0.name) }
    guard fitting.isEmpty else { return fitting }
    let names = places.prefix(3).map(\.name) + (places.count > 3 ? ["…"] : [])
    let patterns = filter.map { "\"\($0.text)\"" }.joined(separator: " or ")
    throw CommandFailure(
      CommandFailure.noInput,
      "--filter \(patterns) fits none of \(pluralized(places.count, "session")): \(names.joined(separator: ", "))"
        .printable)
  }
}
