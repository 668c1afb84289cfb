internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import MIDIRecReports
internal import MIDIRecSimulation
internal import MIDIRecTerminal
internal import MIDIRecWorkbench

struct Instrument: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "instrument",
    abstract: "Plug virtual USB instruments into a simulated machine",
    discussion: """
      A virtual instrument is a USB LinnStrument that the simulated machine's kernel makes. midirec simulate \
      --linnstrument plugs one in before the command starts; these commands work while it runs.

        midirec simulate -- sh -c 'midirec instrument plug && midirec ports'
        midirec instrument plug LS0001               plug in a second one
        midirec instrument unplug LS0001             unplug it
        midirec instrument plug LS0001 --renumber    plug it in, renumbered
        midirec instrument play take.mid LS0001      play a take on it
        midirec instrument list                      list what is plugged in

      Each instrument has a player, a second port such as "Player of USB port 0": messages for the player arrive from \
      the instrument, as if played. Bytes that are written to the player's raw MIDI device arrive in the same way.

      Exit codes: 0 on success, 69 outside a simulated machine or if the instrument can't be plugged in or unplugged.
      """,
    subcommands: [InstrumentPlug.self, InstrumentUnplug.self, InstrumentPlay.self, InstrumentList.self])
}

struct InstrumentPlug: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plug", abstract: "Plug in an instrument and wait for its ports",
    discussion: "The ports of the instrument and of its player go to standard output.")

  @Argument(help: "Serial number, which may be empty (default: LS0000 in USB port 0, LS0001 in port 1, …)")
  var serial: String?

  @Option(help: "USB port, from 0 to 7 (default: the instrument's last one, or the first free one)")
  var usbPort: Int?

  @Option(help: "Name of the instrument (default: LinnStrument MIDI)")
  var product: String?

  @Flag(help: "Give it a client number that differs from its last one")
  var renumber = false

  @OptionGroup var result: JSONOption

  func run() throws {
    let plugged = try VirtualInstrument.plug(
      serial: serial, product: product, usbPort: usbPort, isRenumbered: renumber)
    try result.print(plugged, orElse: "instrument \(plugged.instrument)\nplayer \(plugged.player)")
  }
}

struct InstrumentUnplug: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unplug", abstract: "Unplug an instrument and wait until its ports are gone")

  @Argument(help: "Serial number; not needed if only one instrument is plugged in")
  var serial: String?

  @Option(help: "USB port, from 0 to 7")
  var usbPort: Int?

  func run() throws {
    try VirtualInstrument.unplug(serial: serial, usbPort: usbPort)
  }
}

struct InstrumentPlay: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play a take on an instrument, for the program that listens",
    discussion: """
      midirec waits until a program is connected to the instrument, and then plays the take once, as midirec \
      simulate --play does. A session's steps play a take at a given time.
      """)

  @Argument(help: "Take to play, or - for standard input")
  var take: String

  @Argument(help: "Serial number; not needed if only one instrument is plugged in")
  var serial: String?

  func run() throws {
    let recording = try InputFile(take).recording()
    let instrument = try VirtualInstrument.instrument(serial: serial)
    guard let passes = RepeatedRecording(of: recording, count: 1),
      let source = EndpointAddress(parsing: instrument.instrument),
      let player = try Endpoint.all().first(where: { "\($0.address)" == instrument.player })
    else { throw CommandFailure(.unavailable, "the instrument was unplugged") }
    let signals = try StopSignals()
    var playback = try Playback.open(to: TrackedEndpoint(player, direction: .output))
    let isListening = try playback.waitForListener(of: source, stop: signals.stop) {
      StandardError.say("waiting for a program that listens to \(source), and then playing \(take)")
    }
    guard isListening else {
      throw CommandFailure(.interrupted, "interrupted before a program listened to \(source)")
    }
    let report = try playback.play(passes, stop: signals.stop, endsWhenDestinationLeaves: true)
    try StandardOutput.tell(report.line(of: take))
    try report.check()
  }
}

struct InstrumentList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the instruments that are plugged in")

  @OptionGroup var result: JSONOption

  func run() throws {
    let instruments = try VirtualInstrument.all()
    var table = TextTable(["SERIAL", "USB PORT", "INSTRUMENT", "PLAYER", "DEVICE"])
    for instrument in instruments {
      table.append([
        instrument.serial.printable, "\(instrument.usbPort)", instrument.instrument, instrument.player,
        instrument.device,
      ])
    }
    try result.print(instruments, orElse: table.text)
  }
}
