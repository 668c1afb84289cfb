internal import MIDIRecSystem
package import SystemPackage

/// The files on which the result of a session depends: all in its folder, its recording, and the files of its subjects,
/// such as a program.
package struct SessionDependencies: Sendable {
  package let place: SessionSearch.Place
  private let folder: FilePath
  private let others: Set<FilePath>
  /// Whether a subject may read any file in the session's folder, as a program can.
  private let readsFolder: Bool

  /// Finds the files of a session. A session that can't be read has only its folder.
  ///
  /// - Parameters:
  ///   - place: The session.
  ///   - catalog: The subjects that sessions can name.
  package init(of place: SessionSearch.Place, _ catalog: SubjectRegistry) {
    self.place = place
    folder = Self.real(place.folder)
    guard let session = try? Session(reading: place.folder, subjects: catalog.definitions) else {
      (others, readsFolder) = ([], false)
      return
    }
    var files: [FilePath] = []
    for choice in session.subjects {
      // An invalid option is reported when the session runs.
      if let subject = try? catalog.subject(for: choice) { files += subject.files(of: folder) }
    }
    readsFolder = !files.isEmpty
    if let path = session.recordingPath { files.append(path) }
    // Both a link and its target can change.
    others = Set(
      files.flatMap { file in
        [
          Self.real(file.removingLastComponent()).appending(file.lastComponent?.string ?? ""),
          Self.real(file),
        ]
      })
  }

  /// The folders that contain the files.
  package var folders: Set<FilePath> {
    others.reduce(into: [folder]) { $0.insert($1.removingLastComponent()) }
  }

  /// Returns whether a changed file can affect the result. A pending file or an unstable attempt can't.
  ///
  /// - Parameter isDuringRun: Whether the file changed during a run. A program's other files in the session's folder then
  ///   don't count, because the program may have written them.
  package func isAffected(by file: FilePath, duringRun isDuringRun: Bool = false) -> Bool {
    if others.contains(file) { return true }
    guard file.removingLastComponent() == folder, let name = file.lastComponent?.string else { return false }
    if name == Session.fileName || name.contains(".expected.") { return true }
    if Session.isRecordingName(name) { return !readsFolder || !isDuringRun }
    return readsFolder && !isDuringRun && !name.contains(".unstable.")
      && ExpectationFile(pendingName: name, in: folder) == nil
      && !name.hasPrefix(".")
  }

  private static func real(_ path: FilePath) -> FilePath {
    FileSystem.realPath(path.isEmpty ? "." : path) ?? path
  }
}
