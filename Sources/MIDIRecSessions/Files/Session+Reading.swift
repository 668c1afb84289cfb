internal import MIDIRecSystem
package import SystemPackage

extension Session {
  /// Reads a session's file, and finds its recording.
  ///
  /// - Parameters:
  ///   - folder: The session's folder.
  ///   - definitions: The subjects whose options are known.
  ///   - allowsOthers: Whether the session may name other subjects, such as a test's.
  /// - Throws: ``SessionError`` for the first error in the file, which may contain any bytes, or if the recording
  ///   doesn't exist. The recording isn't opened.
  package init(
    reading folder: FilePath, subjects definitions: [SubjectDefinition], allowsOthers: Bool = false
  ) throws(SessionError) {
    self = try Self.parsed(in: folder, subjects: definitions, allowsOthers: allowsOthers)
    let needsRecording = subjects.contains { choice in
      definitions.first { $0.name == choice.name }?.needsRecording != false
    }
    recordingPath = try needsRecording ? foundRecordingPath() : findRecording(excluding: writtenNames)
    for index in subjects.indices { subjects[index].hasRecording = recordingPath != nil }
  }

  /// Reads a session's file.
  static func parsed(
    in folder: FilePath, subjects: [SubjectDefinition], allowsOthers: Bool, isNamed: Bool = false
  ) throws(SessionError) -> Session {
    let path = folder.appending(Self.fileName)
    try Self.requireFile(path)
    let bytes = try Self.bytes(of: path)
    do {
      let root = try YAMLValue(parsing: bytes)
      return try Session(
        root, in: folder, subjects: subjects, allowsOthers: allowsOthers, isNamed: isNamed)
    } catch {
      var error = error
      error.path = path
      throw error
    }
  }

  /// Returns the named recording, or the only one in the folder.
  func foundRecordingPath() throws(SessionError) -> FilePath {
    if let path = try findRecording() { return path }
    if takeLine != nil {
      throw SessionError(
        .badData, path, line: takeLine, "take: none, but a subject needs a take; name its file")
    }
    throw SessionError(.noInput, folder, Self.noRecording)
  }

  /// The reason why a session without a recording can't run.
  package static let noRecording = "has no take: expected a file whose name ends in .mid"

  /// Returns the named recording, or the only one in the folder, or `nil` if there is none.
  ///
  /// - Parameter excluded: The names of files that a program writes.
  private func findRecording(excluding excluded: Set<String> = []) throws(SessionError) -> FilePath? {
    if takeLine != nil {
      guard let takeName else { return nil }
      let recording = folder.appending(takeName)
      do {
        try Self.requireFile(recording)
      } catch {
        // An error of the take is reported at the line that names it.
        throw SessionError(
          error.kind, path, line: takeLine, "the take \(takeName.quoted) \(error.reason)")
      }
      return recording
    }
    let names: [FilePath.Component]
    do {
      names = try FileSystem.names(in: folder).filter {
        Self.isRecordingName($0.string) && !excluded.contains($0.string)
      }
    } catch {
      throw SessionError(folder, error)
    }
    guard let name = names.first else { return nil }
    guard names.count == 1 else {
      let list = names.map(\.string.quoted).joined(separator: ", ")
      throw SessionError(.badData, path, "specify one with \"take:\"; the folder has \(list)")
    }
    let recording = folder.appending(name)
    try Self.requireFile(recording)
    return recording
  }

  /// Hidden files belong to a take that is being recorded.
  static func isRecordingName(_ name: String) -> Bool {
    name.hasSuffix(".mid") && !name.hasPrefix(".")
  }

  /// Throws if a path isn't a file, such as a pipe, which would block, or doesn't exist.
  static func requireFile(_ path: FilePath) throws(SessionError) {
    let type: FileType
    do {
      type = try Stat(path).type
    } catch {
      throw SessionError(path, error)
    }
    guard type != .regular else { return }
    throw SessionError(.noInput, path, type == .directory ? "is a folder, not a file" : "isn't a file")
  }

  static func bytes(of path: FilePath) throws(SessionError) -> [UInt8] {
    do {
      return try FileSystem.bytes(of: path)
    } catch {
      throw SessionError(path, error.errno)
    }
  }
}

// MARK: Files

extension Session {
  /// Returns the path of the take of the session in a folder, or `nil` if it plays none or its take is missing.
  ///
  /// - Throws: ``SessionError`` if the session's file can't be read.
  package static func takePath(
    in folder: FilePath, subjects: [SubjectDefinition]
  ) throws(SessionError) -> FilePath? {
    let session = try parsed(in: folder, subjects: subjects, allowsOthers: true)
    return try? session.foundRecordingPath().lexicallyNormalized()
  }

  /// Returns the names of a session's own files in its folder: its settings, its take, and its results.
  package static func ownFiles(
    in folder: FilePath, subjects: [SubjectDefinition]
  ) throws(Errno) -> [FilePath.Component] {
    let take = try? takePath(in: folder, subjects: subjects)
    return try FileSystem.names(in: folder).filter { name in
      name.string == fileName || folder.appending(name).lexicallyNormalized() == take
        || ExpectationFile.isResult(name.string)
    }
  }
}
