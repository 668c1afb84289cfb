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
    usage: """
      midirec shrink [<paths> ...] [--filter <name> ...] [--jobs <count>]
      midirec shrink <take> [--jobs <count>] -- <command> ...
      """,
    discussion: """
      Plays the take of a session to its subjects, or a file to the program after --, and checks what holds for each \
      program, as midirec soak does. If the take shows a fault, midirec removes messages, and simplifies the others, \
      as long as the program fails in the same way. The result becomes a session in the folder soak.findings of the \
      session, or of the current folder.

        midirec shrink sent-by-a-user.mid -- python3 mapper.py
        midirec shrink hang
        midirec shrink hang/soak.findings/released-1f03a9   continue after Ctrl-C

      Exit codes:
        0    the take shows no fault
        1    the take shows a fault; the reduced take is kept
        64   wrong usage
        65   a file of the session, or the take, is invalid
        66   the session or its take doesn't exist
        69   the program isn't ready in time
        73   the new session can't be created
        130  interrupted; the take so far is kept
      """)

  @OptionGroup var choice: SessionChoice

  @Option(
    help: ArgumentHelp("Maximum number of parallel machines (default: one per core)", valueName: "count"))
  var jobs: Int?

  func validate() throws {
    try ValidationError.check(jobs, 1...1024, "--jobs")
    let command = TrailingCommand.words
    guard CommandLine.arguments.contains("--") else {
      if let take = choice.paths.first(where: { $0.hasSuffix(".mid") }) {
        throw ValidationError(
          "Specify the program after the take: midirec shrink \(take) -- COMMAND ARGUMENTS.")
      }
      return
    }
    guard command.first?.isEmpty == false else { throw ValidationError("Specify the program after --.") }
    guard choice.paths.count == command.count + 1, choice.filter.isEmpty else {
      throw ValidationError(
        "Specify one take before --, such as midirec shrink sent.mid -- python3 mapper.py.")
    }
  }

  func run() throws {
    let signals = try StopSignals()
    defer { signals.release() }
    var failures = CommandFailures()
    var soak = Soak()
    soak.jobCount = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    var isFound = false
    let command = TrailingCommand.words
    if command.isEmpty {
      for place in try choice.places(&failures) where !signals.stop.isStopRequested {
        let found = try failures.result { try shrink(SoakRun(place), place, soak, signals.stop) }
        isFound = isFound || found == true
      }
    } else {
      let take = try InputFile(choice.paths[0]).recording()
      isFound = try ReductionStatus.shrink(SoakRun(command: command), take, soak, signals.stop)
    }
    if signals.stop.isStopRequested {
      StandardError.say("interrupted")
      throw ExitCode(ExitStatus.interrupted.rawValue)
    }
    try failures.end(orElse: isFound ? 1 : 0)
  }

  /// Reduces the take of a session, and returns whether it shows a fault.
  private func shrink(
    _ run: SoakRun, _ place: SessionSearch.Place, _ soak: Soak, _ stop: StopToken
  ) throws -> Bool {
    guard !run.isFinding || run.isUnfinished else {
      let count = pluralized(try run.take()?.messageCount ?? 0, "message")
      try StandardOutput.tell(
        wrapping: "\(run.name): already reduced, to \(count); midirec test \(place.folder) plays it".printable
      )
      return false
    }
    return try ReductionStatus.shrink(run, nil, soak, stop)
  }
}

/// The reduction of a take with its progress and its result on the terminal.
enum ReductionStatus {
  /// Reduces the take of a session, or a given one, and returns whether it shows a fault.
  @discardableResult
  static func shrink(
    _ run: SoakRun, _ take: Recording?, _ soak: Soak, _ stop: StopToken, showsText: Bool = true
  ) throws -> Bool {
    let status = StatusLine()
    let start = ContinuousClock.now
    let take = try take ?? run.take()
    let found = try run.shrunk(take, soak, stop: stop) { count in
      status.update(at: Nanoseconds(ContinuousClock.now - start), pluralized(count, "message"))
    }
    status.clear()
    guard showsText else { return !found.isEmpty }
    if found.isEmpty, !stop.isStopRequested {
      try StandardOutput.tell("\(run.name): the take shows no fault".printable)
    }
    for finding in found {
      try StandardOutput.tell(wrapping: "\(finding.name): \(finding.evidence.line)".printable)
      for line in finding.evidence.terminalLines { try StandardOutput.tell(line.printable) }
      let line = finding.reduction.line(
        from: pluralized(take?.messageCount ?? 0, "message"), to: finding.trial.recording, in: finding.folder)
      try StandardOutput.tell(line.printable)
    }
    return !found.isEmpty
  }
}
