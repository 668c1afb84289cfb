internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import MIDIRecSystem
internal import MIDIRecTakes
internal import MIDIRecTerminal
internal import MIDIRecWorkbench

struct Synth: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synth",
    abstract: "Play incoming MIDI with a SoundFont",
    usage: "midirec synth [--in <port> ...] [<options>]",
    discussion: """
      Without --font and --preset, midirec plays the preset that midirec fonts use chose, or else the built-in \
      font. Other programs can also connect to its port, "\(portName)". Press Ctrl-C to stop (exit code 0).

        midirec synth --in LinnStrument                play through the sound card
        midirec synth --in LinnStrument --preset 0:19  play an organ
        midirec synth --in none --audio-file take.wav  write the audio to a file

      The sound follows after a short delay. With ALSA, FluidSynth buffers 1,024 frames (21 ms) if the sound card \
      allows it. With PulseAudio and JACK, the server decides. midirec guarantees no maximum.

      If an input disconnects, its notes are released. At the end, all notes are released.
      """)

  private static let portName = "midirec synth"

  @OptionGroup var input: InputOption

  @Flag(help: "Wait until all inputs are connected")
  var wait = false

  @Option(
    help: ArgumentHelp("Channel to play, from 1 to 16, or omni for all", valueName: "channel"))
  var channel = HeardChannel(channel: nil)

  @Option(help: ArgumentHelp("Velocity for every note, from 1 to 127", valueName: "velocity"))
  var fixedVelocity: Int?

  @OptionGroup(title: "Sound options") var sound: LiveSoundOptions

  func validate() throws {
    try input.require()
    try ValidationError.check(fixedVelocity, 1...127, "--fixed-velocity")
  }

  func run() throws {
    let signals = try StopSignals()
    let sources = try input.connected(wait: wait, stop: signals.stop)
    let synth = try sound.open()
    let start = StopToken.now
    var capture = try ALSASequencer.Capture.start(
      from: sources, as: Self.portName, addsNewInputs: input.queries.areAll)
    StandardError.say("listening to \(sources.sentence(port: Self.portName)); press Ctrl-C to stop")
    var run = SynthRun(
      channel: channel.channel, fixedVelocity: fixedVelocity.flatMap { UInt7(exactly: $0) })
    let losses = try run.follow(&capture, on: synth, stop: signals.stop, observe: StandardError.say)
    if let file = sound.output.audioFile {
      try StandardOutput.tell(
        "\(file): \(pluralized(run.messageCount, "message")) in \((StopToken.now - start).shortText)")
    }
    try losses.check(sourceNames: capture.sourceNames)
  }
}

/// The channel that a synthesizer plays.
struct HeardChannel: ExpressibleByArgument, CustomStringConvertible {
  /// The single channel, or `nil` for all channels.
  let channel: Channel?

  init(channel: Channel?) { self.channel = channel }

  init?(argument: String) {
    channel = Int(argument).flatMap(Channel.init(number:))
    if channel == nil, argument != "omni" { return nil }
  }

  var description: String { channel.map { "\($0)" } ?? "omni" }
}
