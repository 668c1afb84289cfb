internal import ArgumentParser
internal import MIDIFiles
internal import Reports
internal import SystemReports
internal import Terminal

/// `midirec verify`: whether files are sound, and whether a second reader reads the same in them.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check Standard MIDI Files, with libsmf as the second reader.",
    discussion: """
      Each file is read twice: by midirec, which lists each place where it breaks the specification, and by libsmf, \
      which shares no code with midirec. Both must find the same events at the same ticks. There are good files that \
      libsmf can't read; of these it is said why.

      Exit code 0 if all files are good, 65 if one is damaged or read differently, 66 if one can't be opened.
      """)

  @Argument(help: ArgumentHelp("The files; - is standard input.", valueName: "file"))
  var files: [String]

  @Flag(help: "Print JSON for other programs.")
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
        // The other files are checked all the same.
        StandardError.say(failure)
        failures.append(failure.code)
      }
    }
    if json { try StandardOutput.tell(JSONText.of(documents)) }
    // Bad data weigh more than what couldn't be looked at.
    if let code = failures.contains(CommandFailure.badData) ? CommandFailure.badData : failures.first {
      throw ExitCode(code)
    }
  }
}
