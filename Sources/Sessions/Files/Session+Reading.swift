internal import System
package import SystemPackage

extension Session {
  /// Reads a session's file, and finds its recording.
  ///
  /// - Parameters:
  ///   - folder: The session's folder.
  ///   - subjects: The subjects whose options are known.
  ///   - allowsOthers: Whether the session may name other subjects, such as a test's.
  /// - Throws: ``SessionError`` for the first error in the file, which may contain any bytes, or if the recording
  ///   doesn't exist. The recording isn't opened.
  package init(reading folder: FilePath, subjects: [SubjectDefinition], allowsOthers: Bool = false)
    throws(SessionError)
  {
    let file = try Self.file(in: folder, subjects: subjects, allowsOthers: allowsOthers)
    let needsRecording = file.subjects.contains { choice in
      subjects.first { $0.name == choice.name }?.needsRecording != false
    }
    let recordingPath =
      needsRecording
      ? try Self.requiredRecordingPath(file.take, in: folder)
      : try Self.recordingPath(file.take, in: folder, excluding: file.writtenNames)
    self.init(file, folder: folder, recordingPath: recordingPath)
    for index in self.subjects.indices { self.subjects[index].hasRecording = recordingPath != nil }
  }

  init(_ file: SessionFile, folder: FilePath, recordingPath: FilePath?) {
    self.init(
      folder: folder, recordingPath: recordingPath, subjects: file.subjects, tolerance: file.tolerance,
      channels: file.channels, followsTempo: file.followsTempo, tags: file.tags, note: file.note)
  }

  /// Reads a session's file.
  static func file(
    in folder: FilePath, subjects: [SubjectDefinition], allowsOthers: Bool
  ) throws(SessionError) -> SessionFile {
    let path = folder.appending(Self.fileName)
    try Self.requireFile(path)
    let bytes: [UInt8]
    do {
      bytes = try FileSystem.bytes(of: path)
    } catch {
      throw SessionError(path, error.errno)
    }
    do {
      return try SessionFile(try YAMLValue(parsing: bytes), subjects: subjects, allowsOthers: allowsOthers)
    } catch {
      throw SessionError(.badData, path, line: error.line, error.reason)
    }
  }

  /// Returns the named recording, or the only one in the folder.
  static func requiredRecordingPath(
    _ take: SessionFile.Take?, in folder: FilePath
  ) throws(SessionError) -> FilePath {
    if let path = try recordingPath(take, in: folder) { return path }
    if let take {
      throw SessionError(
        .badData, folder.appending(fileName), line: take.line,
        "take: none, but a subject needs a take; name its file")
    }
    throw SessionError(.noInput, folder, noRecording)
  }

  /// The reason why a session without a recording can't run.
  package static let noRecording = "has no take: expected a file whose name ends in .mid"

  /// Returns the named recording, or the only one in the folder, or `nil` if there is none.
  ///
  /// - Parameter excluded: The names of files that a program writes.
  private static func recordingPath(
    _ take: SessionFile.Take?, in folder: FilePath, excluding excluded: Set<String> = []
  ) throws(SessionError) -> FilePath? {
    if let take {
      guard let name = take.path else { return nil }
      let path = folder.appending(name)
      do {
        try requireFile(path)
      } catch {
        // An error of the take is reported at the line that names it.
        let reason = "the take \(name.quoted) \(error.reason)"
        throw SessionError(error.kind, folder.appending(fileName), line: take.line, reason)
      }
      return path
    }
    let names: [FilePath.Component]
    do {
      names = try FileSystem.names(in: folder).filter {
        isRecordingName($0.string) && !excluded.contains($0.string)
      }
    } catch {
      throw SessionError(folder, error)
    }
    guard let name = names.first else { return nil }
    guard names.count == 1 else {
      let list = names.map(\.string.quoted).joined(separator: ", ")
      throw SessionError(
        .badData, folder.appending(fileName), "specify one with \"take:\"; the folder has \(list)")
    }
    let path = folder.appending(name)
    try requireFile(path)
    return path
  }

  /// Hidden files belong to a take that is being recorded.
  static func isRecordingName(_ name: String) -> Bool {
    name.hasSuffix(".mid") && !name.hasPrefix(".")
  }

  /// Throws if a path isn't a file, such as a pipe, which would block, or doesn't exist.
  private static func requireFile(_ path: FilePath) throws(SessionError) {
    let type: FileType
    do {
      type = try Stat(path).type
    } catch {
      throw SessionError(path, error)
    }
    if let error = SessionError(path, unlessFile: type) { throw error }
  }
}
