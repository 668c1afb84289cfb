internal import ArgumentParser
internal import FileIO
internal import MIDICore
internal import MIDIFiles
internal import Programs
internal import Reports
internal import Sessions
internal import SystemPackage
internal import SystemReports
internal import Terminal

/// The command `midirec new`.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create a session from a take",
    usage: "midirec new <name> [--take <file>] [<options>] [-- <command> ...]",
    discussion: """
      Creates a folder with an exact copy of the take, a session.yaml to edit, and the current results, \
      pending review.

        midirec new pedals/sostenuto --take take.mid --tag slow
        midirec new grid/chords --take take.mid --subject grid --subject piano
        midirec new mapper/up --take take.mid -- python3 mapper.py --up 12
        midirec new pedals/soft                   with the take in this folder
        midirec review pedals/sostenuto
        midirec test

      The command after -- is a program with ALSA ports, which midirec starts for each run, in a new folder. \
      midirec writes names of files in the current folder as paths from the session's folder.

      A test can define a subject that midirec doesn't have. Run that test to get its result.

      Exit codes:
        65        the file isn't a take, or --accept gets an empty result of
                  a take without notes and controllers
        66        there is no recording
        73        the session already exists
        1, 3, 69  the program fails, as in midirec test
      """)

  @Argument(
    help: ArgumentHelp(
      "Name of the session: a path within the folder of sessions",
      discussion: "The path can also start with that folder."), completion: SessionCompletion.path)
  var name: String

  @Option(
    help: ArgumentHelp(
      "Standard MIDI File to play, or - for standard input (default: the only take in the session's folder)",
      valueName: "file"), completion: .file(extensions: ["mid"]))
  var take: String?

  @Option(name: .customLong("folder"), help: ArgumentHelp("Folder of sessions", valueName: "folder"))
  var root = SessionChoice.standardFolder.string

  @Option(
    help: ArgumentHelp(
      "Subject: \(Self.subjects.joined(separator: ", ")), or one that a test defines; repeatable",
      discussion: "The default is the program after --, or else notes.", valueName: "name"))
  var subject: [String] = []

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("Program under test, and its arguments", valueName: "command"))
  var command: [String] = []

  @Option(
    help: ArgumentHelp(
      "Tag for midirec test --tag; repeatable", valueName: "tag"))
  var tag: [String] = []

  @Option(help: ArgumentHelp("Note for readers of the session", valueName: "text"))
  var note: String?

  @Flag(help: "Accept the current results")
  var accept = false

  /// The subjects that need no more than a name.
  private static var subjects: [String] {
    SubjectRegistry.midirec.definitions.map(\.name).filter { $0 != ProgramSubject.definition.name }
  }

  func validate() throws {
    if subject.contains(ProgramSubject.definition.name) {
      throw ValidationError(
        "Specify the program after --: midirec new NAME --take FILE -- COMMAND ARGUMENTS.")
    }
    if command.first?.isEmpty == true { throw ValidationError("The program after -- is empty.") }
    if name.isEmpty { throw ValidationError("The session's name is empty.") }
    if root.isEmpty { throw ValidationError("--folder needs the name of a folder.") }
    if take?.isEmpty == true { throw ValidationError("--take needs the name of a file.") }
  }

  private func chosenSubjects(_ command: [String]) -> [NewSession.Choice] {
    let names = subject.isEmpty && command.isEmpty ? [SubjectDefinition.notes.name] : subject
    let program = NewSession.Choice(ProgramSubject.definition.name, option: ("command", command))
    return names.map { NewSession.Choice($0) } + (command.isEmpty ? [] : [program])
  }

  func run() throws {
    let root = FilePath(argument: root)
    let name = SessionChoice.name(name, in: root)
    let folder = root.pushing(FilePath(name))
    let command = SessionCommand(command, in: folder)
    let input = try take.map { InputFile($0) } ?? Self.recording(in: folder)
    let bytes = try input.bytes()
    let decoded = try input.decoded(from: bytes)
    let recording = try input.recording(of: decoded.file)
    input.warnAboutSilence(hasChannelMessages: recording.hasChannelMessages)
    let session = try NewSession(
      name, in: root, recording: bytes, named: Self.name(of: take.map { FilePath(argument: $0) }, in: folder),
      subjects: chosenSubjects(command.words), from: .midirec, tags: tag, note: note)
    try session.write(accepting: accept)
    if !decoded.diagnostics.isEmpty {
      let count = pluralized(decoded.diagnostics.count, "violation")
      StandardError.say("\(input.name): \(count) repaired while reading; the copy is unchanged")
    }
    let report = TakeReport(recording, path: session.folder.appending(session.recordingName))
    try StandardOutput.tell(report.line.printable)
    try StandardOutput.tell(
      "\(session.folder.appending(Session.fileName).string.printable): settings of the session; edit them as needed"
    )
    for (word, path) in command.replaced {
      try StandardOutput.tell("\(word): \(path) in the session's file".printable)
    }
    for name in session.testSubjects {
      try StandardOutput.tell("\(name): run the test that defines it to get its result")
    }
    try StandardOutput.tell("Next: \(nextSteps(after: session).printable)")
  }

  /// Returns the only recording in a folder.
  private static func recording(in folder: FilePath) throws -> InputFile {
    guard let name = NewSession.recordingName(in: folder) else {
      throw CommandFailure(
        CommandFailure.noInput,
        "\(folder) has no take or several; name one with --take".printable)
    }
    return InputFile(folder.appending(name))
  }

  /// Returns the name of a file if it is in the session's folder, or of the folder's only recording without a file.
  private static func name(of file: FilePath?, in folder: FilePath) -> String? {
    guard let file else { return NewSession.recordingName(in: folder) }
    guard let path = FileSystem.realPath(file), let folder = FileSystem.realPath(folder) else { return nil }
    return path.removingLastComponent() == folder ? path.lastComponent?.string : nil
  }

  private func nextSteps(after session: NewSession) -> String {
    let folder = session.folder.string.shellWord
    let review = "midirec review \(folder)"
    // `midirec test` can't run a test's subject.
    guard session.testSubjects.isEmpty else { return "run the test, then \(review)" }
    return accept ? "midirec test \(folder)" : "\(review), then midirec test \(folder)"
  }
}
