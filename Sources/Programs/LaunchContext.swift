internal import ALSASequencer
internal import FileIO
internal import MIDICore
internal import Processes
internal import Sessions
internal import SystemPackage

/// Where a program runs: what its folder and its variables are, and what the words of its command stand for.
struct LaunchContext {
  private let session: FilePath
  private let variables: [String: String]

  /// - Parameters:
  ///   - session: The session's folder, an absolute path.
  ///   - sender: midirec's port that the recording comes out of.
  ///   - receiver: midirec's port that takes what the program plays.
  init(session: FilePath, sender: EndpointAddress, receiver: EndpointAddress) {
    self.session = session
    var variables = Self.withoutLocale(ProcessEnvironment.variables)
    variables["MIDIREC_SESSION"] = self.session.string
    variables["MIDIREC_SENDER"] = "\(sender)"
    variables["MIDIREC_RECEIVER"] = "\(receiver)"
    self.variables = variables
  }

  /// Returns an environment with the locale `C.UTF-8` and the time zone UTC, in place of the user's.
  ///
  /// The user's locale changes what a program reads and writes, and with it the times of its replies.
  static func withoutLocale(_ environment: [String: String]) -> [String: String] {
    var variables = environment.filter { name, _ in name != "LANGUAGE" && !name.hasPrefix("LC_") }
    variables["LANG"] = "C.UTF-8"
    variables["TZ"] = "UTC0"
    return variables
  }

  /// How the program is started: in the folder that the session names, or one of its own that is removed afterwards.
  ///
  /// - Throws: A ``SubjectFailure`` where a variable isn't set, or no folder can be made.
  func launch(_ settings: ProgramSettings) throws -> ProgramProcess.Launch {
    let named = settings.folder.map { session.pushing(FilePath($0)).lexicallyNormalized() }
    let folder = try named ?? ScratchFolder.make()
    do {
      var launch = try launch(settings.command, settings, in: folder)
      launch.keepsInputOpen = settings.ending == .endOfInput
      launch.removesFolder = named == nil
      return launch
    } catch {
      if named == nil { ScratchFolder.remove(folder) }
      throw error
    }
  }

  /// How another command is started that has to do with the program, with its environment.
  ///
  /// - Throws: A ``SubjectFailure`` where a variable isn't set.
  func launch(
    _ command: [String], _ settings: ProgramSettings, in folder: FilePath
  ) throws(SubjectFailure) -> ProgramProcess.Launch {
    var variables = variables
    variables["MIDIREC_FOLDER"] = folder.string
    for variable in settings.environment {
      variables[variable.name] = try Self.expanded(variable.value, variables)
    }
    var words: [String] = []
    for word in command { words.append(try Self.expanded(word, variables)) }
    if let program = words.first, program.contains("/") {
      words[0] = session.pushing(FilePath(program)).string
    }
    var launch = ProgramProcess.Launch(command: words, environment: variables, folder: folder)
    launch.byteLimit = settings.limits.bytes
    return launch
  }

  /// Runs another command that has to do with the program, to its end.
  ///
  /// - Parameters:
  ///   - command: Its words, at least one.
  ///   - argument: One more word, in which nothing is replaced.
  /// - Returns: What it wrote to standard output.
  /// - Throws: A ``SubjectFailure`` where it can't be started, or fails, or takes longer than an answer may.
  func output(
    of command: [String], and argument: String? = nil, _ settings: ProgramSettings, in folder: FilePath
  ) throws -> [UInt8] {
    var launch = try launch(command, settings, in: folder)
    if let argument { launch.command.append(argument) }
    return try ProgramProcess.run(launch) { process in
      let end = process.end(.none, within: settings.limits.answer)
      let fault: String? =
        if process.hasWrittenTooMuch {
          "wrote more than \(settings.limits.bytesText)"
        } else if !end.killed.isEmpty {
          "didn't finish within \(settings.limits.answer.shortText)"
        } else {
          end.termination == .exit(0) ? nil : "ended \(end.termination)"
        }
      guard let fault else { return process.output }
      throw SubjectFailure(
        .misbehaved, "its command \(command[0].quoted) \(fault)", details: process.lastLines())
    }
  }

  /// A text in which each `${NAME}` is replaced by the variable's value.
  static func expanded(_ text: String, _ variables: [String: String]) throws(SubjectFailure) -> String {
    var expanded = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
      let name = String(rest[start.upperBound..<end])
      guard let value = variables[name] else {
        throw SubjectFailure(
          .unavailable, "can't be started: session.yaml names the variable ${\(name)}, which is not set")
      }
      expanded += rest[..<start.lowerBound] + value
      rest = rest[rest.index(after: end)...]
    }
    return expanded + rest
  }
}
