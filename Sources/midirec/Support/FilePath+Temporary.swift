internal import FoundationEssentials
internal import SystemPackage

extension FilePath {
  /// Returns an unused path in the folder for temporary files.
  ///
  /// - Parameter purpose: A word that identifies the user of the path.
  static func temporary(for purpose: String) -> FilePath {
    FilePath(FileManager.default.temporaryDirectory.path).appending("midirec-\(purpose)-\(UUID().uuidString)")
  }
}
