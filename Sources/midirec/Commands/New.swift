internal import ArgumentParser
internal import MIDICore
internal import MIDIFiles
internal import Programs
internal import Reports
internal import Sessions
internal import SystemPackage
internal import SystemReports
internal import Terminal

/// `midirec new`: makes a session of a recording.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a golden session of a recording.",
    discussion: """
      Makes a folder with a copy of the recording, byte for byte, a session.yaml to be edited, and what the recording \
      does now, which waits to be accepted.

        midirec new pedals/sostenuto --from take.mid --tag slow
        midirec new grid/chords --from take.mid --subject grid --subject piano
        midirec new mapper/up --from take.mid -- python3 '${MIDIREC_SESSION}/../mapper.py' --up 12
        midirec review Recordings/pedals/sostenuto
        midirec test

      After -- stands a program with ALSA ports, which is started for each run. With a slash it is a path from the \
      session's folder.

      A subject that midirec doesn't have is one that a test defines. Run that test to get the result to accept.

      Exit code 65 if the file is no recording, 73 if there is such a session already; 1, 3 or 69 if the program fails, \
      as midirec test has them.
      """)

  @Argument(help: "The session's name: a path from the folder of all sessions.")
  var name: String

  @Option(help: ArgumentHelp("The recording, a Standard MIDI File; - for standard input.", valueName: "file"))
  var from: String

  @Option(name: .customLong("in"), help: ArgumentHelp("The folder of all sessions.", valueName: "folder"))
  var root = SessionChoice.standardFolder.string

  @Option(
    help: ArgumentHelp(
      "What it is played to: \(Self.subjects.joined(separator: ", ")), or a test's subject; may be given again.",
      discussion: "Without it, the program after --, or else notes.", valueName: "name"))
  var subject: [String] = []

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("A program that it is played to, and its arguments.", valueName: "command"))
  var command: [String] = []

  @Option(
    help: ArgumentHelp(
      "A word by which midirec test --tag chooses it; may be given again.", valueName: "word"))
  var tag: [String] = []

  @Option(help: ArgumentHelp("What its reader should know.", valueName: "text"))
  var note: String?

  @Flag(help: "Expect at once what the recording does now.")
  var accept = false

  /// Those that need no more than a name.
  private static var subjects: [String] {
    SubjectRegistry.midirec.definitions.map(\.name).filter { $0 != ProgramSubject.definition.name }
  }

  func validate() throws {
    if subject.contains(ProgramSubject.definition.name) {
      throw ValidationError("Give the program after --: midirec new NAME --from FILE -- COMMAND ARGUMENTS.")
    }
    if command.first?.isEmpty == true { throw ValidationError("After -- stands a program.") }
    if name.isEmpty { throw ValidationError("Give the session's name.") }
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
      StandardError.say("\(input.name): read with \(count) mended; the copy is as it was")
    }
    let report = TakeReport(recording, path: session.folder.appending(NewSession.recordingName))
    try StandardOutput.tell(report.line.printable)
    try StandardOutput.tell(
      "\(session.folder.appending(Session.fileName).string.printable): what to expect of it; edit it")
    for name in session.testSubjects {
      try StandardOutput.tell("\(name): its expectation comes from the test that defines it")
    }
    try StandardOutput.tell("Go on with: \(nextSteps(after: session).printable)")
  }

  private func nextSteps(after session: NewSession) -> String {
    let folder = session.folder.string.shellWord
    let review = "midirec review \(folder)"
    // `midirec test` can't run a test's subject.
    guard session.testSubjects.isEmpty else { return "the test, then \(review)" }
    return accept ? "midirec test \(folder)" : "\(review), then midirec test \(folder)"
  }
}
