internal import ArgumentParser
internal import MIDIRecPrograms
internal import MIDIRecSessions
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SystemPackage

struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create a session from a take or a program",
    usage: "midirec new <name> [--take <file>] [<options>] [-- <command> ...]",
    discussion: """
      Creates a folder with an exact copy of the take, a session.yaml to edit, and the current results, \
      pending review.

        midirec new pedals/sostenuto --take take.mid --tag slow
        midirec new grid/chords --take take.mid --subject grid --subject piano
        midirec new mapper/up --take take.mid -- python3 mapper.py --up 12
        midirec new tune -- abc2midi tune.abc -o out.mid
        midirec new pedals/soft                   with the take in this folder
        midirec review pedals/sostenuto
        midirec test

      The command after -- is a program with ALSA ports, which midirec starts for each run, in a new folder. \
      midirec writes names of files in the current folder as paths from the session's folder. A program without \
      ports that writes a MIDI file needs no take; its file is compared.

      A test can define a subject that midirec doesn't have. Run that test to get its result.

      Exit codes:
        0     the session is created, and its results are pending or accepted
        1, 3  the program misbehaves, or events are lost, as in midirec test
        65    the file isn't a take, or --accept gets a result without notes
        66    there is no take, and no program that writes a file instead
        69    the program isn't ready in time, or writes several MIDI files
        73    the session already exists
      """)

  @Argument(
    help: ArgumentHelp(
      "Name of the session: a path within the folder of sessions",
      discussion: "The path can also start with that folder."), completion: SessionChoice.pathCompletion)
  var name: String

  @Option(
    help: ArgumentHelp(
      "Standard MIDI File to play, or - for standard input (default: the only take in the session's folder)",
      valueName: "file"), completion: .file(extensions: ["mid"]))
  var take: String?

  @Option(name: .customLong("folder"), help: ArgumentHelp("Folder of sessions", valueName: "folder"))
  var root = ChosenSessions.standardFolder.string

  @Option(
    help: ArgumentHelp(
      "Subject: \(SubjectRegistry.names.joined(separator: ", ")), or one that a test defines; repeatable",
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

  func run() throws {
    let draft = SessionDraft(
      name, in: root, take: take, subjects: subject, command: command, tags: tag, note: note,
      say: StandardError.say)
    for line in try draft.create(accepting: accept) { try StandardOutput.tell(line) }
  }
}
