internal import ArgumentParser
internal import MIDIFiles
internal import Reports
internal import SystemReports
internal import Terminal

/// The command `midirec verify`.
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

  @Flag(help: "Print the result as JSON")
  var json = false

  func run() throws {
    var documents: [VerificationDocument] = []
    var failures: [Int32] = []
    for name in files {
      do {
        let verification = try InputFile(name).verification()
        if !json { try StandardOutput.tell(verification.text) }
        if !verification.isGood { failures.append(CommandFailure.badData) }
        documents.append(VerificationDocument(verification))
      } catch {
        guard let failure = CommandFailure(explaining: error) else { throw error }
        documents.append(VerificationDocument(unreadable: InputFile(name).name, error: failure.message))
        // Continue with the other files.
        StandardError.say(failure)
        failures.append(failure.code)
      }
    }
    if json { try StandardOutput.tell(JSONText.of(documents)) }
    // Damage takes precedence over files that can't be opened.
    if let code = failures.contains(CommandFailure.badData) ? CommandFailure.badData : failures.first {
      throw ExitCode(code)
    }
  }
}
