internal import ALSASequencer
public import ArgumentParser
internal import MIDICore
public import MIDIRecSessions
internal import MIDIRecSystem
internal import MIDIRecTakes
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import Timelines

/// The arguments that `grid` and `piano` share: what to show, and how.
struct InstrumentOptions: ParsableArguments {
  @Argument(help: "Standard MIDI File, - for standard input, or a session folder")
  var file: String?

  @OptionGroup var input: InputOption

  @Flag(help: "Wait until all inputs and outputs are connected")
  var wait = false

  @Option(
    help: ArgumentHelp(
      "Show the state at this time, such as 12.5s", valueName: "time"))
  var at: Nanoseconds?

  @Option(
    help: ArgumentHelp(
      "SVG file for --at, or - for standard output", valueName: "file"))
  var svg: String?

  @Flag(help: "Replace an existing file of --svg")
  var force = false

  @Flag(help: "Print one line of JSON per visible change, with times in nanoseconds")
  var json = false

  @Option(help: ArgumentHelp("Octave of middle C, note 60, 4 by default", valueName: "octave"))
  var middleC: MiddleC?

  func validate() throws {
    if file?.isEmpty == true { throw ValidationError("The name of the file is empty.") }
    if file != nil, !input.queries.isEmpty {
      throw ValidationError("A file and --in can't be used together.")
    }
    if at != nil, file == nil { throw ValidationError("--at requires a file.") }
    if at != nil, json { throw ValidationError("--at and --json can't be used together.") }
    if let svg {
      if svg.isEmpty { throw ValidationError("--svg needs the name of a file.") }
      if at == nil { throw ValidationError("--svg requires --at.") }
    }
    if force, svg == nil { throw ValidationError("--force requires --svg.") }
  }

  /// Checks the arguments for showing live events.
  ///
  /// - Parameter isGiven: Whether the command has its events without `--in`.
  func validateLive(isGiven: Bool = false) throws {
    guard file == nil else { return }
    if !isGiven, input.queries.isEmpty, !EndpointResolver.canShowList {
      throw ValidationError("A file or --in is required: \(EndpointResolver.choices).")
    }
    guard json || TerminalScreen.isPossible else {
      throw ValidationError("Standard output isn't a terminal. Use --json.")
    }
  }

  /// Shows live events, or a file: one moment, its states as JSON, in real time on a terminal, or otherwise as text.
  ///
  /// - Parameters:
  ///   - settings: The settings of the subject, which override the settings of a session.
  ///   - port: The name of midirec's port for live events.
  ///   - reportsPointer: Whether the terminal reports clicks. Live events then need no inputs.
  ///   - instrument: A closure that returns the instrument of a subject, whose sources have the given ports.
  ///   - output: A closure that opens the output for lights or played keys.
  ///   - timeline: A closure that returns the timeline of a whole file.
  func run<Kind: Subject>(
    _ settings: SettingOptions, port: String, reportsPointer: Bool = false,
    instrument: (Kind, _ ports: [Int]) throws -> some LiveInstrument,
    output: (_ inputs: [TrackedEndpoint], StopToken) throws -> InstrumentOutput?,
    timeline: (Kind, Recording) -> Timeline
  ) throws {
    guard let file else {
      let subject = try settings.subject(Kind.self)
      let signals = try StopSignals()
      let sources =
        input.queries.isEmpty && reportsPointer ? [] : try input.connected(wait: wait, stop: signals.stop)
      let output = try output(sources, signals.stop)
      return try follow(
        try instrument(subject, Array(0...sources.count)), from: sources, port: port, output: output,
        stop: signals.stop, reportsPointer: reportsPointer)
    }
    let played = try PlayedFile(file, say: StandardError.say)
    let subject = try settings.subject(Kind.self, overriding: try played.options(of: Kind.self))
    let shown = try instrument(subject, played.recording.sourcePorts)
    if let time = at {
      try played.input.require(time, of: "--at", upTo: played.recording.duration)
      try draw(shown, played, at: time)
    } else if json {
      try printStates(shown, played)
    } else if TerminalScreen.isPossible {
      let signals = try StopSignals()
      let output = try output([], signals.stop)
      var run = InstrumentRun(
        shown, title: played.title, view: try TerminalScreen(reportsPointer: reportsPointer),
        output: output, stop: signals.stop)
      guard try run.play(played.recording.messagesOfSources, until: played.recording.duration) else {
        throw CommandFailure(.interrupted, "interrupted")
      }
    } else {
      try StandardOutput.write(timeline(subject, played.recording).text)
    }
  }

  /// Shows one moment.
  private func draw(_ instrument: some LiveInstrument, _ played: PlayedFile, at time: Nanoseconds) throws {
    var instrument = instrument
    for (source, timed) in played.recording.messagesOfSources.prefix(while: { $0.timed.time <= time }) {
      _ = instrument.apply(timed.message, at: timed.time, from: source)
    }
    guard let svg else {
      let (columns, rows) = StandardOutput.size
      let lines = instrument.terminalLines(
        title: played.title, at: time, columns: columns, rows: rows, isColored: StandardOutput.allowsColor)
      try StandardOutput.tell(lines.joined(separator: "\n"))
      return
    }
    try OutputFile(svg).write(
      Array(instrument.svg(title: played.title, at: time).utf8), replacing: force, option: "--svg")
  }

  /// Prints the states of a file without waiting: one for each message with a visible change.
  private func printStates(_ instrument: some LiveInstrument, _ played: PlayedFile) throws {
    var instrument = instrument
    var text = ""
    for (source, timed) in played.recording.messagesOfSources
    where instrument.apply(timed.message, at: timed.time, from: source) {
      text += try instrument.stateLine(at: timed.time) + "\n"
      guard text.utf8.count > 65_536 else { continue }
      try StandardOutput.write(text)
      text = ""
    }
    try StandardOutput.write(text)
  }

  /// Shows events from endpoints or to midirec's port.
  private func follow(
    _ instrument: some LiveInstrument, from sources: [TrackedEndpoint], port: String,
    output: InstrumentOutput?, stop: StopToken, reportsPointer: Bool
  ) throws {
    var capture = try ALSASequencer.Capture.start(
      from: sources, as: port, addsNewInputs: input.queries.areAll)
    if json {
      StandardOutput.watchForClosing(stop)
      StandardError.say("listening to \(sources.sentence(port: port)); press Ctrl-C to stop")
    }
    let title = sources.isEmpty ? port : sources.map(\.name).joined(separator: ", ")
    var run = InstrumentRun(
      instrument, title: title, view: json ? nil : try TerminalScreen(reportsPointer: reportsPointer),
      output: output, stop: stop)
    try run.follow(&capture).check(sourceNames: capture.sourceNames)
  }
}

/// The settings of the subject that a command shows, in the words of a session's file: `--set octave=1`.
struct SettingOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Setting as in session.yaml, such as octave=1; repeatable", valueName: "setting=value"))
  var settings: [Session.Option] = []

  /// Creates the subject with the settings, which override the session's.
  ///
  /// - Parameter options: The valid options of the session.
  /// - Throws: A `ValidationError` for the first unknown setting or invalid value.
  func subject<Kind: Subject>(_: Kind.Type, overriding options: [Session.Option] = []) throws -> Kind {
    for setting in settings where !Kind.definition.optionNames.contains(setting.name) {
      let advice = Kind.definition.optionNames.spellingAdvice(for: setting.name)
      throw ValidationError("--set: unknown setting \"\(setting.name)\"\(advice)")
    }
    // The first option of a name counts, and the last setting.
    do {
      return try Kind(SubjectOptions(settings.reversed() + options))
    } catch {
      throw ValidationError("--set \(error.option): \(error.reason).")
    }
  }
}

extension Session.Option: ExpressibleByArgument {
  /// Reads a setting and its value: `octave=1`.
  public init?(argument: String) {
    guard let end = argument.firstIndex(of: "=") else { return nil }
    self.init(
      name: String(argument[..<end]), values: [String(argument[argument.index(after: end)...])], line: 0)
  }
}
