internal import ALSASequencer
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import SystemPackage

/// The context in which a program starts: its folder, its variables, and the placeholders in its command.
struct LaunchContext {
  private let session: FilePath
  private let variables: [String: String]

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - session: The absolute path of the session's folder.
  ///   - take: The absolute path of the recording, or `nil` if there is none.
  ///   - ports: The midirec ports that send the recording and receive the program's messages, or `nil` for a program
  ///     without ports.
  init(
    session: FilePath, take: FilePath?, ports: (sender: EndpointAddress, receiver: EndpointAddress)?
  ) {
    self.session = session
    var variables = Self.withoutLocale(ProcessEnvironment.variables)
    variables["MIDIREC_SESSION"] = self.session.string
    variables["MIDIREC_TAKE"] = take?.string
    variables["MIDIREC_SENDER"] = (ports?.sender).map { "\($0)" }
    variables["MIDIREC_RECEIVER"] = (ports?.receiver).map { "\($0)" }
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

  /// Returns the launch of the program, in the session's folder option or in a temporary folder.
  ///
  /// - Throws: A ``SubjectFailure`` if a variable isn't set or the folder can't be created.
  func launch(_ settings: ProgramSettings) throws -> ProgramProcess.Launch {
    let named = settings.folder.map { session.pushing(FilePath($0)).lexicallyNormalized() }
    let folder = try named ?? ProgramRemains.makeFolder()
    do {
      var launch = try launch(settings.command, settings, in: folder)
      launch.keepsInputOpen = settings.ending == .endOfInput
      launch.removesFolder = named == nil
      return launch
    } catch {
      if named == nil { ProgramRemains.removeFolder(folder) }
      throw error
    }
  }

  /// Returns the launch of a helper command in the program's environment.
  ///
  /// - Throws: A ``SubjectFailure`` if a variable isn't set.
  func launch(
    _ command: [String], _ settings: ProgramSettings, in folder: FilePath
  ) throws(SubjectFailure) -> ProgramProcess.Launch {
    var variables = variables
    variables["MIDIREC_FOLDER"] = folder.string
    for variable in settings.environment {
      variables[variable.key] = try Self.expanded(variable.value, variables)
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

  /// Runs a helper command to its end.
  ///
  /// - Parameters:
  ///   - command: The words of the command, at least one.
  ///   - argument: An additional word, used literally.
  /// - Returns: The command's standard output.
  /// - Throws: A ``SubjectFailure`` if the command can't be started, fails, or exceeds the answer limit.
  func output(
    of command: [String], and argument: String? = nil, _ settings: ProgramSettings, in folder: FilePath
  ) throws -> [UInt8] {
    var launch = try launch(command, settings, in: folder)
    if let argument { launch.command.append(argument) }
    return try ProgramProcess.run(launch) { process in
      let end = process.end(.itself, within: settings.limits.answer)
      let (fault, remedy): (String, String?)
      if process.streams.isOver {
        (fault, remedy) = ("wrote more than \(settings.limits.bytesText)", "set limits: {output: 64MiB}")
      } else if !end.killed.isEmpty {
        fault = "didn't finish within \(settings.limits.answer.shortText)"
        remedy = "set limits: {answer: 30s}"
      } else if end.termination != .exit(0) {
        (fault, remedy) = ("ended \(end.termination)", nil)
      } else {
        return process.streams.output.bytes
      }
      throw process.failure("its command \(command[0].quoted) \(fault)", remedy: remedy)
    }
  }

  /// The advice for variables of midirec that not every session has.
  private static let remedies = [
    "MIDIREC_TAKE": "add a take to the session, and name it if session.yaml has take: none",
    "MIDIREC_SENDER": "name the program's ports with input, output, sender, or receiver",
    "MIDIREC_RECEIVER": "name the program's ports with input, output, sender, or receiver",
  ]

  /// Returns a text with each `${NAME}` replaced by the variable's value.
  static func expanded(_ text: String, _ variables: [String: String]) throws(SubjectFailure) -> String {
    var expanded = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
      let name = String(rest[start.upperBound..<end])
      guard let value = variables[name] else {
        throw SubjectFailure(
          .unavailable, "can't be started: session.yaml names the variable ${\(name)}, which is not set",
          remedy: Self.remedies[name]
            ?? "set it under environment, or write $\(name) for a variable of a shell's script")
      }
      expanded += rest[..<start.lowerBound] + value
      rest = rest[rest.index(after: end)...]
    }
    return expanded + rest
  }
}
