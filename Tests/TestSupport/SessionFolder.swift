internal import Foundation
internal import MIDIRecSessions
package import SystemPackage

/// A temporary folder for sessions.
package struct SessionFolder {
  package let folder: TemporaryFolder
  package var path: FilePath { FilePath(folder.path) }

  package init() throws { folder = try TemporaryFolder() }

  /// Creates a session with a recording, at a path such as `pedals/sostenuto` or in the folder itself.
  @discardableResult
  package func makeSession(_ name: String = "", _ text: String = "subjects: [notes]\n") throws -> FilePath {
    try write("take.mid", in: name, [])
    try write(Session.fileName, in: name, Array(text.utf8))
    return path.appending(name)
  }

  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path(name), withIntermediateDirectories: true)
  }

  package func write(_ file: String, in name: String = "", _ bytes: [UInt8]) throws {
    try makeFolder(name)
    try folder.write(bytes, to: name.isEmpty ? file : "\(name)/\(file)")
  }

  /// Creates a symbolic link, whose target is relative to the link's folder.
  package func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(name), withDestinationPath: target)
  }

  /// Returns the paths of all files and folders, in alphabetical order.
  package func tree() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
  }
}
