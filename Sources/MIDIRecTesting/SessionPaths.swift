internal import Sessions
internal import SystemPackage

/// The paths of all sessions in a folder and below, for a test of each:
///
/// ```swift
/// @Test(arguments: sessionPaths(in: "Recordings"))
/// func isPlayedAsExpected(session: String) async {
///   await expectSession(session)
/// }
/// ```
///
/// - Parameters:
///   - folder: The folder, a path from the folder of the test's source file, or from `/` on.
///   - filePath: The test's source file.
/// - Returns: The paths from there, in the order of their bytes. If a folder has no session or can't be searched, its path
///   is included, so that its test fails and reports the reason.
public func sessionPaths(in folder: String, filePath: StaticString = #filePath) -> [String] {
  let root = CallSite.path(folder, from: filePath)
  let search = SessionSearch(in: [root])
  let found = search.places.map { place in
    place.folder.starts(with: root)
      ? "\(FilePath(folder).appending(root.rest(of: place.folder)))" : "\(place.folder)"
  }
  return found + search.errors.map { "\($0.path)" }
}

extension FilePath {
  /// The components of a path below this one.
  fileprivate func rest(of path: FilePath) -> [FilePath.Component] {
    Array(path.components.dropFirst(components.count))
  }
}
