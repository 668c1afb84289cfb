internal import ALSASequencer
internal import ArgumentParser
internal import MIDIRecReports
internal import MIDIRecTerminal
internal import MIDIRecWorkbench

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check this machine's MIDI setup and suggest fixes",
    discussion: """
      Each check is ok, warn, or missing. With warn, midirec works with limitations. With missing, it can't \
      capture or play, and the exit code is 69.
      """)

  @OptionGroup var result: JSONOption

  func run() throws {
    let checks = SystemDiagnosis.allChecks(secondReader: .byThisProgram)
    let missing = checks.filter { $0.state == .missing }
    if result.json {
      try StandardOutput.tell(JSONText.of(DiagnosisDocument(checks)))
    } else {
      try StandardOutput.tell(
        wrapping: SystemCheck.text(of: checks, isColored: StandardOutput.allowsColor))
    }
    guard let first = missing.first else { return }
    throw CommandFailure(.unavailable, "can't capture or play on this machine: \(first.finding)")
  }
}
