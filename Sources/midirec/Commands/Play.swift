internal import ALSASequencer
internal import ArgumentParser
internal import Glibc
internal import LiveInstruments
internal import MIDICore
internal import Reports
internal import SystemPackage
internal import SystemReports
internal import Terminal
internal import Waiting

/// `midirec play`: from a file to an endpoint.
struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a Standard MIDI File to an output, or from a virtual port.",
    discussion: """
      Whatever ends the replay, every note that it turned on is turned off, pedals go up, and bends go back to the \
      middle.

        midirec play take.mid --out Synth --speed 150%
        midirec play take.mid --out Synth --from 30s --to 1m --loop
        midirec play take.mid --out Synth --channels 1-4 --transpose -12
        midirec play take.mid --out Synth --as-fast-as-possible
        midirec play take.mid --synth --preset 0:19

      Options take effect in this order: --from and --to, tracks and channels, --transpose (drums as well), --speed, \
      --loop or --times. Where it begins in the middle, programs, controllers and bends that hold there are sent first.

      On a terminal the space bar halts the replay, which ends what sounds, and lets it go on; notes are not struck \
      again then, but pedals and bends are set again.

      An output that goes away is waited for. Time goes on meanwhile: what was due then is not sent, and counted.

      Instruments get System Exclusive messages at the pace of MIDI's wire, programs at once.

      With --synth it is played with a SoundFont, as midirec synth does; that needs no sequencer.
      """)

  @Argument(help: "The file to play; - for standard input.")
  var file: String

  @Option(name: .customLong("out"), help: EndpointResolver.outputHelp)
  var output: EndpointQuery?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("Play from a virtual port of this name, which others connect to.", valueName: "name"))
  var portName: String?

  @Flag(help: "Play it with midirec's own synthesizer.")
  var synth = false

  @Flag(help: "Wait until the output is there; with --as: until somebody has connected.")
  var wait = false

  @Flag(help: "End when the output goes away.")
  var stopWhenGone = false

  @OptionGroup var selection: PlaybackSelection

  @Flag(help: "Play again and again, until Ctrl-C.")
  var loop = false

  @Option(help: ArgumentHelp("Play this often.", valueName: "count"))
  var times: Int?

  @Flag(help: "Send each message as soon as every receiver has room for it. None is lost.")
  var asFastAsPossible = false

  @Flag(help: "Say how late messages were.")
  var report = false

  @Flag(help: "Print the result as JSON for other programs.")
  var json = false

  @OptionGroup(title: "With --synth: what is played, and where it is heard") var sound: LiveSoundOptions

  func validate() throws {
    try validateSynth()
    if output != nil, portName != nil {
      throw ValidationError("Give either --out or --as: where to play to, or as what.")
    }
    if let portName, portName.allSatisfy(\.isWhitespace) {
      throw ValidationError("The virtual port needs a name.")
    }
    if stopWhenGone, portName != nil { throw ValidationError("--stop-when-gone goes with --out.") }
    if loop, times != nil { throw ValidationError("Give --loop or --times: without end, or how often.") }
    if let times, times < 1 { throw ValidationError("--times expects a count from 1 up; found \(times).") }
    if report, asFastAsPossible {
      throw ValidationError("--report goes without --as-fast-as-possible: nothing has a time to be late for.")
    }
  }

  private func validateSynth() throws {
    guard synth else {
      if sound.isGiven { throw ValidationError("Options of the synthesizer go with --synth.") }
      return
    }
    if output != nil || portName != nil {
      throw ValidationError("Give either --synth, or --out or --as: who plays.")
    }
    if wait || stopWhenGone || asFastAsPossible || report {
      throw ValidationError(
        "--wait, --stop-when-gone, --as-fast-as-possible and --report go without --synth: it is always there."
      )
    }
  }

  func run() throws {
    let selected = try selection.recording(of: InputFile(file))
    // A file that can't be read is the more likely mistake.
    try EndpointResolver(.output).require(
      isGiven: output != nil || portName != nil || synth, or: "--as or --synth")
    if selected.leftOutNoteCount > 0 {
      let notes = pluralized(selected.leftOutNoteCount, "note")
      StandardError.say("\(notes) left out: transposed, they would leave 0 to 127")
    }
    guard let passes = RepeatedRecording(of: selected.recording, count: loop ? nil : times ?? 1) else {
      throw CommandFailure(
        CommandFailure.usage,
        selected.recording.duration > .zero
          ? "so many times would last longer than 292 years"
          : "what lasts no time can't be played again and again")
    }
    let signals = try StopSignals()
    if synth {
      let status = ReplayStatus(passes)
      let report = try SynthReplay(passes, stop: signals.stop).play(
        on: try sound.open(), observe: status.show)
      status.clear()
      return try finish(report, leftOutNoteCount: selected.leftOutNoteCount)
    }
    var playback = try open(stop: signals.stop)
    if wait, let portName {
      StandardError.say("waiting until somebody connects to \(portName)")
      guard try playback.waitForConnection(stop: signals.stop) else { throw interruption }
    }
    let status = ReplayStatus(passes)
    let report =
      asFastAsPossible
      ? try playback.playAtFullSpeed(passes, stop: signals.stop, observe: status.show)
      : try playInTime(passes, &playback, signals.stop, status)
    status.clear()
    try finish(report, leftOutNoteCount: selected.leftOutNoteCount)
  }

  private func playInTime(
    _ passes: RepeatedRecording, _ playback: inout Playback, _ stop: StopToken, _ status: ReplayStatus
  ) throws -> PlaybackReport {
    let key = PauseKey()
    // The terminal is as it was before when this returns or throws.
    return try withExtendedLifetime(key) {
      try playback.play(
        passes, stop: stop, pause: key?.pause, endsWhenDestinationLeaves: stopWhenGone, observe: status.show)
    }
  }

  private func open(stop: StopToken) throws -> Playback {
    if let portName { return try Playback.open(as: portName) }
    guard let chosen = try EndpointResolver(.output).chooseOne(output, wait: wait) else {
      return try Playback.open(as: "midirec")
    }
    return try Playback.open(to: try [chosen].whenPresent(stop: stop)[0])
  }

  private func finish(_ report: PlaybackReport, leftOutNoteCount: Int) throws {
    if json {
      try StandardOutput.tell(JSONText.of(ReplayDocument(report, leftOutNoteCount: leftOutNoteCount)))
    } else {
      let lateness = report.lateness.map { ", at most \($0.largest.millisecondsText()) ms off" } ?? ""
      try StandardOutput.tell(
        "\(file.printable): \(pluralized(report.sentCount, "event")) in \(report.elapsed) s\(lateness)")
      if self.report, let lateness = report.lateness { try StandardOutput.tell(lateness.table) }
    }
    if self.report, let errno = report.priorityRefusal {
      StandardError.say("the system granted no real-time priority: \(Errno(rawValue: errno))")
    }
    switch report.ending {
    case .stopped where !loop: throw interruption
    case .destinationLeft:
      throw CommandFailure(
        CommandFailure.unavailable, "the output went away after \(pluralized(report.sentCount, "event"))")
    case .completed, .stopped: break
    }
    let losses = [
      report.lostCount > 0 ? "\(pluralized(report.lostCount, "event")) lost: the receiver had no room" : nil,
      report.unsentCount > 0
        ? "\(pluralized(report.unsentCount, "event")) not sent: the output was away \(pluralized(report.gapCount, "time"))"
        : nil,
    ].compactMap { $0 }
    if !losses.isEmpty {
      throw CommandFailure(CommandFailure.eventsLost, losses.joined(separator: "; "))
    }
  }

  private var interruption: CommandFailure {
    CommandFailure(CommandFailure.interrupted, "interrupted; every note was ended")
  }
}
