package import FileIO
package import SystemPackage

/// What is expected of a subject of a session, and what came in its place: two files in the session's folder.
///
/// `notes.expected.txt` is what a person has accepted. `notes.pending.txt` is what came last and was different; it waits
/// for a person to accept it, so that it takes the place of the other, or to reject it, so that it is gone. Both steps
/// are one change of the folder each: there is no moment with half a file, or with none. Texts of a subject have files of
/// their own: `program.output.expected.txt`; that of a sound is called `synth.sound.expected.flac`.
package struct ExpectationFile: Hashable, Sendable {
  /// What a person can be told about it.
  package enum State: Hashable, Sendable {
    /// There is neither file.
    case missing
    /// Nothing is accepted so far; what came waits.
    case new
    /// What is accepted stands alone.
    case accepted
    /// Something else came than is accepted, and waits.
    case changed
  }

  /// The session's folder.
  package let folder: FilePath
  /// The subject's name.
  package let subject: String
  /// Which part of what the subject does.
  package let part: ArtifactKind

  /// Names the files of a part of a subject, whether or not they are there; nothing where no subject can have the name.
  package init?(subject: String, part: ArtifactKind = .timeline, in folder: FilePath) {
    guard SubjectDefinition.isName(subject) else { return nil }
    self.folder = folder
    self.subject = subject
    self.part = part
  }

  /// What people call it: `notes`, `program.output`.
  package var name: String { part.name(of: subject) }
  /// The file that a person has accepted.
  package var acceptedPath: FilePath { folder.appending("\(name).expected.\(part.fileExtension)") }
  /// The file that waits for a person.
  package var pendingPath: FilePath { folder.appending(name + part.pendingEnding) }

  /// All in a folder that have something waiting, in the order of the bytes of their names.
  package static func pending(in folder: FilePath) throws(FileError) -> [ExpectationFile] {
    let names: [String]
    do {
      names = try FileSystem.names(in: folder).map(\.string)
    } catch {
      throw FileError(operation: .read, path: folder, errno: error)
    }
    return names.compactMap { ExpectationFile(pendingName: $0, in: folder) }
  }

  /// Creates the expectation whose pending file has a name, or returns `nil` if it isn't the name of a pending file.
  init?(pendingName name: String, in folder: FilePath) {
    guard let ending = Set(ArtifactKind.allCases.map(\.pendingEnding)).first(where: name.hasSuffix) else {
      return nil
    }
    self.init(name: name.dropLast(ending.count), in: folder)
    // Texts and sounds have endings of their own.
    guard part.pendingEnding == ending else { return nil }
  }

  /// Reads what people call it.
  private init?(name: Substring, in folder: FilePath) {
    // No subject's name has a full stop.
    let words = name.split(separator: ".", omittingEmptySubsequences: false)
    let part = words.count == 2 ? ArtifactKind(rawValue: String(words[1])) : .timeline
    guard words.count <= 2, let part, words.count == 1 || part != .timeline else { return nil }
    self.init(subject: String(words[0]), part: part, in: folder)
  }

  /// Which of the files are there.
  ///
  /// - Throws: Where the system doesn't say.
  package func state() throws(FileError) -> State {
    switch (try Self.isThere(acceptedPath), try Self.isThere(pendingPath)) {
    case (false, false): .missing
    case (false, true): .new
    case (true, false): .accepted
    case (true, true): .changed
    }
  }

  /// Writes what came, in place of what waited before: whole or not at all.
  package func writePending(_ bytes: [UInt8]) throws(FileError) {
    try FileSystem.write(bytes, to: pendingPath, replacing: true)
  }

  /// Makes what waits what is expected, in one step.
  ///
  /// - Throws: `ENOENT` where nothing waits. What was accepted before stays then.
  package func accept() throws(FileError) {
    do {
      try FileSystem.rename(pendingPath, replacing: acceptedPath)
      try FileSystem.syncFolder(of: acceptedPath)
    } catch {
      throw FileError(operation: .create, path: acceptedPath, errno: error)
    }
  }

  /// Takes away what waits.
  ///
  /// - Throws: `ENOENT` where nothing does.
  package func reject() throws(FileError) {
    do {
      try FileSystem.remove(pendingPath)
      try FileSystem.syncFolder(of: pendingPath)
    } catch {
      throw FileError(operation: .write, path: pendingPath, errno: error)
    }
  }

  private static func isThere(_ path: FilePath) throws(FileError) -> Bool {
    do {
      _ = try Stat(path)
      return true
    } catch {
      if error == .noSuchFileOrDirectory { return false }
      throw FileError(operation: .read, path: path, errno: error)
    }
  }
}

extension ArtifactKind {
  /// What the names of its files end in.
  fileprivate var fileExtension: String { self == .sound ? "flac" : "txt" }

  /// What follows the name of one that waits.
  fileprivate var pendingEnding: String { ".pending.\(fileExtension)" }
}
