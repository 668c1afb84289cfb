internal import ALSASequencer
internal import ArgumentParser
internal import Instruments
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import Timelines

struct Piano: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "piano",
    abstract: "Show held keys on a piano, and play with the pointer",
    usage: """
      midirec piano <file> [--at <time> [--svg <file>]] [<options>]
      midirec piano [--in <port> ...] [--out <port>] [<options>]
      """,
    discussion: """
      On a terminal, a file plays in real time. Elsewhere, midirec prints its timeline. With --in, midirec shows \
      incoming events; other programs can also connect to its port, "\(portName)". A session plays with the \
      settings of its subject piano, which --set overrides: names (english, german, italian, katakana, or \
      japanese) and middle-c (3, 4, or 5).

        midirec piano take.mid                             play on the terminal
        midirec piano take.mid --at 12.5s --svg piano.svg  draw one moment
        midirec piano take.mid --set names=german          name the keys in German
        midirec piano --in Keystation                      show the performance
        midirec piano --out FLUID                          play with the pointer

      With --out, the pointer plays the keys on the terminal: each press sends one note-on and one note-off. \
      Without --in, the piano then shows only events sent to its port. The arrow keys scroll the keyboard.

      On the terminal, press q or Escape to stop (exit code 0). Ctrl-C ends --in and --out (0) or interrupts a \
      file (130). At the end, midirec restores the terminal and releases the pointer's notes.
      """)

  private static let portName = "midirec piano"

  @OptionGroup var options: InstrumentOptions

  @Option(
    name: .customLong("out"),
    help: ArgumentHelp(
      "Output for the pointer: an alias, any part of a name, CLIENT:PORT, or none",
      discussion: "With none, other programs connect to midirec's port.", valueName: "port"))
  var output: EndpointQuery?

  @Option(help: ArgumentHelp("Velocity of the pointer, from 1 to 127", valueName: "velocity"))
  var velocity = 100

  @Option(help: ArgumentHelp("MIDI channel of the pointer, from 1 to 16", valueName: "channel"))
  var channel = 1

  @OptionGroup var settings: SettingOptions

  @Flag(help: "Label all keys, not only the Cs")
  var allLabels = false

  @Option(
    help: ArgumentHelp(
      "Key at the center of the terminal, such as C4 or 60 (default: middle C)", valueName: "key"))
  var center: String?

  func validate() throws {
    if output != nil, options.json || options.at != nil || !TerminalScreen.isPossible {
      throw ValidationError("--out requires a terminal, where the pointer plays the keys.")
    }
    try options.validateLive(isGiven: output != nil)
    _ = try settings.subject(PianoSubject.self)
    try ValidationError.check(velocity, 1...127, "--velocity")
    try ValidationError.check(channel, 1...16, "--channel")
    _ = try centerKey(options.middleC ?? .octave4)
  }

  func run() throws {
    try options.run(settings, port: Self.portName, reportsPointer: output != nil) {
      (subject: PianoSubject, ports) in
      let naming = naming(subject)
      return LivePiano(
        naming: naming, labelsAllKeys: allLabels, center: try centerKey(naming.middleC), ports: ports,
        touch: touch)
    } output: { _, stop in
      try openOutput(stop: stop)
    } timeline: { subject, recording in
      Timeline(piano: recording, naming: naming(subject))
    }
  }

  /// Returns the names of the keys, with the octave of the option.
  private func naming(_ subject: PianoSubject) -> KeyNaming {
    KeyNaming(subject.naming.system, middleC: options.middleC ?? subject.naming.middleC)
  }

  private func centerKey(_ middleC: MiddleC) throws -> NoteNumber {
    guard let center else { return 60 }
    if let key = NoteNumber(name: center, middleC) { return key }
    guard center.allSatisfy(\.isASCIIDigit), let key = Int(center).flatMap({ NoteNumber(exactly: $0) }) else {
      throw ValidationError(
        "--center must be a key such as C4 or a number from 0 to 127 (found \"\(center)\").")
    }
    return key
  }

  private var touch: PianoTouch? {
    output == nil
      ? nil : PianoTouch(channel: Channel(clamping: channel - 1), velocity: UInt7(clamping: velocity))
  }

  private func openOutput(stop: StopToken) throws -> InstrumentOutput? {
    guard let output else { return nil }
    let destination = try EndpointResolver(.output).connectedOne(output, wait: options.wait, stop: stop)
    return try InstrumentOutput(to: destination?.endpoint, as: Self.portName, stop: stop)
  }
}
