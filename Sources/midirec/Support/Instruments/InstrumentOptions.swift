internal import ALSASequencer
internal import ArgumentParser
internal import LiveInstruments
internal import MIDICore
internal import Reports
internal import Takes
internal import Terminal
internal import Timelines
internal import Waiting

/// The arguments that say what an instrument shows, and how: those that grid and piano have in common.
struct InstrumentOptions: ParsableArguments {
  @Argument(help: "A Standard MIDI File, - for standard input, or the folder of a session.")
  var file: String?

  @Option(name: .customLong("in"), help: EndpointResolver.inputHelp)
  var inputs: [EndpointQuery] = []

  @Flag(help: "Wait for endpoints that are not there yet.")
  var wait = false

  @Option(
    help: ArgumentHelp(
      "Show the moment after all messages of the file at or before this time, such as 12.5s.",
      valueName: "time"))
  var at: Nanoseconds?

  @Option(
    help: ArgumentHelp(
      "With --at: draw it as an SVG picture into this file; - for standard output.", valueName: "file"))
  var svg: String?

  @Flag(help: "Replace the file of --svg if it exists.")
  var force = false

  @Flag(help: "Print a line of JSON for each message that changes what is shown; times in nanoseconds.")
  var json = false

  @Option(help: ArgumentHelp("The octave of middle C, note 60. (default: 4)", valueName: "octave"))
  var middleC: MiddleC?

  func validate() throws {
    if file?.isEmpty == true { throw ValidationError("Give the name of a file.") }
    if file != nil, !inputs.isEmpty {
      throw ValidationError("Give a file or --in, not both.")
    }
    if at != nil, file == nil { throw ValidationError("--at is a moment of a file: give one.") }
    if at != nil, json { throw ValidationError("Give --at or --json, not both.") }
    if let svg {
      if svg.isEmpty { throw ValidationError("--svg needs the name of a file.") }
      if at == nil { throw ValidationError("--svg draws a moment: give --at.") }
    }
    if force, svg == nil { throw ValidationError("--force is for the file of --svg.") }
  }

  /// Checks what is to be shown while it comes.
  ///
  /// - Parameter isGiven: Whether it was said without `--in` what comes.
  func validateLive(isGiven: Bool = false) throws {
    guard file == nil else { return }
    if !isGiven, inputs.isEmpty, !Picker.isPossible {
      throw ValidationError(
        "Give a file, or --in: an alias, any part of a name, CLIENT:PORT, all or none; "
          + "on a terminal you could choose from a list.")
    }
    guard json || LiveView.isPossible else {
      throw ValidationError("Standard output is no terminal to show it on: give --json.")
    }
  }

  /// Shows a file in the way that was asked for: a moment, its states, in real time on a terminal, else as text.
  ///
  /// - Parameters:
  ///   - output: Opens where lights and played keys go, if anywhere.
  ///   - timeline: What is shown of all of it.
  func show(
    _ instrument: some LiveInstrument, _ played: PlayedFile, reportsPointer: Bool = false,
    output: (StopToken) throws -> InstrumentOutput?, timeline: () -> Timeline
  ) throws {
    if let time = at {
      try played.input.require(time, of: "--at", upTo: played.recording.duration)
      try draw(instrument, played, at: time)
    } else if json {
      try printStates(instrument, played)
    } else if LiveView.isPossible {
      let signals = try StopSignals()
      try play(
        instrument, played, output: try output(signals.stop), stop: signals.stop,
        reportsPointer: reportsPointer)
    } else {
      try StandardOutput.write(timeline().text)
    }
  }

  /// Shows a moment.
  private func draw(_ instrument: some LiveInstrument, _ played: PlayedFile, at time: Nanoseconds) throws {
    var instrument = instrument
    for (source, timed) in played.messages.prefix(while: { $0.timed.time <= time }) {
      _ = instrument.apply(timed.message, at: timed.time, from: source)
    }
    guard let svg else {
      let (columns, rows) = StandardOutput.size
      let lines = instrument.terminalLines(
        title: played.title, at: time, columns: columns, rows: rows, isColored: StandardOutput.allowsColor)
      try StandardOutput.tell(lines.joined(separator: "\n"))
      return
    }
    try OutputFile(svg).writePicture(instrument.svg(title: played.title, at: time), replacing: force)
  }

  /// Prints the states of a file without waiting: one for each message that changes what is shown.
  private func printStates(_ instrument: some LiveInstrument, _ played: PlayedFile) throws {
    var instrument = instrument
    var text = ""
    for (source, timed) in played.messages
    where instrument.apply(timed.message, at: timed.time, from: source) {
      text += try instrument.stateLine(at: timed.time) + "\n"
      guard text.utf8.count > 65_536 else { continue }
      try StandardOutput.write(text)
      text = ""
    }
    try StandardOutput.write(text)
  }

  /// Plays a file in real time on the terminal.
  private func play(
    _ instrument: some LiveInstrument, _ played: PlayedFile, output: InstrumentOutput?, stop: StopToken,
    reportsPointer: Bool
  ) throws {
    var run = InstrumentRun(
      instrument, title: played.title, view: try LiveView(reportsPointer: reportsPointer), output: output,
      stop: stop)
    if try run.play(played.messages, until: played.recording.duration) == .stopped {
      throw CommandFailure(CommandFailure.interrupted, "interrupted")
    }
  }

  /// Shows what comes from endpoints, or to the port of this name.
  func follow(
    _ instrument: some LiveInstrument, from sources: [TrackedEndpoint], port: String,
    output: InstrumentOutput?, stop: StopToken, reportsPointer: Bool = false
  ) throws {
    var capture = try ALSASequencer.Capture.start(from: sources, as: port)
    if json {
      StandardOutput.watchForClosing(stop)
      StandardError.say("listening to \(sources.sentence(port: port)); Ctrl-C ends it")
    }
    let title = sources.isEmpty ? port : sources.map(\.name).joined(separator: ", ")
    var run = InstrumentRun(
      instrument, title: title, view: json ? nil : try LiveView(reportsPointer: reportsPointer),
      output: output, stop: stop)
    let names = sources.map(\.name) + [port]
    try run.follow(&capture, sourceNames: names).check(sourceNames: names)
  }
}
