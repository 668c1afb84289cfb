internal import ArgumentParser
internal import MIDICore
internal import MIDIFiles
internal import Programs
internal import Reports
internal import Sessions
internal import System
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

  /// Returns the session to create.
  ///
  /// - Parameter file: The file that the program writes, or `nil` if it has ports.
  private func session(
    _ name: String, of take: Take?, _ command: SessionCommand, writing file: String? = nil
  ) throws -> NewSession {
    let root = FilePath(argument: root)
    let names = subject.isEmpty && command.words.isEmpty ? [SubjectDefinition.notes.name] : subject
    var subjects = names.map { NewSession.Choice($0) }
    if !command.words.isEmpty {
      var options = [NewSession.Option("command", list: command.words)]
      if let file { options.append(.init("file", file)) }
      // The default if there is no recording, or if the program reads it.
      if file != nil, take != nil, !command.namesTake {
        options += [.init("input", "none"), .init("output", "none"), .init("ending", "by-itself")]
      }
      subjects.append(.init(ProgramSubject.definition.name, options: options))
    }
    return try NewSession(
      name, in: root, recording: take?.bytes,
      named: Self.name(of: self.take.map { FilePath(argument: $0) }, in: root.pushing(FilePath(name))),
      subjects: subjects, from: .midirec, tags: tag, note: note)
  }

  func run() throws {
    let name = SessionChoice.name(name, in: FilePath(argument: root))
    let folder = FilePath(argument: root).pushing(FilePath(name))
    let input = try self.take.map { InputFile($0) } ?? recording(in: folder)
    let take = try input.map { try Take($0) }
    if let take { take.input.warnAboutSilence(hasChannelMessages: take.recording.hasChannelMessages) }
    var command = SessionCommand(command, in: folder)
    var session = try session(name, of: take, command)
    var file: String?
    var remarks: [String]
    do {
      remarks = try session.write(accepting: accept)
    } catch {
      guard case .unusable(let error) = error else { throw error }
      guard let files = try filesInstead(of: error, take, &command, in: folder) else {
        throw Self.failure(of: error, for: session)
      }
      file = files[0]
      session = try self.session(name, of: take, command, writing: files[0])
      guard files.count == 1 else { throw Self.failure(choosing: files, for: session) }
      remarks = try session.write(accepting: accept)
    }
    for remark in remarks { StandardError.say(remark.printable) }
    if let take, !take.decoded.diagnostics.isEmpty {
      let count = pluralized(take.decoded.diagnostics.count, "violation")
      StandardError.say("\(take.input.name): \(count) repaired while reading; the copy is unchanged")
    }
    if let take, let name = session.recordingName {
      let report = TakeReport(take.recording, path: session.folder.appending(name))
      try StandardOutput.tell(report.line.printable)
    }
    try StandardOutput.tell(
      "\(session.folder.appending(Session.fileName).string.printable): settings of the session; edit them as needed"
    )
    for (word, path) in command.replaced {
      try StandardOutput.tell("\(word): \(path) in the session's file".printable)
    }
    if let file { try StandardOutput.tell("\(file): written by the program, and compared".printable) }
    for name in session.testSubjects {
      try StandardOutput.tell("\(name): run the test that defines it to get its result")
    }
    try StandardOutput.tell("Next: \(nextSteps(after: session).printable)")
  }

  /// The recording to play, and the file from which it was read.
  private struct Take {
    let input: InputFile
    let bytes: [UInt8]
    let decoded: MIDIFile.Decoded
    let recording: Recording

    init(_ input: InputFile) throws {
      self.input = input
      bytes = try input.bytes()
      decoded = try input.decoded(from: bytes)
      recording = try input.recording(of: decoded.file)
    }
  }

  /// Returns the names of the files that a program without ports has written, or `nil` if it has written none.
  ///
  /// - Parameters:
  ///   - error: The failure of the program as one with ports.
  ///   - command: The command, whose words change so that it writes into its working folder.
  /// - Throws: The failure if there is neither a take nor a file.
  private func filesInstead(
    of error: SessionError, _ take: Take?, _ command: inout SessionCommand, in folder: FilePath
  ) throws -> [String]? {
    if take == nil, error.kind == .noInput {
      throw CommandFailure(
        CommandFailure.noInput,
        "\(folder) has no take; name one with --take, or let the program write a MIDI file into its working folder and end"
          .printable, details: error.details)
    }
    guard !error.strayTakes.isEmpty else { return nil }
    let replaced = command.change(
      replacing: error.strayTakes.words, recording: self.take.map { FilePath(argument: $0) })
    let files = error.strayTakes.files + replaced
    return files.isEmpty ? nil : files
  }

  /// Returns the failure for a program that writes several files.
  private static func failure(choosing files: [String], for session: NewSession) -> CommandFailure {
    let list = files.map { "\"\($0)\"" }.joined(separator: ", ")
    let path = session.folder.appending(Session.fileName)
    return CommandFailure(
      CommandFailure.unavailable,
      "the program wrote \(files.count) MIDI files: \(list); create \(path) with the file to compare:"
        .printable,
      details: settings(of: session))
  }

  /// Returns the failure of a session, with the file in which the user can set an option that the advice names.
  private static func failure(of error: SessionError, for session: NewSession) -> CommandFailure {
    var failure = CommandFailure(error)
    failure.details = error.details
    guard failure.message.contains("; set ") else { return failure }
    let path = session.folder.appending(Session.fileName)
    failure.details.append("no session was created; to set an option of the program, create \(path):")
    failure.details += settings(of: session)
    return failure
  }

  /// Returns the lines of a session's file without comments.
  private static func settings(of session: NewSession) -> [String] {
    session.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
  }

  /// Returns the only recording in a folder, or `nil` if there is none and a program is the only subject.
  private func recording(in folder: FilePath) throws -> InputFile? {
    let names = NewSession.recordingNames(in: folder)
    if names.count == 1 { return InputFile(folder.appending(names[0])) }
    if names.isEmpty, !command.isEmpty, subject.isEmpty { return nil }
    throw CommandFailure(
      CommandFailure.noInput, "\(folder) has no take or several; name one with --take".printable)
  }

  /// Returns the name of a file if it is in the session's folder, or of the folder's only recording without a file.
  private static func name(of file: FilePath?, in folder: FilePath) -> String? {
    guard let file else {
      let names = NewSession.recordingNames(in: folder)
      return names.count == 1 ? names[0] : nil
    }
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
