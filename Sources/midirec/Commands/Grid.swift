internal import ALSASequencer
internal import ArgumentParser
internal import Instruments
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import MIDIRecWorkbench

struct Grid: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grid",
    abstract: "Show held notes on a LinnStrument's grid",
    usage: """
      midirec grid <file> [--at <time> [--svg <file>]] [<options>]
      midirec grid [--in <port> ...] [<options>]
      """,
    discussion: """
      On a terminal, a file plays in real time. Elsewhere, midirec prints its timeline, with the cells and colors \
      of each note. With --in, midirec shows incoming events; other programs can also connect to its port, \
      "\(portName)". A session plays with the settings of its subject grid, which --set overrides.

        midirec grid take.mid                            play on the terminal
        midirec grid take.mid --at 12.5s --svg grid.svg  draw one moment
        midirec grid --in LinnStrument --lights          also light the instrument
        midirec grid --in LinnStrument --json            print machine-readable lines
        midirec grid take.mid --set model=128 --set row-offset=guitar

      On the terminal, press q or Escape to stop (exit code 0). Ctrl-C ends --in (0) or interrupts a file (130). \
      At the end, midirec restores the terminal and turns off its lights.

      Settings for --set, in the words of session.yaml:
      \(settingList)

      The right split has its own settings: \(settingsOfRightSplit).
      """)

  private static let rightPrefix = "right-"

  private static var settingsOfRightSplit: String {
    GridOption.allCases.map(\.rawValue).filter { $0.hasPrefix(rightPrefix) }.joined(separator: ", ")
  }

  /// The settings of the subject, with their values.
  private static var settingList: String {
    let own = GridOption.allCases.filter { !$0.rawValue.hasPrefix(rightPrefix) }
    let rows = own.map { ($0.rawValue, $0.expected) } + [("learn", "true or false")]
    let width = rows.map(\.0.count).max() ?? 0
    let margin = String(repeating: " ", count: width + 4)
    return rows.map { name, values in
      let lines = values.wrapped(to: 79 - margin.count)
      return "  \(name)\(String(repeating: " ", count: width - name.count))  "
        + lines.joined(separator: "\n\(margin)")
    }.joined(separator: "\n")
  }

  private static let portName = "midirec grid"

  @OptionGroup var options: InstrumentOptions

  @OptionGroup var settings: SettingOptions

  @Option(
    defaultAsFlag: LightsTarget(output: nil),
    help: ArgumentHelp(
      "Also light the cells on an instrument",
      discussion: "At the end, the instrument's own lights return.",
      valueName: "output"))
  var lights: LightsTarget?

  func validate() throws {
    try options.validateLive()
    _ = try settings.subject(GridSubject.self)
    guard let lights else { return }
    if options.at != nil { throw ValidationError("--at and --lights can't be used together.") }
    guard options.file != nil else { return }
    if lights.output == nil { throw ValidationError("With a file, --lights requires the name of an output.") }
    if options.json { throw ValidationError("With a file, --lights and --json can't be used together.") }
    if !TerminalScreen.isPossible { throw ValidationError("With a file, --lights requires a terminal.") }
  }

  func run() throws {
    try options.run(settings, port: Self.portName) { (subject: GridSubject, ports) in
      LiveGrid(
        subject.settings, middleC: options.middleC ?? .octave4, ports: ports, learns: subject.learns,
        hasLights: lights != nil)
    } output: { inputs, stop in
      try lights.map { try output($0, inputs: inputs, stop: stop) }
    } timeline: { subject, recording in
      subject.timeline(of: recording)
    }
  }

  private func output(
    _ target: LightsTarget, inputs: [TrackedEndpoint], stop: StopToken
  ) throws -> InstrumentOutput {
    if let output = target.output {
      let chooser = EndpointResolver(.output)
      guard let instrument = try chooser.connectedOne(output, wait: options.wait, stop: stop)?.endpoint else {
        throw CommandFailure(.usage, "--lights can't be none; name an output")
      }
      return try InstrumentOutput(to: instrument, as: nil, stop: stop)
    }
    let outputs = inputs.enumerated().filter { $0.element.endpoint?.directions.contains(.output) == true }
    guard let (index, chosen) = outputs.first, outputs.count == 1 else {
      throw CommandFailure(
        .usage,
        outputs.isEmpty
          ? "no input has lights; name an output with --lights"
          : "several inputs can have lights; name one output with --lights")
    }
    return try InstrumentOutput(to: chosen.endpoint, as: nil, source: index, stop: stop)
  }
}

/// The instrument with the lights.
struct LightsTarget: ExpressibleByArgument, CustomStringConvertible {
  /// The named output, or `nil` for the instrument of `--in`.
  let output: EndpointQuery?

  init(output: EndpointQuery?) { self.output = output }

  init?(argument: String) {
    guard let query = EndpointQuery(argument) else { return nil }
    output = query
  }

  /// Empty, because the option's help names the default.
  var defaultValueDescription: String { "" }

  var description: String { output?.text ?? "the one of --in" }
}
