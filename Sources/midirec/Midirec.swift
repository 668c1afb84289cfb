internal import ArgumentParser
internal import MIDICore
internal import Simulation
internal import Terminal

/// The command `midirec`.
///
/// Each subcommand says its name: ArgumentParser would make it of the type's name, for all of them at each start, which
/// took twice as long as all the rest.
@main
struct Midirec: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "midirec",
    abstract: "Record what a MIDI controller plays, play it back, and say exactly what differs.",
    discussion: """
      A take is a Standard MIDI File, which any music program opens.

        midirec doctor                                 what this machine has and lacks
        midirec ports                                  what is plugged in
        midirec capture --in LinnStrument -o take.mid  record until Ctrl-C
        midirec recover take.mid                       finish a take that was cut off
        midirec play take.mid --out "FLUID Synth"      play it to a program
        midirec send --out LinnStrument on C4 100      send test events
        midirec monitor --in LinnStrument              show events as they come
        midirec grid --in LinnStrument                 show where held notes lie
        midirec piano take.mid                         show which keys are down
        midirec synth --in LinnStrument                play what comes with a SoundFont
        midirec diff expected.mid take.mid             compare two recordings
        midirec new scale --from take.mid              make a golden session of a take
        midirec test                                   run all sessions, say what differs
        midirec report merge part-*.json               put the reports of several machines together
        midirec review                                 look at what differs, and decide
        midirec show take.mid                          what is in a file
        midirec verify take.mid                        have libsmf read a file, too
        midirec convert take.mid -o one.mid --merge    make a file into another
        midirec render take.mid -o take.wav            the sound of a recording
        midirec fonts presets --search piano           what SoundFonts can play

      Exit codes: 0 all as expected, 1 differences found, 3 events were lost, 64 wrong usage, 65 bad input data, \
      66 no such input file, 69 no sequencer or endpoint to reach, 73 output cannot be created, 74 input/output \
      error, 130 interrupted.
      """,
    version: "0.1.0",
    subcommands: [
      Ports.self, Capture.self, Recover.self, Play.self, Monitor.self, Send.self, Grid.self, Piano.self,
      Synth.self,
      Diff.self,
      TestSessions.self, Report.self, Review.self, Accept.self, Reject.self, New.self, Show.self, Verify.self,
      Convert.self, Render.self, Fonts.self, Doctor.self, Simulate.self, Instrument.self, LibSMFEvents.self,
      ProgramJobCommand.self,
    ])

  /// Prints an error of the command line, or the help that it asks for, and exits.
  private static func exit(explaining error: any Error) -> Never {
    let code = exitCode(for: error)
    if code.isSuccess {
      try? StandardOutput.tell(fullMessage(for: error))
    } else {
      // The message quotes arguments, which may have line feeds.
      let message = CommandLine.arguments.reduce(fullMessage(for: error)) {
        $0.replacing($1, with: $1.printable)
      }
      StandardError.write(message.printableLines + "\n")
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
      var command = try parse()
      do {
        try command.run()
      } catch let code as ExitCode {
        // Whatever a command has found: a result that can't be read is none.
        try StandardOutput.flush()
        throw code
      }
      try StandardOutput.flush()
    } catch is StandardOutput.Closed {
      // Whoever read it has seen enough, as `head` has.
    } catch let code as ExitCode {
      exit(withError: code)
    } catch {
      guard let failure = CommandFailure(explaining: error) else { exit(explaining: error) }
      StandardError.say(failure)
      exit(withError: ExitCode(failure.code))
    }
  }
}
