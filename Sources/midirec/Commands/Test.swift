internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import Sessions
internal import SystemPackage
internal import Terminal

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
        midirec test --junit report.xml --html report
        midirec test --shard 2/5 --report part-2.json     one of five machines; see midirec report merge

      What differs is written beside the expectation, for midirec review, accept or reject; what passes takes that \
      away again. Neither happens with --no-pending, or where the variable CI is set (to anything but 0 or false).

      Exit code 0 if all is as expected; 1 if something differs, is new, or is not the same each time, or a program \
      under test crashes, hangs or the like; 3 if events for a program or from it were lost; 69 if there is no \
      sequencer, or a program can't be started or doesn't get ready; 65, 66 or 74 if a session can't be run. The others \
      are run nevertheless, and the first failure decides. 66 if --filter or the tags fit no session; 73 or \
      74 if a pending file or a report can't be written; 130 after Ctrl-C, when it is said what was found until then.
      """)

  @OptionGroup var choice: SessionChoice

  @Option(help: ArgumentHelp("Only sessions with this tag; given again, with one of them.", valueName: "tag"))
  var tag: [String] = []

  @Option(
    help: ArgumentHelp("Leave out sessions with this tag; given again, with any of them.", valueName: "tag"))
  var withoutTag: [String] = []

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

  @OptionGroup var output: ReportOptions

  @Option(
    help: ArgumentHelp(
      "Write all that was found, for midirec report merge; - for standard output.", valueName: "file"))
  var report: String?

  func validate() throws {
    if report?.isEmpty == true { throw ValidationError("--report needs the name of a file.") }
    try output.check(report: report)
    if !(1...1_000_000 ~= repeatCount) { throw ValidationError("--repeat goes from 1 to 1000000.") }
    if let jobs, !(1...1024 ~= jobs) { throw ValidationError("--jobs goes from 1 to 1024.") }
  }

  func run() throws {
    let reports = output.reports(report: report)
    try reports.check()
    let search = SessionSearch(in: choice.roots)
    let signals = try StopSignals()
    defer { signals.release() }
    let progress = SessionProgress()
    let stop = signals.stop
    let ran = SessionRunner(options).run(
      search.places, selection, stop: stop, progress: { progress.show($0) })
    progress.clear()

    if ran.results.isEmpty, !ran.isInterrupted, !search.places.isEmpty {
      try sayWhyNone(of: search.places)
    }
    let showsText = output.showsText(report: report) && !ran.results.isEmpty
    // The text has what failed; a person who sees both gets it once.
    var failures = CommandFailures(
      isSilent: showsText && StandardOutput.isTerminal && StandardError.isTerminal)
    for error in search.errors { failures.add(CommandFailure(error)) }
    for result in ran.results { add(result, to: &failures) }
    failures.isSilent = false
    let found = found(ran, search.errors)
    try output.show(found, asText: showsText)
    for error in ran.results.flatMap(\.writeErrors) {
      let message = "\(error); with --no-pending the folder stays as it is"
      failures.add(CommandFailure(CommandFailure(error).code, message))
    }
    do {
      try reports.write(found)
    } catch {
      guard let failure = CommandFailure(explaining: error) else { throw error }
      failures.add(failure)
    }
    try end(ran, failures)
  }

  private var selection: SessionSelection {
    SessionSelection(patterns: choice.filter, tags: tag, excludedTags: withoutTag, shard: shard)
  }

  private var options: SessionRunner.Options {
    var options = SessionRunner.Options()
    options.catalog = .midirec
    tolerance.apply(to: &options.comparison)
    options.repeatCount = repeatCount
    options.writesPending = !leavesPending && !ContinuousIntegration.isOn
    options.stopsAtFirst = failFast
    options.keepsTimelines = report != nil
    options.keepsArtifacts = report != nil || output.html != nil
    if let jobs { options.jobs = jobs }
    return options
  }

  /// Says why a session couldn't be run, and what a person should know who wonders about its recording.
  private func add(_ result: SessionResult, to failures: inout CommandFailures) {
    for case .failed(let error) in result.parts.map(\.verdict) { failures.add(CommandFailure(error)) }
    if let repairs = result.repairs {
      let count = pluralized(repairs.count, "violation")
      StandardError.say("\(repairs.path): read with \(count) mended; midirec show lists them")
    }
  }

  /// What couldn't be searched is in the reports of one part only, as sessions are.
  private func found(_ report: SessionRunner.Report, _ errors: [SessionError]) -> RunReport {
    let own = errors.filter { shard?.contains($0.path.string) != false }.map { SessionOutcome($0) }
    let outcomes = report.results.flatMap { result in
      zip(result.parts, SessionOutcome.of(result)).map { part, outcome in
        var outcome = outcome
        if case .failed(let error) = part.verdict { outcome.code = CommandFailure(error).code }
        return outcome
      }
    }
    return RunReport(
      part: shard ?? .whole, outcomes: outcomes + own,
      sessionCount: report.results.count, notRunCount: report.notRunCount,
      isInterrupted: report.isInterrupted,
      searchCode: errors.first.map { CommandFailure($0).code },
      writeCode: report.results.lazy.flatMap(\.writeErrors).first.map { CommandFailure($0).code })
  }

  /// Says why no session ran though there are some.
  ///
  /// - Throws: Where the names or tags that were asked for are nobody's; a part of all sessions may be empty.
  private func sayWhyNone(of places: [SessionSearch.Place]) throws {
    let named = try choice.fitting(places)
    if !tag.isEmpty || !withoutTag.isEmpty {
      let selection = selection
      let isTagged = named.contains { place in
        (try? Session(reading: place.folder, subjects: SubjectRegistry.midirec.definitions)).map {
          selection.contains(tags: $0.tags)
        } ?? false
      }
      if !isTagged {
        throw CommandFailure(
          CommandFailure.noInput,
          "none of \(pluralized(named.count, "session")) \(tagWords)".printable)
      }
    }
    if let shard {
      StandardError.say("part \(shard) has none of \(pluralized(named.count, "session"))")
    }
  }

  /// `has the tag "mpe" or "slow", and not the tag "program"`.
  private var tagWords: String {
    [(tag, "has the tag"), (withoutTag, tag.isEmpty ? "is without the tag" : "not the tag")]
      .filter { !$0.0.isEmpty }
      .map { tags, words in "\(words) \(tags.map { "\"\($0)\"" }.joined(separator: " or "))" }
      .joined(separator: ", and ")
  }

  private func end(_ report: SessionRunner.Report, _ failures: CommandFailures) throws {
    if report.isInterrupted {
      StandardError.say("interrupted; \(pluralized(report.notRunCount, "session")) not run")
      throw ExitCode(CommandFailure.interrupted)
    }
    if report.notRunCount > 0 {
      StandardError.say("stopped at the first; \(pluralized(report.notRunCount, "session")) not run")
    }
    try failures.end(orElse: report.results.allSatisfy(\.isPassed) ? 0 : 1)
  }
}
