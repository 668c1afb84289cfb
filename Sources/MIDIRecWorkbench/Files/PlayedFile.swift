package import MIDICore
package import MIDIRecSessions
internal import SystemPackage

/// A file that the command line names to show: a Standard MIDI File, standard input (`-`), or a session folder.
package struct PlayedFile {
  /// The file with the recording.
  package let input: InputFile
  /// The displayed name.
  package let title: String
  /// The recording to play.
  package let recording: Recording
  /// The session, or `nil` for a file.
  private let session: Session?

  /// Reads the file or the session's recording.
  package init(_ argument: String, say: @escaping (String) -> Void) throws {
    let path = FilePath(argument: argument)
    guard argument != "-", (try? Stat(path).type) == .directory else {
      input = InputFile(argument, say: say)
      title = argument == "-" ? input.name : path.lastComponent?.string ?? input.name
      recording = try input.recording()
      session = nil
      return
    }
    if (try? Stat(path.appending(Session.fileName))) == nil {
      throw CommandFailure(
        .noInput,
        "\(argument.printable) isn't a session: it has no \(Session.fileName); specify a session folder or a MIDI file"
      )
    }
    let session = try Session(reading: path, subjects: SubjectRegistry.midirec.definitions)
    title = path.lastComponent?.string ?? argument
    input = InputFile(try session.requiredRecordingPath(), say: say)
    recording = try input.recording()
    self.session = session
  }

  /// Returns the options of a subject, which are empty for a file and for a session without the subject.
  ///
  /// - Throws: An error for the first invalid option.
  package func options(of kind: (some Subject).Type) throws -> [Session.Option] {
    _ = try session?.subject(kind)
    return session?.subjects.first { $0.name == kind.definition.name }?.options ?? []
  }
}
