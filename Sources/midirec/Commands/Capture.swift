internal import ALSASequencer
internal import ArgumentParser
internal import FileIO
internal import MIDICore
internal import MIDIFiles
internal import Reports
internal import SMFCrossCheck
internal import SystemPackage
internal import SystemReports
internal import Takes
internal import Terminal

/// `midirec capture`: from endpoints into a file.
struct Capture: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Record what inputs play into a Standard MIDI File.",
    discussion: """
      Recording begins at once and ends with Ctrl-C, which is its normal end (exit code 0), or after --for. \
      Until then the take grows in a file beside its final name (take.recording.mid for take.mid) that is \
      whole at every moment and at most a second behind, whatever happens; after a crash midirec recover \
      finishes it. Each input gets a track of its own. A finished take is read again by midirec and by libsmf, and \
      both must find the same in it (midirec verify).

      An input that goes away is marked in the take, and recorded on by itself when it is back, under whatever \
      number. With none, others connect to midirec's own port.
      """)

  @Option(
    name: .customLong("in"),
    help: EndpointResolver.inputHelp)
  var inputs: [EndpointQuery] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write.", discussion: "Without it, the name is made from the input's and the time.",
      valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Where to save the take when the disk of -o is full or fails.",
      discussion: "Without it, midirec asks for a place, if a person is there to answer.", valueName: "file"))
  var spare: String?

  @Option(name: .customLong("for"), help: "Stop by itself after this time: 30s, 5m, 1h.")
  var duration: Nanoseconds?

  @Option(
    help: ArgumentHelp(
      "Stop after this much silence, such as 5s, once something has been played.",
      discussion: "A note that is held is no silence. The silence itself is not in the take.",
      valueName: "time"))
  var untilSilence: Nanoseconds?

  @Option(
    help: ArgumentHelp(
      "Begin a new take after this much silence, such as 30s: take.mid, take-2.mid, …",
      discussion: "Each begins with its first event.", valueName: "time"))
  var splitOnSilence: Nanoseconds?

  @Option(
    help: ArgumentHelp(
      "Begin the take when Enter is pressed, with what was played during this time before, such as 10s.",
      discussion: "A line on standard input counts as Enter, and so does SIGUSR1.", valueName: "time"))
  var preRoll: Nanoseconds?

  @OptionGroup var filters: FilterOptions

  @Flag(help: "Show events on standard error as they come.")
  var monitor = false

  @Flag(help: "Wait for inputs that are not there yet; the take begins when all are.")
  var wait = false

  @Flag(help: "Stop when all inputs have gone away, instead of waiting for them.")
  var stopWhenGone = false

  @Flag(help: "Replace the file if it exists.")
  var force = false

  @Flag(help: "Print the result as JSON for other programs.")
  var json = false

  func validate() throws {
    try EndpointResolver(.input).require(isGiven: !inputs.isEmpty)
    if output?.isEmpty == true { throw ValidationError("-o needs the name of a file.") }
    if spare?.isEmpty == true { throw ValidationError("--spare needs the name of a file.") }
    if let spare, spare == output { throw ValidationError("--spare needs another file than -o.") }
    _ = try filters.filter()
    for (option, time) in [("--until-silence", untilSilence), ("--split-on-silence", splitOnSilence)] {
      if let time, time <= .zero { throw ValidationError("\(option) needs a time above 0.") }
    }
  }

  func run() throws {
    let signals = try StopSignals()
    let sources = try EndpointResolver(.input).choose(inputs, wait: wait).whenPresent(stop: signals.stop)
    let clock = WallClock()
    let path = FilePath(argument: output ?? Self.fileName(for: sources, clock))
    let sparePlace = try FallbackOutput(spare, replacing: force)
    Self.pointOutLeftJournals(in: path.removingLastComponent(), except: path)
    let capture = try ALSASequencer.Capture.start(from: sources)
    Self.pointOutMissingPriority(capture.realTimeRefusal)
    var files = TakeFiles(
      path: path, sources: sources.takeSources,
      date: clock.timestamp, replacing: force)
    let log = CaptureLog(
      sources: sources, path: path, preRoll: preRoll, showsEvents: monitor, waitsForSources: !stopWhenGone)
    let recorder = try TakeRecorder(capture, plan: try plan, observer: log.observer) {
      number throws(FileError) in
      try files.create(number)
    }
    let begin = try preRoll.map { _ in try StartSignals() }
    log.recordingStarts()

    var losses: [String] = []
    do {
      let isRecorded = try recorder.record(stop: signals.stop, begin: begin?.request) { take in
        log.clear()
        try report(take)
        // An end that was asked for is no loss.
        if stopWhenGone ? take.summary.hasLostEvents : take.summary.hasLoss {
          losses.append(log.lossText(take.summary))
        }
      }
      guard isRecorded else {
        throw CommandFailure(
          CommandFailure.interrupted, "interrupted before the take began; nothing was saved")
      }
    } catch let failure as TakeRecorder.Failure {
      log.clear()
      signals.release()
      throw sparePlace.save(failure)
    }
    guard losses.isEmpty else {
      throw CommandFailure(CommandFailure.eventsLost, losses.joined(separator: "; "))
    }
  }

  private var plan: RecordingPlan {
    get throws {
      var plan = RecordingPlan()
      plan.filter = try filters.filter()
      plan.limit = duration
      plan.endingSilence = untilSilence
      plan.splittingSilence = splitOnSilence
      plan.preRoll = preRoll
      plan.endsWhenSourcesLeave = stopWhenGone
      return plan
    }
  }

  private static func pointOutMissingPriority(_ errno: Int32?) {
    guard let errno else { return }
    StandardError.say(
      "the system grants no real-time priority (\(Errno(rawValue: errno))); a very busy machine may lose "
        + "events, which midirec would say; midirec doctor tells how to get it")
  }

  private static func pointOutLeftJournals(in folder: FilePath, except path: FilePath) {
    let left = OrphanedJournal.all(in: folder).filter { $0.takePath.lastComponent != path.lastComponent }
      .filter { !$0.isInUse }
    guard let first = left.first else { return }
    let others = left.count > 1 ? " (and \(left.count - 1) more)" : ""
    StandardError.say(
      "\(first.path) is a take that was never finished\(others): \(Recover.line(for: first.path))")
  }

  private func report(_ take: TakeRecorder.FinishedTake) throws {
    let verification = try InputFile(take.path).verification()
    guard let verdict = verification.verdictOnGoodFile else {
      throw CommandFailure(
        CommandFailure.badData,
        "the take was saved, but not as it should be, which is midirec's fault: \(verification.text)")
    }
    let text =
      json
      ? try JSONText.of(TakeDocument(take, verdict))
      : "\(TakeReport(take.summary, path: take.path).line); \(verdict.text)"
    // At once: the next take may take hours.
    try StandardOutput.tell(text)
    let summary = take.summary
    if summary.leftOutCount > 0 {
      StandardError.say(
        "\(summary.leftOutCount) timing clocks and active sensing left out; --drop none keeps them")
    }
    if summary.filteredCount > 0 {
      StandardError.say(
        "\(pluralized(summary.filteredCount, "event")) left out by --only and --drop")
    }
  }

  /// `LinnStrument-MIDI-MIDI-1-2026-11-21-154500.mid`: letters, digits and hyphens, in local time.
  private static func fileName(for sources: [TrackedEndpoint], _ clock: WallClock) -> String {
    let names = sources.isEmpty ? ["take"] : sources.map(\.name)
    let words = names.flatMap { $0.split { !($0.isLetter || $0.isNumber) } }
    return (words.map(String.init) + [clock.fileNamePart]).joined(separator: "-") + ".mid"
  }
}
