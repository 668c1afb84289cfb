internal import ArgumentParser
internal import MIDIRecReports
internal import MIDIRecTerminal
internal import MIDIRecWorkbench

struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check MIDI files with two independent readers",
    discussion: """
      midirec and libsmf, which share no code, both read each file, and must find the same events at the same \
      ticks. midirec also lists each violation of the specification. libsmf can't read some valid files; for \
      those, midirec prints the reason.

      Exit codes:
        0   all files are valid
        65  a file is damaged, or the readers disagree
        66  a file can't be opened
      """)

  @Argument(help: ArgumentHelp("Files to check; - is standard input", valueName: "file"))
  var files: [String]

  @OptionGroup var result: JSONOption

  func run() throws {
    var verifications: [Verification] = []
    var failures: [ExitStatus] = []
    for name in files {
      do {
        let verification = try InputFile(name).verified().result
        if !result.json { try StandardOutput.tell(verification.text) }
        if !verification.isGood { failures.append(.badData) }
        verifications.append(verification)
      } catch {
        guard let failure = CommandFailure(explaining: error) else { throw error }
        verifications.append(Verification(unreadable: InputFile(name).name, error: failure.message))
        // Continue with the other files.
        StandardError.say(failure)
        failures.append(failure.status)
      }
    }
    if result.json { try StandardOutput.tell(JSONText.of(verifications)) }
    // Damage takes precedence over files that can't be opened.
    if let status = failures.contains(.badData) ? .badData : failures.first {
      throw ExitCode(status.rawValue)
    }
  }
}
