internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import MIDIRecReports
internal import MIDIRecSystem
internal import MIDIRecTakes
internal import MIDIRecTerminal
internal import MIDIRecWorkbench

struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Print incoming events, one per line",
    usage: "midirec monitor [--in <port> ...] [<options>]",
    discussion: """
      Times are the kernel's, in seconds since the start. The command ends with Ctrl-C (exit code 0), after --for, \
      or when the reader of its output exits. Timing clock and active sensing are hidden unless --only names them \
      or --drop none is given.
      """)

  @OptionGroup var input: InputOption

  @OptionGroup var filters: FilterOptions

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Stop after this time, such as 30s, 5m, or 1h", valueName: "time"))
  var duration: Nanoseconds?

  @Option(help: ArgumentHelp("Octave of middle C, note 60", valueName: "octave"))
  var middleC = MiddleC.octave4

  @Flag(help: "Wait until all inputs are connected")
  var wait = false

  @Flag(help: "Stop when all inputs have disconnected")
  var stopWhenGone = false

  @Flag(help: "Print one line of JSON per event, with times in nanoseconds")
  var json = false

  @Flag(help: "Print input for midirec send, with exact times between events")
  var raw = false

  func validate() throws {
    try input.require()
    if json, raw { throw ValidationError("--json and --raw can't be used together.") }
    _ = try filters.filter(middleC)
  }

  func run() throws {
    let signals = try StopSignals()
    let sources = try input.connected(wait: wait, stop: signals.stop)
    StandardOutput.watchForClosing(signals.stop)
    var capture = try ALSASequencer.Capture.start(from: sources, addsNewInputs: input.queries.areAll)
    StandardError.say("listening to \(sources.sentence); press Ctrl-C to stop")
    let names = capture.sourceNames
    let lines = EventLine(
      raw ? .raw : json ? .json : .text, sources: names, middleC: middleC,
      isColored: StandardOutput.allowsColor)
    var log = EventLog(
      lines, sources: names, filter: try filters.filter(middleC),
      endsWhenSourcesLeave: stopWhenGone, write: { try StandardOutput.write($0) }, say: StandardError.say)
    do {
      if StandardOutput.isTerminal, let heading = lines.heading { try StandardOutput.write(line: heading) }
      try follow(&capture, by: &log, stop: signals.stop)
    } catch is StandardOutput.Closed {
      // The reader, such as `head`, needs no more lines.
    }
    try log.end()
  }

  private func follow(
    _ capture: inout ALSASequencer.Capture, by log: inout EventLog, stop: StopToken
  ) throws {
    var goesOn = true
    while goesOn, !log.isOver {
      if let duration, capture.elapsed >= duration { break }
      switch try capture.next(until: duration, stop: stop) {
      case .arrivals(let arrivals): try log.take(arrivals.filter { isInTime($0) })
      case .deadlinePassed, .interrupted: break
      case .stopRequested: goesOn = false
      }
    }
    capture.end()
    while let arrivals = try capture.remaining() { try log.take(arrivals.filter { isInTime($0) }) }
    log.losses.lostCount = capture.lostEventCount
  }

  /// Returns whether a message arrived before the end that `--for` sets.
  private func isInTime(_ arrival: ALSASequencer.Capture.Arrival) -> Bool {
    guard let duration, case .message(let timed, _) = arrival else { return true }
    return timed.time <= duration
  }
}
