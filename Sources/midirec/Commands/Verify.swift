internal import ArgumentParser
internal import MIDIFiles
internal import Reports

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
        let verification = try Verification(of: InputFile(name))
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

/// What was found out about a file, for other programs.
private struct VerificationDocument: Encodable {
  var file: String
  var isGood: Bool
  var events = 0
  var tracks = 0
  /// How many violations there are; not all need be listed.
  var violationCount = 0
  var violations: [ViolationDocument] = []
  /// What libsmf says: `agrees`, `disagrees`, or `noOpinion`; it is not asked about damaged files.
  var libsmf: String?
  /// Why it has no opinion, or where it disagrees.
  var libsmfReason: String?
  /// The reason why the file can't be read at all.
  var error: String?

  init(unreadable name: String, error: String) {
    file = name
    isGood = false
    self.error = error
  }

  init(_ verification: Verification) {
    file = verification.name
    isGood = verification.isGood
    events = verification.eventCount
    tracks = verification.trackCount
    switch verification.finding {
    case .sound(let verdict): (libsmf, libsmfReason) = verdict.fields
    case .damaged(let diagnostics):
      violationCount = diagnostics.count
      violations = diagnostics.listed.map(ViolationDocument.init)
    }
  }
}
