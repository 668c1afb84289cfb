internal import ALSASequencer
internal import ArgumentParser
internal import Glibc
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecSystem
internal import MIDIRecTakes
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SystemPackage

struct Capture: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Record MIDI inputs to a Standard MIDI File",
    usage: "midirec capture [--in <port> ...] [-o <file>] [<options>]",
    discussion: """
      Recording starts at once and ends with Ctrl-C (exit code 0) or after --for.

        midirec capture --in LinnStrument
        midirec capture --in LinnStrument --in Keystation -o duo.mid --for 5m
        midirec capture --in none -o take.mid

      Each input gets its own track. With --in all, inputs that appear later also get one. With --in none, other \
      programs connect to midirec's own port.

      While recording, the take grows in a journal next to the final file: take.recording.mid for take.mid. The \
      journal is a valid file at every moment and at most one second behind. After a crash, midirec recover \
      finishes the take. midirec and libsmf both read a finished take back, and must find the same events in it \
      (see midirec verify). If nothing arrives, midirec names the ports to check at the end.

      If an input disconnects, the take gets a marker, and recording continues when the input reconnects, even \
      under a different number.
      """)

  @OptionGroup var input: InputOption

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "File to write (default: named after the input and the time)",
      valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "File for the take if the disk of -o is full or fails",
      discussion: "Without it, midirec asks for a file on a terminal.", valueName: "file"))
  var spare: String?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Stop after this time, such as 30s, 5m, or 1h", valueName: "time"))
  var duration: Nanoseconds?

  @Option(
    help: ArgumentHelp(
      "Stop after this much silence, such as 5s, once something has been played",
      discussion: "Held notes aren't silence. The take doesn't include the final silence.",
      valueName: "time"))
  var untilSilence: Nanoseconds?

  @Option(
    help: ArgumentHelp(
      "Start a new take after this much silence, such as 30s: take.mid, take-2.mid, …",
      discussion: "Each take begins with its first event.", valueName: "time"))
  var splitOnSilence: Nanoseconds?

  @Option(
    help: ArgumentHelp(
      "Start the take on Enter, and include this much time before it, such as 10s",
      discussion: "A line on standard input or the signal SIGUSR1 also starts the take.", valueName: "time"))
  var preRoll: Nanoseconds?

  @OptionGroup var filters: FilterOptions

  @Flag(help: "Show each event on standard error")
  var monitor = false

  @Flag(help: "Wait until all inputs are connected")
  var wait = false

  @Flag(help: "Stop when all inputs have disconnected")
  var stopWhenGone = false

  @Flag(help: "Replace an existing file")
  var force = false

  @OptionGroup var result: JSONOption

  func validate() throws {
    try input.require()
    if output?.isEmpty == true { throw ValidationError("-o needs the name of a file.") }
    if spare?.isEmpty == true { throw ValidationError("--spare needs the name of a file.") }
    if let spare, spare == output { throw ValidationError("--spare must name a different file than -o.") }
    _ = try filters.filter()
    for (option, time) in [("--until-silence", untilSilence), ("--split-on-silence", splitOnSilence)] {
      if let time, time <= .zero { throw ValidationError("\(option) must be greater than 0.") }
    }
  }

  func run() throws {
    let signals = try StopSignals()
    let sources = try input.connected(wait: wait, stop: signals.stop)
    let now = TakeDate()
    let path = FilePath(argument: output ?? Self.fileName(for: sources, now))
    let sparePlace = try FallbackOutput(
      spare, forTakeAt: path, replacing: force, say: StandardError.say, ask: Self.question)
    Self.reportOrphanedJournals(in: path.removingLastComponent(), except: path)
    let capture = try ALSASequencer.Capture.start(from: sources, addsNewInputs: input.queries.areAll)
    Self.reportMissingPriority(capture.realTimeRefusal)
    let files = TakeFiles(
      path: path, sources: capture.takeSources, addsSources: input.queries.areAll,
      date: now.universalText, replacing: force)
    let status = StatusLine()
    let log = CaptureLog(
      sources: sources, path: path, preRoll: preRoll, showsEvents: monitor, waitsForSources: !stopWhenGone,
      status: status, say: StandardError.say, print: StandardError.write)
    let recorder = try TakeRecorder(capture, plan: try plan, observer: log.observer, files: files)
    let begin = try preRoll.map { _ in try StartSignals() }
    log.recordingStarts()

    var losses: [String] = []
    do {
      let isRecorded = try recorder.record(stop: signals.stop, begin: begin?.request) { path, summary in
        status.clear()
        try report(summary, path)
        if let advice = log.silenceAdvice(summary) { StandardError.say(advice) }
        // The end that --stop-when-gone requests isn't a loss.
        if stopWhenGone ? summary.losses.hasLostEvents : summary.hasLoss {
          losses.append(log.lossText(summary))
        }
      }
      guard isRecorded else {
        throw CommandFailure(.interrupted, "interrupted before the take began; no file was saved")
      }
    } catch let take as UnfinishedTake {
      status.clear()
      signals.release()
      throw sparePlace.save(take)
    }
    guard losses.isEmpty else {
      throw CommandFailure(.eventsLost, losses.joined(separator: "; "))
    }
  }

  /// Returns the user's answer to the question for a file, or `nil` itself if there is no user to ask.
  private static var question: (() -> String?)? {
    guard isatty(STDIN_FILENO) == 1, StandardError.isTerminal else { return nil }
    return {
      StandardError.write("midirec: save the whole take to which other file (Enter for none)? ")
      return readLine()
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

  private static func reportMissingPriority(_ errno: Int32?) {
    guard let errno else { return }
    StandardError.say(
      "can't get real-time priority (\(Errno(rawValue: errno))), so a very busy machine may lose events; "
        + "run midirec doctor to see how to get it")
  }

  private static func reportOrphanedJournals(in folder: FilePath, except path: FilePath) {
    let left = OrphanedJournal.all(in: folder).filter { $0.takePath.lastComponent != path.lastComponent }
      .filter { !$0.isInUse }
    guard let first = left.first else { return }
    let others = left.count > 1 ? " (and \(left.count - 1) more)" : ""
    StandardError.say(
      "\(first.path) is an unfinished take\(others); run \(OrphanedJournal.recoveryCommand(for: first.path))")
  }

  private func report(_ summary: TakeSummary, _ path: FilePath) throws {
    let (verification, file) = try InputFile(path).verified()
    guard let verdict = verification.verdictOnGoodFile else {
      throw CommandFailure(
        .badData, "the take was saved, but a check failed; this is a bug in midirec: \(verification.text)")
    }
    let document = TakeReport(summary, path: path, verdict)
    // Now rather than at the end: the next take may last hours.
    try result.print(document, orElse: "\(document.line); \(verdict.text)")
    let warning = file.warningAboutPackets(called: path.string.printable) {
      "use \($0), or midirec convert with this option, to leave them out"
    }
    if let warning { StandardError.say(warning) }
    if summary.leftOutCount > 0 {
      StandardError.say(
        "\(summary.leftOutCount) timing clock and active sensing events left out; use --drop none to keep them"
      )
    }
    if summary.filteredCount > 0 {
      StandardError.say(
        "\(pluralized(summary.filteredCount, "event")) left out by --only and --drop")
    }
  }

  /// `LinnStrument-MIDI-MIDI-1-2026-11-21-154500.mid`: letters, digits and hyphens, in local time. Many inputs are
  /// counted, because the names of files are limited to 255 bytes.
  private static func fileName(for sources: [TrackedEndpoint], _ now: TakeDate) -> String {
    let names = sources.isEmpty ? ["take"] : sources.map(\.name)
    let words = names.flatMap { $0.split { !($0.isLetter || $0.isNumber) } }.joined(separator: "-")
    let start = words.utf8.count <= 160 ? words : "\(sources.count)-inputs"
    return "\(start)-\(now.nameText).mid"
  }
}
