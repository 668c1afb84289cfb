internal import MIDICore
internal import Sessions
internal import SystemPackage
internal import Timelines

/// What a command line names to be shown: a Standard MIDI File, standard input (`-`), or the folder of a session.
struct PlayedFile {
  /// The file with the recording.
  let input: InputFile
  /// What people call it.
  let title: String
  /// What is played.
  let recording: Recording
  /// Nothing where it is no session.
  private let session: Session?

  /// Reads it.
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
        "\(argument.printable) is no session: a folder without \(Session.fileName); give a MIDI file in it")
    }
    let session = try Session(reading: path, subjects: SubjectRegistry.midirec.definitions)
    title = path.lastComponent?.string ?? argument
    input = InputFile(session.recordingPath)
    recording = try input.recording()
    self.session = session
  }

  /// The subject with the options of the session; without any where it chose none.
  ///
  /// - Throws: Which of the options is wrong.
  func subject<Kind: Subject>(_ kind: Kind.Type) throws -> Kind {
    try session?.subject(kind) ?? Kind(SubjectOptions([]))
  }

  /// The messages in the order in which they are played, each with the index of its source: the tracks that have any.
  var messages: [(source: Int, timed: TimedMessage)] { recording.messagesOfSources }

  /// From how many sources messages come.
  var sourceCount: Int { recording.sourceNames.count }
}
