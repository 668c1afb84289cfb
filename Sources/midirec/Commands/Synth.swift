internal import ALSASequencer
internal import ArgumentParser
internal import LiveInstruments
internal import MIDICore
internal import Reports
internal import SoundFonts
internal import Takes
internal import Terminal
internal import Waiting

/// `midirec synth`: a synthesizer that plays what comes in.
struct Synth: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synth",
    abstract: "Play what comes in with a SoundFont.",
    usage: "midirec synth [--in <in> ...] [<options>]",
    discussion: """
      Without --font and --preset the active preset is played, which midirec fonts use chooses; else the built-in font. \
      Others can connect to its port, "\(portName)", as well.

        midirec synth --in LinnStrument                      through the sound card
        midirec synth --in LinnStrument --preset 0:19        an organ on all channels
        midirec synth --in none --audio-file take.wav        what others send, into a file

      What is played is heard a moment later. With ALSA FluidSynth keeps 1,024 frames ready, 21 ms, where the card can \
      do so; with PulseAudio and JACK the server decides. How long it takes isn't promised.

      What an input holds is let go when it goes away, and everything in the end. It ends with Ctrl-C, which is its \
      normal end (exit code 0).
      """)

  private static let portName = "midirec synth"

  @Option(name: .customLong("in"), help: EndpointResolver.inputHelp)
  var inputs: [EndpointQuery] = []

  @Flag(help: "Wait for inputs that are not there yet.")
  var wait = false

  @Option(
    help: ArgumentHelp("The channel that is listened to, 1 to 16, or omni for all.", valueName: "channel"))
  var channel = HeardChannel.omni

  @Option(help: ArgumentHelp("Strike every key so hard: 1 to 127.", valueName: "velocity"))
  var fixedVelocity: Int?

  @OptionGroup(title: "What is played, and where it is heard") var sound: LiveSoundOptions

  func validate() throws {
    try EndpointResolver(.input).require(isGiven: !inputs.isEmpty)
    if let fixedVelocity, !(1...127).contains(fixedVelocity) {
      throw ValidationError("--fixed-velocity expects a number from 1 to 127; found \(fixedVelocity).")
    }
  }

  func run() throws {
    let signals = try StopSignals()
    let sources = try EndpointResolver(.input).choose(inputs, wait: wait).whenPresent(stop: signals.stop)
    let synth = try sound.open()
    let start = StopToken.now
    var capture = try ALSASequencer.Capture.start(from: sources, as: Self.portName)
    StandardError.say("listening to \(sources.sentence(port: Self.portName)); Ctrl-C ends it")
    let names = sources.map(\.name) + [Self.portName]
    var run = SynthRun(
      sourceNames: names, channel: channel.channel,
      fixedVelocity: fixedVelocity.flatMap { UInt7(exactly: $0) })
    let losses = try run.follow(&capture, on: synth, stop: signals.stop, observe: StandardError.say)
    if let file = sound.audioFile {
      try StandardOutput.tell(
        "\(file): \(pluralized(run.messageCount, "message")) in \(StopToken.now - start) s")
    }
    try losses.check(sourceNames: names)
  }
}

/// Which channel a synthesizer listens to.
enum HeardChannel: Hashable, ExpressibleByArgument, CustomStringConvertible {
  /// All of them.
  case omni
  /// One.
  case one(Channel)

  init?(argument: String) {
    if argument == "omni" {
      self = .omni
    } else if let channel = Int(argument).flatMap({ Channel(number: $0) }) {
      self = .one(channel)
    } else {
      return nil
    }
  }

  /// The only channel; nothing for all.
  var channel: Channel? {
    if case .one(let channel) = self { channel } else { nil }
  }

  var description: String { channel.map { "\($0)" } ?? "omni" }
}
