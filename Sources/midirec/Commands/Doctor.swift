internal import ALSASequencer
internal import ArgumentParser
internal import FoundationEssentials
internal import Glibc
internal import MIDICore
internal import MIDIFiles
internal import Reports
internal import SMFCrossCheck
internal import Simulation
internal import System
internal import SystemPackage
internal import SystemReports
internal import Takes
internal import Terminal

/// The command `midirec doctor`.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check this machine's MIDI setup and suggest fixes",
    discussion: """
      Each check is ok, warn, or missing. With warn, midirec works with limitations. With missing, it can't \
      capture or play, and the exit code is 69.
      """)

  @Flag(help: "Print the result as JSON")
  var json = false

  func run() throws {
    let checks = SystemDiagnosis.allChecks(secondReader: .byThisProgram)
    let missing = checks.filter { $0.state == .missing }
    if json {
      try StandardOutput.tell(
        try JSONText.of(DiagnosisDocument(checks)))
    } else {
      try StandardOutput.tell(
        wrapping: SystemCheck.text(of: checks, isColored: StandardOutput.allowsColor))
    }
    guard let first = missing.first else { return }
    throw CommandFailure(
      CommandFailure.unavailable, "can't capture or play on this machine: \(first.finding)")
  }
}
