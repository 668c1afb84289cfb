internal import ArgumentParser
internal import FoundationEssentials
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SystemPackage

/// The command `midirec test`.
///
/// The type isn't called `Test`, because that is the name of a macro of Swift Testing.
struct TestSessions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run sessions and report what differs",
    discussion: """
      A session is a folder with a session.yaml and a take, unless its program needs none. midirec plays the take to \
      the session's subjects as fast as possible, and compares their results with the accepted ones. \
      Programs run on simulated machines, so no sequencer is needed.

        midirec test
        midirec test Recordings --filter 'pedals/*' --fail-fast
        midirec test --junit report.xml --html report
        midirec test --last-failed
        midirec test --review                             decide about changes
        midirec test --html report --open                 look at them in a browser
        midirec test --watch                              again after each change
        midirec test --update new                         accept first results
        midirec test --against main --against-setup make  compare with another branch
        midirec test --shard 2/5 --report part-2.json     the second of five machines

      A different result becomes a pending file next to the expected one: see midirec review, accept, and reject. \
      A session that passes deletes its pending files. With --read-only, or if the variable CI is set (except to \
      0 or false), pending files stay untouched.

      A run without sessions fails: the folders have none, or --filter, --tag, --drop-tag, or --last-failed \
      select none. If several sessions fail, the first failure decides the exit code:
        0    every result is as expected
        1    a result is different, new, or unstable, or a program misbehaves
        3    events to or from a program were lost
        64   wrong usage
        65   a file of a session is invalid
        66   no session runs, or a session or take doesn't exist
        69   a program isn't ready in time, or session.yaml doesn't name its file
        73   a pending file or a report can't be created
        74   a file can't be read or written completely
        130  interrupted; the results so far are reported
      """)

  @OptionGroup var choice: SessionChoice

  @Option(help: ArgumentHelp("Run only sessions with this tag, or one of several", valueName: "tag"))
  var tag: [String] = []

  @Option(
    help: ArgumentHelp("Leave out sessions with this tag, or any of several", valueName: "tag"))
  var dropTag: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run one part of the sessions: 2/5 is the second of five",
      discussion:
        "A session's part depends only on its name, so several machines can share the work.",
      valueName: "part/parts"))
  var shard: Shard?

  @Flag(help: "Run only sessions that failed in their last run")
  var lastFailed = false

  @Flag(help: "Run sessions again when their files or programs change, until Ctrl-C")
  var watch = false

  @Flag(help: "Review pending results after the run, as midirec review does")
  var review = false

  @Flag(help: "Stop at the first session that fails")
  var failFast = false

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp(
      "Run each session this many times; all results must be identical", valueName: "count"))
  var repeatCount = 1

  @Option(
    help: ArgumentHelp("Maximum number of parallel sessions (default: one per core)", valueName: "count"))
  var jobs: Int?

  @Flag(help: "Let programs of sessions with clock: real run on this computer, with your rights")
  var allowRealClock = false

  @Flag(help: "Leave the folders of sessions untouched: no pending files")
  var readOnly = false

  @Option(
    help: ArgumentHelp(
      "Accept results at once: new, if no result is accepted yet, or all, if they differ",
      valueName: "results"))
  var update: SessionRunner.Update?

  @Option(
    help: ArgumentHelp(
      "Expect the results of an earlier Git revision",
      discussion:
        "Its sessions and programs run first, in a temporary folder. Accepted and pending files stay untouched.",
      valueName: "revision"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Command that prepares the revision in its temporary folder, such as a build", valueName: "command"))
  var againstSetup: String?

  @Flag(help: "Give positions as BAR:BEAT, by the tempo and meter of each session's take")
  var beats = false

  @OptionGroup(title: "Comparison of sessions that set no tolerances (5 ms, equal values)")
  var comparison: ComparisonOptions

  @OptionGroup var output: ReportOptions

  @Option(
    help: ArgumentHelp("Report file for midirec report merge, or - for standard output", valueName: "file"))
  var report: String?

  func validate() throws {
    if report?.isEmpty == true { throw ValidationError("--report needs the name of a file.") }
    try output.check(report: report)
    if watch,
      output.result.json || output.junit != nil || output.html != nil || output.github || report != nil
        || lastFailed
    {
      throw ValidationError("--watch can't be used with reports or --last-failed.")
    }
    if against != nil, watch || update != nil {
      throw ValidationError("--against can't be used with --watch or --update.")
    }
    if review, watch || against != nil || update != nil || readOnly || output.result.json {
      throw ValidationError(
        "--review can't be used with --watch, --against, --update, --read-only, or --json.")
    }
    if againstSetup != nil, against == nil { throw ValidationError("--against-setup requires --against.") }
    if update != nil, readOnly {
      throw ValidationError("--update and --read-only can't be used together.")
    }
    try ValidationError.check(repeatCount, 1...1_000_000, "--repeat")
    try ValidationError.check(jobs, 1...1024, "--jobs")
  }

  func run() throws {
    guard !watch else { return try runRepeatedly() }
    let (date, start) = (Date(), ContinuousClock.now)
    let reports = output.reports(report: report)
    try reports.check()
    let search = choice.sessions.search()
    var failed = FailedSessions()
    let places = lastFailed ? search.places.filter(failed.contains) : search.places
    let signals = try StopSignals()
    defer { signals.release() }
    let status = StatusLine()
    let stop = signals.stop
    let run = sessionRun
    let compared = against == nil ? [] : run.selected(places)
    let revision = try earlierRevision(of: compared)
    defer { revision?.remove() }
    if let againstSetup { try revision?.prepare(with: againstSetup) }
    var options = options
    let earlier = try revision?.results(
      of: compared, options, stop: stop, progress: { status.show($0, since: start) })
    options.expectationFolders = earlier?.folders ?? [:]
    let excluded = Set(earlier?.failed.map(\.place) ?? [])
    let ran = SessionRunner(options).run(
      places.filter { !excluded.contains($0) }, selection, stop: stop,
      progress: { status.show($0, since: start) })
    status.clear()
    if earlier == nil { failed.record(ran.results) }

    if ran.results.isEmpty, !ran.isInterrupted, excluded.isEmpty, !search.places.isEmpty {
      StandardError.say(try run.emptyPart(of: search.places, candidates: places))
    }
    let showsText = output.showsText(report: report) && !ran.results.isEmpty
    // The text lists the failures.
    var failures = CommandFailures()
    for error in search.errors {
      failures.isSilent = showsText && run.isOwn(error)
      failures.add(error.failure)
    }
    failures.isSilent = showsText
    for (_, failure) in earlier?.failed ?? [] { failures.add(failure) }
    for result in ran.results { add(result, to: &failures) }
    failures.isSilent = false
    var found = run.report(ran, search.errors)
    found.add(earlier?.failed.map { SessionOutcome($0.place, $0.failure) } ?? [])
    let duration = Nanoseconds(ContinuousClock.now - start)
    found.invocation = RunInvocation(
      start: date, duration: duration, command: RunInvocation.commandLine, version: Midirec.version)
    try output.show(found, asText: showsText, duration: duration)
    if output.github { try found.reportGitHubStep(onStandardOutput: showsText) }
    for error in ran.results.flatMap(\.writeErrors) {
      let message = "\(error); use --read-only to leave the folder unchanged"
      failures.add(CommandFailure(error.failure.status, message))
    }
    _ = try failures.result {
      try reports.write(found)
      try output.showPage(of: found, asText: showsText)
    }
    if showsText, ran.results.contains(where: \.hasFinding) {
      try StandardOutput.tell(wrapping: NewFinding.advice)
    }
    if review, ProcessEnvironment.isContinuousIntegration {
      StandardError.say("there is nothing to review: CI is set, so pending results aren't written")
    }
    if options.writesPending, !ran.isInterrupted, ran.results.contains(where: \.hasPending) {
      if review {
        let queue = try Review.review(choice, comparison, givesBeats: beats)
        if failures.isEmpty, queue.areAllAccepted, ran.results.allSatisfy(\.canPass) { return }
      } else if showsText, ran.results.allSatisfy(\.writeErrors.isEmpty) {
        try StandardOutput.tell("to see and accept the changes: midirec review\(choice.sessions.commandLine)")
      }
    }
    try end(ran, failures)
  }

  /// Runs all sessions, and then the ones that a change affects, until the user ends it.
  private func runRepeatedly() throws {
    let signals = try StopSignals()
    defer { signals.release() }
    var failed = FailedSessions()
    let watch = try SessionWatch(of: choice.sessions)
    let found = watch.search()
    if found.new.isEmpty, let error = found.errors.first { throw error.failure }
    for error in found.errors { StandardError.say(error.failure) }
    StandardOutput.watchForClosing(signals.stop)
    var places = found.new
    var isFirst = true
    while true {
      let start = ContinuousClock.now
      let status = StatusLine()
      let ran = SessionRunner(options).run(
        places, selection, stop: signals.stop, progress: { status.show($0, since: start) })
      status.clear()
      if ran.isInterrupted { return }
      if isFirst, ran.results.isEmpty {
        StandardError.say(try sessionRun.emptyPart(of: places, candidates: places))
      }
      isFirst = false
      failed.record(ran.results)
      if !ran.results.isEmpty {
        let duration = Nanoseconds(ContinuousClock.now - start)
        try output.show(sessionRun.report(ran, []), asText: true, duration: duration)
        for error in ran.results.flatMap(\.writeErrors) { StandardError.say(error.failure) }
        StandardError.say("watching \(pluralized(watch.count, "session")); Ctrl-C ends")
      }
      guard let change = watch.nextChange(unless: signals.stop) else { return }
      places = change.places
      let names =
        change.files.prefix(3).map { $0.lastComponent?.string ?? "" } + (change.files.count > 3 ? ["…"] : [])
      try StandardOutput.tell("")
      if !names.isEmpty { try StandardOutput.tell("\(names.joined(separator: ", ")) changed".printable) }
    }
  }

  /// Returns the revision of `--against`, or `nil` if no session is compared with one.
  private func earlierRevision(of places: [SessionSearch.Place]) throws -> EarlierRevision? {
    guard let against, let first = places.first else { return nil }
    let revision = try EarlierRevision(against, of: first)
    StandardError.say("comparing with \(revision.description)".printable)
    return revision
  }

  private var selection: SessionSelection {
    SessionSelection(patterns: choice.filter, tags: tag, excludedTags: dropTag, shard: shard)
  }

  private var sessionRun: SessionRun {
    SessionRun(
      choice.sessions, selection, isOfLastFailed: lastFailed,
      givesMeter: beats || output.html != nil || report != nil, givesBeats: beats)
  }

  private var options: SessionRunner.Options {
    var options = SessionRunner.Options()
    options.catalog = .midirec
    comparison.apply(to: &options.comparison)
    options.repeatCount = repeatCount
    options.writesPending = !readOnly && !ProcessEnvironment.isContinuousIntegration && against == nil
    options.update = update
    options.stopsAtFirst = failFast
    options.allowsRealClock = allowRealClock
    options.keepsFiles = report != nil || output.html != nil
    if let jobs { options.jobs = jobs }
    return options
  }

  /// Reports why a session couldn't be run, and the repairs of its recording.
  private func add(_ result: SessionResult, to failures: inout CommandFailures) {
    for error in result.parts.compactMap(\.error) { failures.add(error.failure) }
    if let repairs = result.repairs {
      let count = pluralized(repairs.count, "violation")
      StandardError.say("\(repairs.path): \(count) repaired while reading; run midirec show to list them")
    }
  }

  private func end(_ report: SessionRunner.Report, _ failures: CommandFailures) throws {
    if report.isInterrupted {
      StandardError.say("interrupted; \(pluralized(report.notRunCount, "session")) not run")
      throw ExitCode(ExitStatus.interrupted.rawValue)
    }
    if report.notRunCount > 0 {
      StandardError.say("stopped at the first failure; \(pluralized(report.notRunCount, "session")) not run")
    }
    try failures.end(orElse: report.results.allSatisfy(\.isPassed) ? 0 : 1)
  }
}
