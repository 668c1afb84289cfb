internal import ALSASequencer
internal import ArgumentParser
internal import FileIO
internal import FoundationEssentials
internal import Glibc
internal import MIDICore
internal import MIDIFiles
internal import Reports
internal import SMFCrossCheck
internal import Simulation
internal import SystemPackage
internal import SystemReports
internal import Takes
internal import Terminal

/// `midirec doctor`: what this machine has and lacks.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what this machine has for MIDI, what it lacks, and what mends it.",
    discussion: """
      ok is as it should be; with warn midirec works, but not as well; without what is missing it can't capture or play, \
      and the exit code is 69.
      """)

  @Flag(help: "Print the result as JSON for other programs.")
  var json = false

  func run() throws {
    let checks = SystemDiagnosis.allChecks(secondReader: .byThisProgram)
    let missing = checks.filter { $0.state == .missing }
    if json {
      try StandardOutput.tell(
        try JSONText.of(DiagnosisDocument(checks)))
    } else {
      try StandardOutput.tell(SystemCheck.text(of: checks, isColored: StandardOutput.allowsColor))
    }
    guard let first = missing.first else { return }
    throw CommandFailure(
      CommandFailure.unavailable, "nothing can be captured or played here: \(first.finding)")
  }
}
