internal import ArgumentParser
internal import Foundation
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSoak
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SystemPackage

/// The command `midirec soak`.
///
/// The type isn't called `Soak`, because that is the name of the search.
struct SoakSessions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "Find takes with which a program fails",
    usage: "midirec soak [<paths> ...] [<options>] [-- <command> ...]",
    discussion: """
      Plays storms to the subjects of sessions, or to the program after --: random performances of keyboards, pads, \
      and MPE instruments with pedals, program changes, clocks, and panics. Each program starts again for each storm, \
      on simulated machines. midirec checks what holds for each program: it doesn't crash or hang, ends its notes, is \
      silent after all-notes-off, and so on. A storm that shows a fault is reduced to the fewest messages.

        midirec soak -- python3 mapper.py
        midirec soak mapper/up --time 10m
        midirec soak --seed 7 --storms 10000 --junit report.xml

      With --faults, half of the storms also unplug the instrument, lose messages, fill pools, stop the program for a \
      time, or restart it.

      The key soak of session.yaml switches checks off, and declares others:
        soak: {silenced: false, settling: 3s, transposes: 12, ignores: clock}

      Each finding becomes a session in the folder soak.findings of its session, or of the current folder. It fails \
      in midirec test until the program is mended, and runs first in the next soak. If Ctrl-C or the end of the \
      time interrupts its reduction, the next soak continues it. Equal seeds give equal storms and findings on each machine.

      Exit codes:
        0    no fault was found in any storm
        1    a fault was found, or an earlier finding still fails
        64   wrong usage
        65   a file of a session is invalid
        66   no session runs, or a session or take doesn't exist
        69   a program isn't ready in time
        73   a finding or a report can't be created
        130  interrupted; the findings so far are kept
      """)

  @OptionGroup var choice: SessionChoice

  @Option(help: ArgumentHelp("Number of storms for each subject (default: 1000)", valueName: "count"))
  var storms: Int?

  @Option(
    help: ArgumentHelp(
      "Time for all storms of a subject, such as 10m, in place of --storms", valueName: "time"))
  var time: Nanoseconds?

  @Option(help: ArgumentHelp("Seed of the storms", valueName: "number"))
  var seed: UInt64 = 0

  @Option(
    help: ArgumentHelp("Approximate number of messages per storm, from 10 to 10000", valueName: "count"))
  var messages = 100

  @Flag(help: "Also play what programs shouldn't see, such as stray note-offs")
  var illegal = false

  @Flag(help: "Also play faults, such as an unplugged instrument or a full pool")
  var faults = false

  @Option(
    help: ArgumentHelp("Maximum number of parallel machines (default: one per core)", valueName: "count"))
  var jobs: Int?

  @OptionGroup var output: ReportOptions

  private var command: [String] { TrailingCommand.words }

  func validate() throws {
    try output.check()
    if command.first?.isEmpty == true { throw ValidationError("The program after -- is empty.") }
    if !command.isEmpty, choice.paths.count > command.count || !choice.filter.isEmpty {
      throw ValidationError("Specify sessions or a program after --, not both.")
    }
    if command.isEmpty, let file = choice.paths.first(where: Self.isProgram) {
      let words = choice.paths.first == file && file.hasSuffix(".py") ? ["python3", file] : choice.paths
      throw ValidationError(
        "Specify a program after --: midirec soak -- \(words.map(\.shellWord).joined(separator: " ")).")
    }
    if CommandLine.arguments.last == "--" { throw ValidationError("Specify the program after --.") }
    if time != nil, storms != nil { throw ValidationError("--storms and --time can't be used together.") }
    if time == .zero { throw ValidationError("--time must be more than 0.") }
    try ValidationError.check(storms, 1...100_000_000, "--storms")
    try ValidationError.check(messages, 10...10_000, "--messages")
    try ValidationError.check(jobs, 1...1024, "--jobs")
  }

  func run() throws {
    let start = ContinuousClock.now
    let date = Date()
    let reports = output.reports()
    try reports.check()
    let signals = try StopSignals()
    defer { signals.release() }
    let showsText = output.showsText()
    warnOfOptions()
    var failures = CommandFailures()
    var report = RunReport(outcomes: [], sessionCount: 0)
    for run in try runs(&failures) where !signals.stop.isStopRequested {
      _ = try failures.result { try play(run, signals.stop, showsText, in: &report) }
    }
    let outcomes = report.outcomes
    report.sessionCount = Set(outcomes.map(\.session)).count
    report.isInterrupted = signals.stop.isStopRequested
    let duration = Nanoseconds(ContinuousClock.now - start)
    report.invocation = RunInvocation(
      start: date, duration: duration, command: RunInvocation.commandLine, version: Midirec.version)
    // Text has had the numbers of storms already.
    if !outcomes.isEmpty || output.result.json {
      try output.show(report, asText: showsText, duration: duration)
    }
    if output.github { try report.reportGitHubStep(onStandardOutput: showsText) }
    _ = try failures.result {
      try reports.write(report)
      try output.showPage(of: report, asText: showsText)
    }
    if signals.stop.isStopRequested {
      StandardError.say("interrupted")
      throw ExitCode(ExitStatus.interrupted.rawValue)
    }
    try failures.end(orElse: report.exitCode)
  }

  /// Returns whether a path is that of a file other than a session's.
  private static func isProgram(_ path: String) -> Bool {
    (try? Stat(FilePath(argument: path)).type) == .regular && !path.hasSuffix(".yaml")
  }

  /// Warns of an option after the program, which is the program's.
  private func warnOfOptions() {
    let own: Set = ["--storms", "--time", "--seed", "--messages", "--illegal", "--faults", "--jobs"]
    guard let option = command.first(where: own.contains) else { return }
    StandardError.say("\(option) after -- goes to the program; options of midirec soak come before it")
  }

  /// Returns the soaks of the chosen sessions, or of the command.
  private func runs(_ failures: inout CommandFailures) throws -> [SoakRun] {
    guard command.isEmpty else { return [SoakRun(command: command)] }
    let runs = try choice.places(&failures).compactMap { place in try failures.result { try SoakRun(place) } }
    return runs.filter { !$0.isFinding }
  }

  /// Plays the known findings and the storms of a session, and adds the outcomes to a report.
  private func play(
    _ run: SoakRun, _ stop: StopToken, _ showsText: Bool, in report: inout RunReport
  ) throws {
    var soak = Soak()
    soak.seed = seed
    soak.stormCount = time == nil ? storms ?? soak.stormCount : .max
    soak.deadline = time.map { monotonicTime().adding($0) }
    soak.storms.messageCount = messages
    soak.storms.includesIllegal = illegal
    soak.take = try run.take()
    if faults {
      soak.faults = Set(StormFault.allCases)
      if run.cantHaveFaults {
        StandardError.say(
          "\(run.name): --faults has no effect; only programs that receive events on simulated machines have faults"
        )
      }
    }
    soak.jobCount = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    var known = results(of: run.findingPlaces(), stop)
    let unfinished = try known.filter { !$0.isPassed }.map { try SoakRun($0.place) }.filter(\.isUnfinished)
    for finding in unfinished where !stop.isStopRequested {
      try ReductionStatus.shrink(finding, nil, soak, stop, showsText: showsText)
    }
    if !unfinished.isEmpty { known = results(of: run.findingPlaces(), stop) }
    let failing = known.filter { !$0.isPassed }.map(\.place)
    let status = StatusLine()
    let start = ContinuousClock.now
    let results = try run.results(
      soak, skipping: run.invariants(of: failing), stop: stop,
      progress: { status.update(at: Nanoseconds(ContinuousClock.now - start), Self.line($0)) },
      found: { finding, folder in
        status.clear()
        guard showsText else { return }
        for line in finding.lines(in: folder) + [""] { try StandardOutput.tell(line.printable) }
      })
    status.clear()
    report.add(known.flatMap(\.parts))
    for result in results {
      report.soaks.append(result.summary)
      if showsText { try tell(result.summary, isKnown: !failing.isEmpty) }
      report.add(result.outcomes)
    }
  }

  private func results(of places: [SessionSearch.Place], _ stop: StopToken) -> [SessionResult] {
    var options = SessionRunner.Options()
    options.catalog = .midirec
    options.writesPending = false
    options.keepsFiles = true
    return SessionRunner(options).run(places, stop: stop).results
  }

  /// Prints what the storms showed.
  private func tell(_ storms: SoakSummary, isKnown: Bool) throws {
    try StandardOutput.tell(wrapping: "\(storms.name): \(storms.text(besideKnown: isKnown))".printable)
    for invariant in storms.unconfirmed {
      try StandardOutput.tell(
        wrapping: "\(invariant): violated once, but not when the storm was played again alone")
    }
  }

  private static func line(_ progress: Soak.Progress) -> String {
    let count = pluralized(progress.stormCount, "storm")
    let found = progress.findingCount > 0 ? ", \(pluralized(progress.findingCount, "fault"))" : ""
    let shrunk = progress.shrunkCount.map { "; reducing one to \(pluralized($0, "message"))" } ?? ""
    return count + found + shrunk
  }
}

/// The program under test and its arguments after paths. ArgumentParser has no list of words after a list of paths.
enum TrailingCommand {
  /// The words after `--`, which are also the last paths, or an empty list.
  static var words: [String] {
    CommandLine.arguments.firstIndex(of: "--").map { Array(CommandLine.arguments[($0 + 1)...]) } ?? []
  }
}

extension Evidence {
  /// The messages and the details of a program, as many as fit on a terminal.
  var terminalLines: [String] { lines(limit: 24, detailLimit: 4) }
}

extension Soak.Finding {
  /// The violation, the messages that cause it, and the replies, by line.
  ///
  /// - Parameter folder: The session of the finding.
  func lines(in folder: FilePath) -> [String] {
    let count = "\(pluralized(stormMessageCount, "message")) of storm \(storm)"
    return [evidence.line] + evidence.terminalLines
      + [reduction.line(from: count, to: trial.recording, in: folder)]
  }
}

extension Soak.Reduction {
  /// Returns a sentence on a reduction, with the command for its result.
  ///
  /// - Parameters:
  ///   - origin: The take before, as text: `103 messages`.
  ///   - recording: The result.
  ///   - folder: The session of the result.
  func line(from origin: String, to recording: Recording, in folder: FilePath) -> String {
    let change = "from \(origin) to \(grouped(recording.messageCount))"
    return switch self {
    case .finished: "reduced \(change); run it with midirec test \(folder)"
    case .limited(let count):
      "reduced by \(grouped(count)) tries \(change); run it with midirec test \(folder)"
    case .interrupted: "reduced so far \(change); continue with midirec shrink \(folder)"
    }
  }
}
