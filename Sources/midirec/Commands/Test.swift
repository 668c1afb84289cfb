internal import ALSASequencer
internal import ArgumentParser
internal import Glibc
internal import Harness
internal import Reports
internal import SystemPackage

/// `midirec test`: whether sessions do what is expected. Its name isn't `Test`, which is that of Swift Testing's macro.
struct TestSessions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run golden sessions and say what is not as expected.",
    discussion: """
      A session is a folder with a session.yaml and a recording. The recording is played to the session's subjects, \
      not in real time but as fast as the machine goes, and what they do is compared with what a person has accepted.

        midirec test
        midirec test Recordings --filter 'pedals/*' --fail-fast
        midirec test --junit report.xml --html report --shard 2/5

      What differs is written beside the expectation, for midirec review, accept or reject; what passes takes that \
      away again. Neither happens with --no-pending, or where the variable CI is set (to anything but 0 or false).

      Exit code 0 if all is as expected; 1 if something differs, is new, or is not the same each time; 65, 66 or 74 \
      if a session can't be run, where the others are run nevertheless; 66 if --filter or --tag fit no session; 73 or \
      74 if a pending file or a report can't be written; 130 after Ctrl-C, when it is said what was found until then.
      """)

  @OptionGroup var choice: SessionChoice

  @Option(help: ArgumentHelp("Only sessions with this tag; given again, with one of them.", valueName: "tag"))
  var tag: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only a part of the sessions: 2/5 is the second of five.",
      discussion:
        "In which part a session is depends on its name alone, so that several machines share a set.",
      valueName: "part/parts"))
  var shard: Shard?

  @Flag(help: "Stop at the first session that is not as expected.")
  var failFast = false

  @Option(name: .customLong("repeat"), help: "Run each session so many times; all must give the same bytes.")
  var repeatCount = 1

  @Option(help: "How many sessions run at once; by default, and at most, one a core.")
  var jobs: Int?

  @Flag(name: .customLong("no-pending"), help: "Write no pending files, and take none away.")
  var leavesPending = false

  @OptionGroup(title: "What is still right, where a session doesn't say (5 ms and equal values without it)")
  var tolerance: ToleranceOptions

  @Option(help: ArgumentHelp("Write JUnit XML for a CI system; - for standard output.", valueName: "file"))
  var junit: String?

  @Option(help: ArgumentHelp("Write HTML pages that show what differs.", valueName: "folder"))
  var html: String?

  @Flag(help: "Replace what is there of --junit and --html.")
  var force = false

  @Flag(help: "Print JSON for other programs.")
  var json = false

  func validate() throws {
    if junit?.isEmpty == true { throw ValidationError("--junit needs the name of a file.") }
    if html?.isEmpty == true { throw ValidationError("--html needs the name of a folder.") }
    if force, junit == nil, html == nil { throw ValidationError("--force is for --junit and --html.") }
    if json, writesReportToOutput {
      throw ValidationError("--json and JUnit XML can't both go to standard output.")
    }
    if !(1...1_000_000 ~= repeatCount) { throw ValidationError("--repeat goes from 1 to 1000000.") }
    if let jobs, !(1...1024 ~= jobs) { throw ValidationError("--jobs goes from 1 to 1024.") }
  }

  func run() throws {
    let reports = SessionReports(junit: junit, html: html, isForced: force)
    try reports.check()
    let search = SessionSearch(in: choice.roots)
    let signals = try StopSignals()
    defer { signals.release() }
    let progress = SessionProgress()
    let stop = signals.stop
    let report = SessionRunner(options).run(
      search.places, selection, isStopped: { stop.isMade }, progress: { progress.show($0) })
    progress.clear()

    if report.results.isEmpty, !report.isInterrupted, !search.places.isEmpty {
      try sayWhyNone(of: search.places)
    }
    let showsText = !json && !writesReportToOutput && !report.results.isEmpty
    // The text has what failed; a person who sees both gets it once.
    var failures = SessionFailures(
      isSilent: showsText && StandardOutput.isTerminal && StandardError.isTerminal)
    for error in search.errors { failures.add(CommandFailure(error)) }
    for result in report.results { add(result, to: &failures) }
    failures.isSilent = false
    let outcomes = outcomes(report, search.errors)
    if json {
      try StandardOutput.tell(try JSONText.of(SessionsDocument(outcomes)))
    } else if showsText {
      try StandardOutput.tell(SessionsText.text(of: outcomes))
    }
    for error in report.results.flatMap(\.writeErrors) {
      let message = "\(error); with --no-pending the folder stays as it is"
      failures.add(CommandFailure(CommandFailure(error).code, message))
    }
    do {
      try reports.write(outcomes)
    } catch {
      guard let failure = CommandFailure(explaining: error) else { throw error }
      failures.add(failure)
    }
    try end(report, failures)
  }

  private var writesReportToOutput: Bool { junit.map { OutputFile($0).isStandardOutput } ?? false }

  private var selection: SessionSelection {
    SessionSelection(patterns: choice.filter, tags: tag, shard: shard)
  }

  private var options: SessionRunner.Options {
    var options = SessionRunner.Options()
    tolerance.apply(to: &options.comparison)
    options.repeatCount = repeatCount
    options.writesPending = !leavesPending && !Self.isInCI
    options.stopsAtFirst = failFast
    if let jobs { options.jobs = jobs }
    return options
  }

  /// Where nobody is who could look at pending files.
  private static var isInCI: Bool {
    guard let value = unsafe getenv("CI") else { return false }
    return !["", "0", "false"].contains(unsafe String(cString: value))
  }

  /// Says why a session couldn't be run, and what a person should know who wonders about its recording.
  private func add(_ result: SessionResult, to failures: inout SessionFailures) {
    for case .failed(let error) in result.parts.map(\.verdict) { failures.add(CommandFailure(error)) }
    if let repairs = result.repairs {
      let count = counted(repairs.count, "violation")
      StandardError.say("\(repairs.path): read with \(count) mended; midirec show lists them")
    }
  }

  /// In the order of the names. What couldn't be searched is in the reports of one part only, as sessions are.
  private func outcomes(_ report: SessionRunner.Report, _ errors: [SessionError]) -> [SessionOutcome] {
    let own = errors.filter { shard?.contains($0.path.string) != false }.map { SessionOutcome($0) }
    return (report.results.flatMap { SessionOutcome.of($0) } + own).enumerated().sorted { first, second in
      let (name, other) = (first.element.session.utf8, second.element.session.utf8)
      return name.elementsEqual(other)
        ? first.offset < second.offset : name.lexicographicallyPrecedes(other)
    }.map(\.element)
  }

  /// Says why no session ran though there are some.
  ///
  /// - Throws: Where the names or tags that were asked for are nobody's; a part of all sessions may be empty.
  private func sayWhyNone(of places: [SessionSearch.Place]) throws {
    let named = try choice.fitting(places)
    if !tag.isEmpty {
      let selection = selection
      let isTagged = named.contains { place in
        (try? Session(reading: place.folder)).map { selection.contains(tags: $0.tags) } ?? false
      }
      if !isTagged {
        let tags = tag.map { "\"\($0)\"" }.joined(separator: " or ")
        throw CommandFailure(
          CommandFailure.noInput,
          "none of \(counted(named.count, "session")) has the tag \(tags)".printable)
      }
    }
    if let shard {
      StandardError.say("part \(shard.number)/\(shard.count) has none of \(counted(named.count, "session"))")
    }
  }

  private func end(_ report: SessionRunner.Report, _ failures: SessionFailures) throws {
    if report.isInterrupted {
      StandardError.say("interrupted; \(counted(report.notRunCount, "session")) not run")
      throw ExitCode(CommandFailure.interrupted)
    }
    if report.notRunCount > 0 {
      StandardError.say("stopped at the first; \(counted(report.notRunCount, "session")) not run")
    }
    try failures.end(orElse: report.results.allSatisfy(\.isPassed) ? 0 : 1)
  }
}
