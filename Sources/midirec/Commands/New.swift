internal import ArgumentParser
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
    abstract: "Create a session from a recording",
    usage: "midirec new <name> --from <file> [<options>] [-- <command> ...]",
    discussion: """
      Creates a folder with an exact copy of the recording, a session.yaml to edit, and the current results, \
      pending review.

        midirec new pedals/sostenuto --from take.mid --tag slow
        midirec new grid/chords --from take.mid --subject grid --subject piano
        midirec new mapper/up --from take.mid -- ../mapper.py --up 12
        midirec review Recordings/pedals/sostenuto
        midirec test

      The command after -- is a program with ALSA ports, which midirec starts for each run. A program name with a \
      slash is a path relative to the session's folder.

      A test can define a subject that midirec doesn't have. Run that test to get its result.

      Exit codes:
        65        the file isn't a recording
        73        the session already exists
        1, 3, 69  the program fails, as in midirec test
      """)

  @Argument(help: "Name of the session: a path within the folder of sessions")
  var name: String

  @Option(help: ArgumentHelp("Standard MIDI File to play, or - for standard input", valueName: "file"))
  var from: String

  @Option(name: .customLong("in"), help: ArgumentHelp("Folder of sessions", valueName: "folder"))
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
      "Tag for midirec test --tag; repeatable", valueName: "word"))
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
        "Specify the program after --: midirec new NAME --from FILE -- COMMAND ARGUMENTS.")
    }
    if command.first?.isEmpty == true { throw ValidationError("The program after -- is empty.") }
    if name.isEmpty { throw ValidationError("The session's name is empty.") }
    if root.isEmpty { throw ValidationError("--in needs the name of a folder.") }
    if from.isEmpty { throw ValidationError("--from needs the name of a file.") }
  }

  private var chosenSubjects: [NewSession.Choice] {
    let names = subject.isEmpty && command.isEmpty ? [SubjectDefinition.notes.name] : subject
    let program = NewSession.Choice(ProgramSubject.definition.name, option: ("command", command))
    return names.map { NewSession.Choice($0) } + (command.isEmpty ? [] : [program])
  }

  func run() throws {
    let input = InputFile(from)
    let bytes = try input.bytes()
    let decoded = try input.decoded(from: bytes)
    let recording = try input.recording(of: decoded.file)
    let session = try NewSession(
      name, in: FilePath(argument: root), recording: bytes,
      subjects: chosenSubjects, from: .midirec, tags: tag, note: note)
    try session.write(accepting: accept)
    if !decoded.diagnostics.isEmpty {
      let count = pluralized(decoded.diagnostics.count, "violation")
      StandardError.say("\(input.name): \(count) repaired while reading; the copy is unchanged")
    }
    let report = TakeReport(recording, path: session.folder.appending(NewSession.recordingName))
    try StandardOutput.tell(report.line.printable)
    try StandardOutput.tell(
      "\(session.folder.appending(Session.fileName).string.printable): settings of the session; edit them as needed"
    )
    for name in session.testSubjects {
      try StandardOutput.tell("\(name): run the test that defines it to get its result")
    }
    try StandardOutput.tell("Next: \(nextSteps(after: session).printable)")
  }

  private func nextSteps(after session: NewSession) -> String {
    let folder = session.folder.string.shellWord
    let review = "midirec review \(folder)"
    // `midirec test` can't run a test's subject.
    guard session.testSubjects.isEmpty else { return "run the test, then \(review)" }
    return accept ? "midirec test \(folder)" : "\(review), then midirec test \(folder)"
  }
}
