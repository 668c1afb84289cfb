internal import ArgumentParser
internal import MIDICore
internal import Simulation
internal import Terminal

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
        midirec diff expected.mid take.mid             compare two recordings
        midirec new scale --from take.mid              create a session from a take
        midirec test                                   run all sessions

      Exit codes:
        0    everything is as expected
        1    differences were found
        3    events were lost, or an input was disconnected for a time
        64   wrong usage
        65   bad input data
        66   no such input file
        69   no sequencer, or a port isn't connected
        73   an output file can't be created
        74   input/output error
        130  interrupted
      """,
    version: version,
    subcommands: [LibSMFEvents.self, ProgramJobCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Record and play",
        subcommands: [Ports.self, Capture.self, Recover.self, Play.self, Monitor.self, Send.self]),
      CommandGroup(
        name: "Compare and test",
        subcommands: [
          Diff.self, New.self, TestSessions.self, Review.self, Accept.self, Reject.self, Report.self,
        ]),
      CommandGroup(name: "Instruments", subcommands: [Grid.self, Piano.self]),
      CommandGroup(name: "Sound", subcommands: [Synth.self, Render.self, Fonts.self]),
      CommandGroup(name: "Files", subcommands: [Show.self, Verify.self, Convert.self]),
      CommandGroup(name: "Setup", subcommands: [Doctor.self, Simulate.self, Instrument.self]),
    ])

  /// Prints an error of the command line, or the requested help, and exits.
  private static func exit(explaining error: any Error) -> Never {
    let code = exitCode(for: error)
    if code.isSuccess {
      let columns = StandardOutput.size.columns
      let help = HelpText(
        wrapped: fullMessage(for: error, columns: columns),
        unwrapped: fullMessage(for: error, columns: 10_000),
        columns: columns)
      try? StandardOutput.tell(help.text)
    } else {
      // The message quotes arguments, which may have line feeds.
      let message = CommandLine.arguments.reduce(fullMessage(for: error)) {
        $0.replacing($1, with: $1.printable)
      }
      // ArgumentParser's prefix differs from that of midirec's other errors.
      let text = message.hasPrefix("Error: ") ? "midirec: \(message.dropFirst(7))" : message
      StandardError.write(text.printableLines + "\n")
    }
    exit(withError: code)
  }

  /// Parses the command line, and explains an unknown command better than ArgumentParser does.
  private static func parse() throws -> any ParsableCommand {
    let arguments = Array(CommandLine.arguments.dropFirst())
    func unknownCommand() -> UnknownCommand? { UnknownCommand.first(in: arguments, of: Self.self) }
    // ArgumentParser prints the general help for "help" with an unknown command.
    if arguments.first == "help", let unknown = unknownCommand() { throw unknown.failure }
    do {
      return try parseAsRoot()
    } catch {
      guard !exitCode(for: error).isSuccess, let unknown = unknownCommand() else { throw error }
      throw unknown.failure
    }
  }

  static func main() {
    FirstProcess.runIfStartedByKernel()
    do {
      if CommandLine.arguments.dropFirst() == ["--version"] {
        try StandardOutput.tell(VersionText.text)
        return try StandardOutput.flush()
      }
      var command = try parse()
      do {
        try command.run()
      } catch let code as ExitCode {
        // An unwritten result is an error, whatever the command found.
        try StandardOutput.flush()
        throw code
      }
      try StandardOutput.flush()
    } catch is StandardOutput.Closed {
      // The reader, such as `head`, needs no more lines.
    } catch let code as ExitCode {
      exit(withError: code)
    } catch {
      guard let failure = CommandFailure(explaining: error) else { exit(explaining: error) }
      StandardError.say(failure)
      exit(withError: ExitCode(failure.code))
    }
  }
}
