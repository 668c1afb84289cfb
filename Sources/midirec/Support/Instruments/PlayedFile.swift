internal import MIDICore
internal import Sessions
internal import SystemPackage
internal import Timelines

/// A file that the command line names to show: a Standard MIDI File, standard input (`-`), or a session folder.
struct PlayedFile {
  /// The file with the recording.
  let input: InputFile
  /// The displayed name.
  let title: String
  /// The recording to play.
  let recording: Recording
  /// The session, or `nil` for a file.
  private let session: Session?

  /// Reads the file or the session's recording.
  init(_ argument: String) throws {
    let path = FilePath(argument: argument)
    guard argument != "-", (try? Stat(path).type) == .directory else {
      input = InputFile(argument)
      title = argument == "-" ? input.name : path.lastComponent?.string ?? input.name
      recording = try input.recording()
      session = nil
      return
    }
    if (try? Stat(path.appending(Session.fileName))) == nil {
      throw CommandFailure(
        CommandFailure.noInput,
        "\(argument.printable) isn't a session: it has no \(Session.fileName); specify a session folder or a MIDI file"
      )
    }
    let session = try Session(reading: path, subjects: SubjectRegistry.midirec.definitions)
    title = path.lastComponent?.string ?? argument
    input = InputFile(try session.requiredRecordingPath())
    recording = try input.recording()
    self.session = session
  }

  /// Returns the subject with the session's options, if it has the subject, overridden by the settings.
  ///
  /// - Throws: An error for the first invalid option or setting.
  func subject<Kind: Subject>(_ kind: Kind.Type, _ settings: SettingOptions) throws -> Kind {
    _ = try session?.subject(kind)
    let subject = session?.subjects.first { $0.name == Kind.definition.name }
    return try settings.subject(kind, overriding: subject?.options ?? [])
  }

  /// The messages in playback order, each with the index of its source.
  var messages: [(source: Int, timed: TimedMessage)] { recording.messagesOfSources }

  /// The ports of the sources: the tracks with messages.
  var ports: [Int] { recording.sourcePorts }
}
