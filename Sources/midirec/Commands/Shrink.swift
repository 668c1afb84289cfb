internal import ArgumentParser
internal import Foundation
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSoak
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SystemPackage

struct Shrink: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shrink",
    abstract: "Reduce a take to what makes a program fail",
    discussion: """
      Plays the take of a session to its subjects, and checks what holds for each program, as midirec soak does. If \
      the take shows a fault, midirec removes messages, and simplifies the others, as long as the program fails in the \
      same way. The result becomes a session in the folder soak.findings of the session.

        midirec new hang --take sent-by-a-user.mid -- python3 mapper.py
        midirec shrink hang

      Exit codes:
        0    the take shows no fault
        1    the take shows a fault; the reduced take is kept
        65   a file of the session is invalid
        66   the session or its take doesn't exist
        69   the program isn't ready in time
        73   the new session can't be created
        130  interrupted
      """)

  @OptionGroup var choice: SessionChoice

  @Option(
    help: ArgumentHelp("Maximum number of parallel machines (default: one per core)", valueName: "count"))
  var jobs: Int?

  func validate() throws { try ValidationError.check(jobs, 1...1024, "--jobs") }

  func run() throws {
    let signals = try StopSignals()
    defer { signals.release() }
    var failures = CommandFailures()
    let places = try choice.places(&failures)
    var isFound = false
    for place in places where !signals.stop.isStopRequested {
      let found = try failures.result { try shrink(SoakRun(place), signals.stop) }
      isFound = isFound || found == true
    }
    if signals.stop.isStopRequested {
      StandardError.say("interrupted")
      throw ExitCode(ExitStatus.interrupted.rawValue)
    }
    try failures.end(orElse: isFound ? 1 : 0)
  }

  /// Reduces the take of a session, and returns whether it shows a fault.
  private func shrink(_ run: SoakRun, _ stop: StopToken) throws -> Bool {
    guard !run.isFinding else { return false }
    var soak = Soak()
    soak.jobCount = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let status = StatusLine()
    let start = ContinuousClock.now
    let found = try run.shrunk(soak, stop: stop) { count in
      status.update(at: Nanoseconds(ContinuousClock.now - start), pluralized(count, "message"))
    }
    status.clear()
    if found.isEmpty, !stop.isStopRequested {
      try StandardOutput.tell("\(run.name): the take shows no fault".printable)
    }
    for finding in found {
      try StandardOutput.tell(
        wrapping: "\(finding.name): \(finding.invariant.rawValue): \(finding.violation)".printable)
      for line in finding.trial.lines(limit: 20) { try StandardOutput.tell(line.printable) }
      try StandardOutput.tell("kept in \(finding.folder)".printable)
    }
    return !found.isEmpty
  }
}
