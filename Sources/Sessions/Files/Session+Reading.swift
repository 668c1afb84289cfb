internal import FileIO
package import SystemPackage

extension Session {
  /// Reads a session's file, and finds its recording.
  ///
  /// - Parameters:
  ///   - folder: The session's folder.
  ///   - subjects: The subjects whose options are known.
  ///   - allowsOthers: Whether the session may name other subjects, such as those of a test.
  /// - Throws: The first thing that is wrong with the file, or that it names no recording that is there. Any bytes may
  ///   stand in it. The recording itself isn't opened.
  package init(reading folder: FilePath, subjects: [SubjectDefinition], allowsOthers: Bool = false)
    throws(SessionError)
  {
    let file = try Self.file(in: folder, subjects: subjects, allowsOthers: allowsOthers)
    self.init(file, folder: folder, recordingPath: try Self.recordingPath(file.recording, in: folder))
  }

  /// Makes a session of what stands in its file.
  init(_ file: SessionFile, folder: FilePath, recordingPath: FilePath) {
    self.init(
      folder: folder, recordingPath: recordingPath, subjects: file.subjects, tolerance: file.tolerance,
      channels: file.channels, tags: file.tags, note: file.note)
  }

  /// Reads what stands in a session's file.
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

  /// The recording that is named, or the only one in the folder.
  static func recordingPath(
    _ recording: SessionFile.RecordingName?, in folder: FilePath
  ) throws(SessionError) -> FilePath {
    if let recording {
      let path = folder.appending(recording.name)
      do {
        try requireFile(path)
      } catch {
        // What is wrong with the recording is said where it is named.
        let reason = "the recording \(recording.name.quoted) \(error.reason)"
        throw SessionError(error.kind, folder.appending(fileName), line: recording.line, reason)
      }
      return path
    }
    let names: [FilePath.Component]
    do {
      names = try FileSystem.names(in: folder).filter { isRecordingName($0.string) }
    } catch {
      throw SessionError(folder, error)
    }
    guard let name = names.first else {
      throw SessionError(.noInput, folder, "has no recording: expected a file whose name ends in .mid")
    }
    guard names.count == 1 else {
      let list = names.map(\.string.quoted).joined(separator: ", ")
      throw SessionError(
        .badData, folder.appending(fileName), "say which one with \"recording:\", the folder has \(list)")
    }
    let path = folder.appending(name)
    try requireFile(path)
    return path
  }

  /// Hidden files are those that a take is made of while it grows.
  private static func isRecordingName(_ name: String) -> Bool {
    name.hasSuffix(".mid") && !name.hasPrefix(".")
  }

  /// Throws where there is no file but something else, such as a pipe that would be waited for, or nothing.
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
