internal import ALSASequencer
internal import ArgumentParser
internal import BuiltInSubjects
internal import Instruments
internal import LiveInstruments
internal import MIDICore
internal import Terminal
internal import Timelines
internal import Waiting

/// `midirec grid`: where held notes lie on a LinnStrument.
struct Grid: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grid",
    abstract: "Show where held notes lie on a LinnStrument.",
    usage: """
      midirec grid <file> [--at <time> [--svg <file>]] [<options>]
      midirec grid [--in <in> ...] [<options>]
      """,
    discussion: """
      A file is played in real time on a terminal; elsewhere its timeline is printed, with the cells and colors of each \
      note. With --in what comes is shown. Others can connect to its port, "\(portName)", as well. Of a session the \
      recording is played, with the options of its subject grid; options here take precedence.

        midirec grid take.mid                            play it on the terminal
        midirec grid take.mid --at 12.5s --svg grid.svg  a picture of a moment
        midirec grid --in LinnStrument --lights          on the instrument, too
        midirec grid --in LinnStrument --json            lines for other programs

      On the terminal q and Escape end it, and so does the end of the file (exit code 0). Ctrl-C is the normal end of \
      --in (0), and interrupts a file (130). Whatever ends it, the terminal is as it was, and lights are put out.
      """)

  private static let portName = "midirec grid"

  // With a title, so that they don't come after all the settings.
  @OptionGroup(title: "What is shown, and how") var options: InstrumentOptions

  @Option(
    defaultAsFlag: LightsTarget.input,
    help: ArgumentHelp(
      "Light the cells on an instrument as well.",
      discussion: "Without a name on the one that is listened to. It gets its own lights back in the end.",
      valueName: "output"))
  var lights: LightsTarget?

  @OptionGroup(title: "Settings of the instrument") var grid: GridOptions

  func validate() throws {
    try options.validateLive()
    guard let lights else { return }
    if options.at != nil { throw ValidationError("--at shows a moment, --lights what goes on.") }
    guard options.file != nil else { return }
    if lights == .input { throw ValidationError("--lights needs the name of an output for a file.") }
    if options.json { throw ValidationError("--lights takes its time, --json of a file doesn't wait.") }
    if !LiveView.isPossible { throw ValidationError("--lights of a file needs a terminal to show it on.") }
  }

  func run() throws {
    if let file = options.file { try show(file) } else { try listen() }
  }

  private func show(_ file: String) throws {
    let played = try PlayedFile(file)
    let subject = try played.subject(GridSubject.self)
    var settings = subject.settings
    try grid.apply(to: &settings)
    let learns = grid.learn ?? subject.learns
    let shown = LiveGrid(
      settings, middleC: options.middleC ?? .octave4, sourceCount: played.sourceCount, learns: learns,
      hasLights: lights != nil)
    try options.show(shown, played) { stop in
      try lights.map { try output($0, inputs: [], stop: stop) }
    } timeline: {
      Timeline(grid: played.recording, settings: settings, learns: learns, lights: subject.hasLights)
    }
  }

  private func listen() throws {
    var settings = GridSettings()
    try grid.apply(to: &settings)
    let signals = try StopSignals()
    let sources = try EndpointResolver(.input).choose(options.inputs, wait: options.wait)
      .whenPresent(stop: signals.stop)
    let output = try lights.map { try self.output($0, inputs: sources, stop: signals.stop) }
    let shown = LiveGrid(
      settings, middleC: options.middleC ?? .octave4, sourceCount: sources.count + 1,
      learns: grid.learn ?? true, hasLights: lights != nil)
    try options.follow(shown, from: sources, port: Self.portName, output: output, stop: signals.stop)
  }

  private func output(
    _ target: LightsTarget, inputs: [TrackedEndpoint], stop: StopToken
  ) throws -> InstrumentOutput {
    switch target {
    case .input:
      let outputs = inputs.enumerated().filter { $0.element.endpoint?.directions.contains(.output) == true }
      guard let (index, chosen) = outputs.first, outputs.count == 1 else {
        throw CommandFailure(
          CommandFailure.usage,
          outputs.isEmpty
            ? "nothing that is listened to has lights; name an output with --lights"
            : "several of those that are listened to can have lights; name one with --lights")
      }
      return try InstrumentOutput(to: chosen.endpoint, as: nil, source: index, stop: stop)
    case .named(let query):
      let chooser = EndpointResolver(.output)
      guard let instrument = try chooser.chooseOne(query, wait: options.wait, whenPresent: stop) else {
        throw CommandFailure(CommandFailure.usage, "--lights needs an output, and can't have none")
      }
      return try InstrumentOutput(to: instrument, as: nil, stop: stop)
    }
  }
}

/// Where the lights are.
enum LightsTarget: Hashable, ExpressibleByArgument, CustomStringConvertible {
  /// On the instrument that is listened to.
  case input
  /// On another one.
  case named(EndpointQuery)

  init?(argument: String) {
    guard let query = EndpointQuery(argument) else { return nil }
    self = .named(query)
  }

  var description: String {
    switch self {
    case .input: "that of --in"
    case .named(let query): query.text
    }
  }
}
