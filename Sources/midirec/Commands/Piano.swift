internal import ALSASequencer
internal import ArgumentParser
internal import BuiltInSubjects
internal import Instruments
internal import LiveInstruments
internal import MIDICore
internal import Terminal
internal import Timelines
internal import Waiting

/// `midirec piano`: which keys are down.
struct Piano: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "piano",
    abstract: "Show which keys of a piano are down, and play them with the pointer.",
    usage: """
      midirec piano <file> [--at <time> [--svg <file>]] [<options>]
      midirec piano [--in <in> ...] [--out <out>] [<options>]
      """,
    discussion: """
      A file is played in real time on a terminal; elsewhere its timeline is printed. With --in what comes is shown. \
      Others can connect to its port, "\(portName)", as well. Of a session the recording is played, with the options of \
      its subject piano; options here take precedence.

        midirec piano take.mid                             play it on the terminal
        midirec piano take.mid --at 12.5s --svg piano.svg  a picture of a moment
        midirec piano --in Keystation                      show what is played
        midirec piano --out FLUID                          play with the pointer

      With --out the keys on the terminal are played with the pointer: one note-on and one note-off for each press. \
      Without --in only what comes to its port is shown then. The arrow keys move the keyboard.

      On the terminal q and Escape end it, and so does the end of the file (exit code 0). Ctrl-C is the normal end of \
      --in and --out (0), and interrupts a file (130). Whatever ends it, the terminal is as it was, and every note that \
      the pointer plays is ended.
      """)

  private static let portName = "midirec piano"

  @OptionGroup var options: InstrumentOptions

  @Option(
    name: .customLong("out"), help: "Where the pointer plays to; none: only those who connect to its port.")
  var output: EndpointQuery?

  @Option(help: ArgumentHelp("How hard the pointer strikes, 1 to 127.", valueName: "velocity"))
  var velocity = 100

  @Option(help: ArgumentHelp("The channel that the pointer plays on, 1 to 16.", valueName: "channel"))
  var channel = 1

  @Option(
    help: ArgumentHelp(
      "How keys are called. (default: english)", valueName: "system"))
  var names: KeyNaming.System?

  @Flag(help: "Name all keys, and not only the Cs.")
  var allLabels = false

  @Option(
    help: ArgumentHelp(
      "The key in the middle of the terminal, such as C4 or 60. (default: middle C)", valueName: "key"))
  var center: String?

  func validate() throws {
    if output != nil, options.json || options.at != nil || !LiveView.isPossible {
      throw ValidationError("--out is for the pointer on a terminal.")
    }
    try options.validateLive(isGiven: output != nil)
    if !(1...127 ~= velocity) { throw ValidationError("--velocity expects 1 to 127; found \(velocity).") }
    if !(1...16 ~= channel) { throw ValidationError("--channel expects 1 to 16; found \(channel).") }
    _ = try centerKey(options.middleC ?? .octave4)
  }

  func run() throws {
    if let file = options.file { try show(file) } else { try listen() }
  }

  private func show(_ file: String) throws {
    let played = try PlayedFile(file)
    let subject = try played.subject(PianoSubject.self)
    let style = try style(subject.naming)
    let shown = LivePiano(style, sourceCount: played.sourceCount, touch: touch)
    try options.show(
      shown, played, reportsPointer: output != nil, output: openOutput,
      timeline: { Timeline(piano: played.recording, naming: style.naming) })
  }

  private func listen() throws {
    let signals = try StopSignals()
    let sources =
      options.inputs.isEmpty && output != nil
      ? []
      : try EndpointResolver(.input).choose(options.inputs, wait: options.wait).whenPresent(
        stop: signals.stop)
    let output = try openOutput(stop: signals.stop)
    let shown = LivePiano(try style(KeyNaming()), sourceCount: sources.count + 1, touch: touch)
    try options.follow(
      shown, from: sources, port: Self.portName, output: output, stop: signals.stop,
      reportsPointer: output != nil)
  }

  /// How the keys are shown: as the options say, else as the session does.
  private func style(_ naming: KeyNaming) throws -> LivePiano.Style {
    let middleC = options.middleC ?? naming.middleC
    return LivePiano.Style(
      naming: KeyNaming(names ?? naming.system, middleC: middleC), labelsAllKeys: allLabels,
      center: try centerKey(middleC))
  }

  private func centerKey(_ middleC: MiddleC) throws -> NoteNumber {
    guard let center else { return 60 }
    if let key = NoteNumber(name: center, middleC) { return key }
    guard center.allSatisfy(\.isASCIIDigit), let key = Int(center).flatMap({ NoteNumber(exactly: $0) }) else {
      throw ValidationError(
        "--center expects a key such as C4, or its number from 0 to 127; found \"\(center)\".")
    }
    return key
  }

  private var touch: PianoTouch? {
    output == nil
      ? nil : PianoTouch(channel: Channel(clamping: channel - 1), velocity: UInt7(clamping: velocity))
  }

  private func openOutput(stop: StopToken) throws -> InstrumentOutput? {
    guard let output else { return nil }
    let destination = try EndpointResolver(.output).chooseOne(output, wait: options.wait, whenPresent: stop)
    return try InstrumentOutput(to: destination, as: Self.portName, stop: stop)
  }
}
