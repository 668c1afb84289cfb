package import MIDIRecSystem
package import SystemPackage

/// The accepted and the pending result of a part of a subject: two files in the session's folder.
///
/// `notes.expected.txt` is the result that the user has accepted. `notes.pending.txt` is the latest result if it
/// differs. The user accepts it, so that it replaces the other file, or rejects it, so that it is deleted. Both steps
/// are atomic. `notes.unstable.txt` is an attempt that differs from others. Other parts of a subject have separate files:
/// `program.output.expected.txt`, or `synth.sound.expected.flac` for audio.
package struct ExpectationFile: Hashable, Sendable {
  /// The session's folder.
  package let folder: FilePath
  /// The subject's name.
  package let subject: String
  /// The part of the subject.
  package let part: PartName

  /// Creates the paths for a part of a subject, or returns `nil` if no subject can have the name. The files needn't
  /// exist.
  package init?(subject: String, part: PartName = .timeline, in folder: FilePath) {
    guard SubjectDefinition.isName(subject) else { return nil }
    self.folder = folder
    self.subject = subject
    self.part = part
  }

  /// The display name: `notes`, `program.output`.
  package var name: String { part.name(of: subject) }
  package var acceptedPath: FilePath { folder.appending("\(name).expected.\(part.fileExtension)") }
  /// The path of an attempt that differs from the first run. It isn't a result to accept.
  package var unstablePath: FilePath { folder.appending("\(name).unstable.\(part.fileExtension)") }
  package var pendingPath: FilePath { folder.appending("\(name).pending.\(part.fileExtension)") }

  /// Returns all expectations with a pending file in a folder, in byte order of their names.
  package static func pending(in folder: FilePath) throws(FileError) -> [ExpectationFile] {
    let names = try FileError.naming(.read, folder) { try FileSystem.names(in: folder).map(\.string) }
    return names.compactMap { ExpectationFile(pendingName: $0, in: folder) }
  }

  /// Returns whether a file has the full name of an accepted or pending file, or of an attempt.
  static func isResult(_ name: String) -> Bool {
    ExpectationFile(fileName: name, states: ["expected", "pending", "unstable"], in: "") != nil
  }

  /// Creates the expectation of a pending file, or returns `nil` if it isn't the name of a pending file.
  init?(pendingName name: String, in folder: FilePath) {
    self.init(fileName: name, states: ["pending"], in: folder)
  }

  /// Creates the expectation of a file, or returns `nil` if it isn't the full name of a file in one of some states:
  /// `expected`, `pending`, or `unstable`.
  private init?(fileName: String, states: [String], in folder: FilePath) {
    // The name of a subject has no period.
    let words = fileName.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard 3...4 ~= words.count, states.contains(words[words.count - 2]) else { return nil }
    let part = words.count == 3 ? .timeline : PartName(rawValue: words[1])
    // Texts and audio have different extensions.
    guard let part, words.count == 3 || part != .timeline, part.fileExtension == words.last else {
      return nil
    }
    self.init(subject: words[0], part: part, in: folder)
  }

  /// Returns whether there is a pending file.
  ///
  /// - Throws: `FileError` if the system can't determine it.
  package func isPending() throws(FileError) -> Bool { try Self.isThere(pendingPath) }

  /// Atomically writes the pending file.
  package func writePending(_ bytes: [UInt8]) throws(FileError) {
    try FileSystem.write(bytes, to: pendingPath, replacing: true, .generated)
  }

  /// Atomically replaces the expected file with the pending file. An expected file that several sessions share by links
  /// is overwritten, so that they continue to share it.
  ///
  /// - Throws: `FileError` with `ENOENT` if there is no pending file. The accepted file then stays.
  package func accept() throws(FileError) { try accept(pendingPath) }

  /// Accepts the pending file as ``accept()`` does, if it still has the contents that the user has seen.
  ///
  /// - Throws: ``SessionError`` if it has changed, or `FileError`. Both files then stay.
  package func accept(ifStill seen: [UInt8]) throws {
    // A run that writes the next result doesn't know the hidden name.
    let hidden = NewFile.hiddenPath(beside: pendingPath)
    try FileError.naming(.create, acceptedPath) { try FileSystem.rename(pendingPath, toFree: hidden) }
    do {
      guard try FileSystem.bytes(of: hidden) == seen else { throw SessionError.changed(pendingPath) }
      try accept(hidden)
    } catch {
      // The latest result stays.
      if (try? FileSystem.rename(hidden, toFree: pendingPath)) == nil { try? FileSystem.remove(hidden) }
      throw error
    }
  }

  private func accept(_ pending: FilePath) throws(FileError) {
    try FileError.naming(.create, acceptedPath) {
      try FileSystem.move(pending, replacing: acceptedPath)
      try FileSystem.syncFolder(of: acceptedPath)
    }
  }

  /// Deletes the pending file.
  ///
  /// - Throws: `FileError` with `ENOENT` if there is no pending file.
  package func reject() throws(FileError) {
    try FileError.naming(.write, pendingPath) {
      try FileSystem.remove(pendingPath)
      try FileSystem.syncFolder(of: pendingPath)
    }
  }

  /// The contents of both files, each `nil` if it doesn't exist.
  package typealias Snapshot = (accepted: [UInt8]?, pending: [UInt8]?)

  /// Returns the contents of both files.
  package func snapshot() throws(SessionError) -> Snapshot { (try acceptedBytes(), try pendingBytes()) }

  /// Restores both files as they were.
  package func restore(_ snapshot: Snapshot) throws(FileError) {
    for (bytes, path) in [(snapshot.accepted, acceptedPath), (snapshot.pending, pendingPath)] {
      if let bytes {
        try FileSystem.write(bytes, to: path, replacing: true, .document)
      } else {
        try Self.removeIfThere(path)
      }
    }
  }

  static func removeIfThere(_ path: FilePath) throws(FileError) {
    guard try isThere(path) else { return }
    try FileError.naming(.write, path) { try FileSystem.remove(path) }
  }

  static func isThere(_ path: FilePath) throws(FileError) -> Bool {
    do {
      _ = try Stat(path)
      return true
    } catch {
      if error == .noSuchFileOrDirectory { return false }
      throw FileError(operation: .read, path: path, errno: error)
    }
  }
}
