internal import ALSASequencer
internal import ArgumentParser
internal import Glibc
internal import MIDICore
internal import MIDIRecSimulation
internal import MIDIRecSound
internal import MIDIRecSynth
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import MIDIRecWorkbench

/// The command `midirec`.
///
/// Each subcommand states its name. Deriving the names from the types would double the time that a start takes.
@main
struct Midirec: ParsableCommand {
  /// The version of this program.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "midirec",
    abstract: "Record MIDI, replay it, and report exactly what changed",
    discussion: """
      A take is a Standard MIDI File, which any music program opens.

        midirec ports                                  list inputs and outputs
        midirec capture --in LinnStrument -o take.mid  record until Ctrl-C
        midirec play take.mid --out "FLUID Synth"      replay to an output
        midirec diff expected.mid take.mid             compare two takes
        midirec new scale --take take.mid              create a session from a take
        midirec test                                   run all sessions

      Exit codes:
        0    everything is as expected
        1    differences, new or pending results, or a program that misbehaves
        3    events were lost, or an input was disconnected for a time
        64   wrong usage
        65   bad input data
        66   no such input file, or no session to run
        69   no sequencer or port, or a program isn't ready or writes other files
        73   an output file can't be created
        74   input/output error
        130  interrupted
      """,
    version: version,
    groupedSubcommands: [
      CommandGroup(
        name: "Record and play",
        subcommands: [Ports.self, Capture.self, Recover.self, Play.self, Monitor.self, Send.self]),
      CommandGroup(
        name: "Compare and test",
        subcommands: [
          Diff.self, New.self, TestSessions.self, Review.self, Accept.self, Reject.self, Report.self,
          SoakSessions.self, Shrink.self,
        ]),
      CommandGroup(name: "Instruments", subcommands: [Grid.self, Piano.self, Studio.self]),
      CommandGroup(name: "Sound", subcommands: [Synth.self, Render.self, Fonts.self]),
      CommandGroup(name: "Files", subcommands: [Show.self, Verify.self, Convert.self]),
      CommandGroup(name: "Setup", subcommands: [Doctor.self, Simulate.self, Instrument.self]),
    ])

  /// The answer to `midirec --version`: the version alone in its first line, then the libraries and the kernel of
  /// simulated machines.
  private static var versionText: String {
    let libraries = ["alsa-lib \(SystemDiagnosis.libraryVersion)", AudioFile.library, SynthRenderer.engine]
    let environment = ProcessEnvironment.variables
    let kernel = KernelImage.find(environment: environment).map { kernel in
      "Linux \(kernel.version ?? "of unknown version") in \(kernel.folder)"
    }
    return """
      \(version)
      libraries: \(libraries.joined(separator: ", "))
      simulated machine: \(kernel ?? "no kernel")
      """.printableLines
  }

  /// Returns a help screen for a terminal of a width.
  private static func help(for error: any Error, columns: Int) -> String {
    // The overview has examples instead of ArgumentParser's hint.
    helpText(
      wrapped: fullMessage(for: error, columns: columns), unwrapped: fullMessage(for: error, columns: 10_000),
      columns: columns
    )
    .replacing("\n  See 'midirec help <subcommand>' for detailed help.", with: "")
  }

  /// Prints an error of the command line, or the requested help.
  ///
  /// - Throws: The exit code of an error, or an error of standard output.
  private static func explain(_ error: any Error) throws {
    widenHelp()
    let code = exitCode(for: error)
    guard !code.isSuccess else {
      return try StandardOutput.tell(help(for: error, columns: StandardOutput.size.columns))
    }
    // The message quotes arguments, which may have line feeds.
    let message = ProcessEnvironment.commandLine.reduce(fullMessage(for: error)) {
      $0.replacing($1, with: $1.printable)
    }
    // ArgumentParser's prefix differs from that of midirec's other errors.
    let text = message.hasPrefix("Error: ") ? "midirec: \(message.dropFirst(7))" : message
    StandardError.write(text.printableLines + "\n")
    throw code
  }

  /// Parses the command line, and explains an unknown command better than ArgumentParser does.
  private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    func unknownCommand() -> UnknownCommand? { UnknownCommand.first(in: arguments, of: Self.self) }
    // ArgumentParser prints the general help for "help" with an unknown command.
    if arguments.first == "help", let unknown = unknownCommand() { throw unknown.failure }
    let command: any ParsableCommand
    do {
      command = try parseAsRoot(arguments)
    } catch {
      widenHelp()
      guard !exitCode(for: error).isSuccess,
        let unknown = unknownCommand() ?? UnknownCommand.firstOption(in: arguments, of: Self.self)
      else { throw error }
      throw unknown.failure
    }
    try checkIsWhole(command)
    return command
  }

  /// Sets the width of ArgumentParser's help to at least 40 columns. Without room for texts, it crashes, even if only
  /// the exit code of an error is read.
  private static func widenHelp() {
    unsafe setenv("COLUMNS", String(max(40, StandardOutput.size.columns)), 1)
  }

  /// Throws a failure for a group of commands, which ArgumentParser runs as a request for help, with success.
  private static func checkIsWhole(_ command: any ParsableCommand) throws {
    guard !type(of: command).configuration.subcommands.isEmpty else { return }
    widenHelp()
    let columns = max(40, StandardError.size.columns)
    StandardError.write(help(for: CleanExit.helpRequest(command), columns: columns) + "\n")
    let group = command is Midirec ? "" : " \(type(of: command)._commandName)"
    throw CommandFailure(.usage, "a command is missing; run midirec\(group) --help to see all commands")
  }

  /// The number of files that midirec must be able to open, including the files of its simulated machines.
  private static let minDescriptorCount: rlim_t = 64

  /// Raises the limit of open files if it is too low, because the system's libraries crash without descriptors.
  private static func requireDescriptors() throws {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < minDescriptorCount else { return }
    limit.rlim_cur = min(minDescriptorCount, limit.rlim_max)
    guard limit.rlim_cur == minDescriptorCount, unsafe setrlimit(resource, &limit) == 0 else {
      throw CommandFailure(
        .unavailable,
        "only \(limit.rlim_max) files can be open at a time, but midirec needs \(minDescriptorCount); "
          + "raise the limit, such as with: ulimit -n 1024")
    }
  }

  private static func run() throws {
    try requireDescriptors()
    let arguments = Array(ProcessEnvironment.commandLine.dropFirst())
    if arguments == ["--version"] || arguments == ["-V"] { return try StandardOutput.tell(versionText) }
    if arguments.count == 1, let job = ChildJob(rawValue: arguments[0]) { return try job.run() }
    var command = try parse(arguments)
    do {
      try command.run()
    } catch let error as ValidationError {
      // ArgumentParser would add the usage of midirec, not of the command.
      throw CommandFailure(.usage, error.message)
    }
  }

  /// Runs a step, prints the reason if it fails, and returns the exit code.
  private static func status(of step: () throws -> Void) -> Int32 {
    do {
      try step()
      return 0
    } catch is StandardOutput.Closed {
      // The reader, such as `head`, needs no more lines.
      return 0
    } catch let code as ExitCode {
      return code.rawValue
    } catch {
      guard let failure = CommandFailure(explaining: error) else { return status { try explain(error) } }
      StandardError.say(failure)
      return failure.code
    }
  }

  static func main() {
    FirstProcess.runIfStartedByKernel()
    let status = status(of: run)
    // An unwritten result is an error, whatever the command found.
    let flushStatus = self.status(of: StandardOutput.flush)
    exit(withError: ExitCode(flushStatus == 0 ? status : flushStatus))
  }
}
