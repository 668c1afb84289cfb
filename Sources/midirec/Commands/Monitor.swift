internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import Takes
internal import Terminal
internal import Waiting

/// `midirec monitor`: events as they come.
struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Show the events of inputs as they come, one line each.",
    usage: "midirec monitor [--in <in> ...] [<options>]",
    discussion: """
      Times are the kernel's, in seconds since the start. It ends with Ctrl-C, which is its normal end (exit code 0), \
      after --for, or when nobody reads its output any more. Timing clock and active sensing are left out, unless \
      --only names them or --drop none is given.
      """)

  @Option(
    name: .customLong("in"),
    help: EndpointResolver.inputHelp)
  var inputs: [EndpointQuery] = []

  @OptionGroup var filters: FilterOptions

  @Option(name: .customLong("for"), help: "Stop by itself after this time: 30s, 5m, 1h.")
  var duration: Nanoseconds?

  @Option(help: ArgumentHelp("The octave of middle C, note 60.", valueName: "octave"))
  var middleC = MiddleC.octave4

  @Flag(help: "Wait for inputs that are not there yet.")
  var wait = false

  @Flag(help: "Stop when all inputs have gone away, instead of waiting for them.")
  var stopWhenGone = false

  @Flag(help: "Print a line of JSON for each event; times in nanoseconds.")
  var json = false

  @Flag(help: "Print what midirec send reads, with the exact times between events.")
  var raw = false

  func validate() throws {
    try EndpointResolver(.input).require(isGiven: !inputs.isEmpty)
    if json, raw { throw ValidationError("Give --json or --raw, not both.") }
    _ = try filters.filter(middleC)
  }

  func run() throws {
    let signals = try StopSignals()
    let sources = try EndpointResolver(.input).choose(inputs, wait: wait).whenPresent(stop: signals.stop)
    StandardOutput.watchForClosing(signals.stop)
    var capture = try ALSASequencer.Capture.start(from: sources)
    StandardError.say("listening to \(sources.sentence); Ctrl-C ends it")
    let names = sources.trackNames
    var log = EventLog(
      EventLine(
        raw ? .raw : json ? .json : .text, sources: names, middleC: middleC,
        isColored: StandardOutput.allowsColor),
      sources: names, filter: try filters.filter(middleC),
      endsWhenSourcesLeave: stopWhenGone)
    do {
      try log.begin()
      try follow(&capture, by: &log, stop: signals.stop)
    } catch is StandardOutput.Closed {
      // Whoever read it has seen enough, as `head` has.
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
      case .arrivals(let arrivals): try log.write(arrivals.filter { isInTime($0) })
      case .deadlinePassed, .interrupted: break
      case .stopRequested: goesOn = false
      }
    }
    capture.end()
    while let arrivals = try capture.remaining() { try log.write(arrivals.filter { isInTime($0) }) }
    log.losses.lostCount = capture.lostEventCount
  }

  /// Messages that came after `--for`, but before the end was noticed, are not wanted.
  private func isInTime(_ arrival: ALSASequencer.Capture.Arrival) -> Bool {
    guard let duration, case .message(let timed, _) = arrival else { return true }
    return timed.time <= duration
  }
}
