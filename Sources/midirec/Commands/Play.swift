internal import ALSASequencer
internal import ArgumentParser
internal import Glibc
internal import LiveInstruments
internal import MIDICore
internal import Reports
internal import System
internal import SystemPackage
internal import SystemReports
internal import Terminal

/// The command `midirec play`.
struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a Standard MIDI File to an output or virtual port",
    discussion: """
      However the replay ends, midirec releases its notes and pedals and resets pitch bend and channel pressure.

        midirec play take.mid --out Synth --speed 150%
        midirec play take.mid --out Synth --from 30s --to 1m --loop
        midirec play take.mid --out Synth --only ch:1-4 --transpose -12
        midirec play take.mid --out Synth --as-fast-as-possible
        midirec play take.mid --synth --preset 0:19

      Options apply in this order: --only and --drop, --from and --to, --tracks and \
      --drop-tracks, --transpose (drums too), --speed, --loop or --repeat. With --from, midirec first sends the programs, controllers, and bends in effect at that time.

      On a terminal, the space bar pauses and resumes. Pausing releases the notes; resuming restores pedals and \
      bends but doesn't repeat the notes.

      If the output disconnects, midirec waits for it. Time continues: messages due in the meantime aren't sent, \
      but counted.

      System Exclusive messages go to instruments at the speed of a MIDI link, and to programs at once.

      With --synth, midirec plays the file with a SoundFont, as midirec synth does. This needs no sequencer.
      """)

  @Argument(help: "File to play, or - for standard input")
  var file: String

  @Option(name: .customLong("out"), help: EndpointResolver.outputHelp)
  var output: EndpointQuery?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("Create a virtual port of this name and play from it", valueName: "name"))
  var portName: String?

  @Flag(help: "Play with midirec's own synthesizer")
  var synth = false

  @Flag(help: "Wait until the output or, with --as, a receiver is connected")
  var wait = false

  @Flag(help: "Stop when the output disconnects")
  var stopWhenGone = false

  @OptionGroup var selection: PlaybackSelection

  @Flag(help: "Repeat until Ctrl-C")
  var loop = false

  @Option(name: .customLong("repeat"), help: ArgumentHelp("Play this many times", valueName: "count"))
  var repeatCount: Int?

  @Flag(help: "Ignore timing, and send as fast as receivers read without loss")
  var asFastAsPossible = false

  @Flag(help: "Also print how late messages were sent")
  var lateness = false

  @Flag(help: "Print the result as JSON")
  var json = false

  @OptionGroup(title: "Options for --synth") var sound: LiveSoundOptions

  func validate() throws {
    try validateSynth()
    if output != nil, portName != nil {
      throw ValidationError(
        "--out and --as can't be used together. Use --out to send to a port, or --as to create one.")
    }
    if let portName, portName.allSatisfy(\.isWhitespace) {
      throw ValidationError("The virtual port needs a name.")
    }
    if stopWhenGone, portName != nil { throw ValidationError("--stop-when-gone requires --out.") }
    if loop, repeatCount != nil { throw ValidationError("--loop and --repeat can't be used together.") }
    if let repeatCount, repeatCount < 1 {
      throw ValidationError("--repeat must be at least 1 (found \(repeatCount)).")
    }
    if lateness, asFastAsPossible {
      throw ValidationError("--lateness can't be used with --as-fast-as-possible, which ignores timing.")
    }
  }

  private func validateSynth() throws {
    guard synth else {
      if sound.isGiven { throw ValidationError("Synthesizer options require --synth.") }
      return
    }
    if output != nil || portName != nil {
      throw ValidationError("--synth can't be used with --out or --as.")
    }
    if wait || stopWhenGone || asFastAsPossible || lateness {
      throw ValidationError(
        "--wait, --stop-when-gone, --as-fast-as-possible, and --lateness can't be used with --synth."
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
      StandardError.say("\(notes) left out, because transposing moves them outside 0 to 127")
    }
    guard let passes = RepeatedRecording(of: selected.recording, count: loop ? nil : repeatCount ?? 1) else {
      throw CommandFailure(
        CommandFailure.usage,
        selected.recording.duration > .zero
          ? "this many repetitions would last longer than 292 years"
          : "can't repeat an empty take; remove --loop or --repeat")
    }
    let signals = try StopSignals()
    if synth {
      let status = ReplayStatus(passes)
      let report = try SynthReplay(passes, stop: signals.stop).play(
        on: try sound.open(),
        notice: { text in
          status.clear()
          StandardError.say(text)
        }, observe: status.show)
      status.clear()
      return try finish(report, leftOutNoteCount: selected.leftOutNoteCount)
    }
    var playback = try open(stop: signals.stop)
    do {
      playback.keeper = try .start()
    } catch {
      StandardError.say("\(error), so notes may hang if midirec is killed")
    }
    if wait, let portName {
      StandardError.say("waiting for a connection to \(portName)")
      guard try playback.waitForConnection(stop: signals.stop) else { throw CommandFailure.interruptedReplay }
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
    // Restores the terminal when this returns or throws.
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
      try StandardOutput.tell(report.line(of: file))
      if self.lateness, let lateness = report.lateness { try StandardOutput.tell(lateness.table) }
    }
    if lateness, let errno = report.priorityRefusal {
      StandardError.say("can't get real-time priority (\(Errno(rawValue: errno)))")
    }
    try report.check(isEndless: loop)
  }
}

extension CommandFailure {
  /// The failure of a replay that the user has ended.
  fileprivate static var interruptedReplay: CommandFailure {
    CommandFailure(interrupted, "interrupted; all notes were released")
  }
}

extension PlaybackReport {
  /// Returns the result in one line: `take.mid: 1,200 messages in 61.25 s, at most 1 ms off`.
  func line(of file: String) -> String {
    let lateness = lateness.map { ", at most \($0.largest.shortText) off" } ?? ""
    return "\(file.printable): \(pluralized(sentCount, "message")) in \(elapsed.shortText)\(lateness)"
  }

  /// Throws an error if the replay ended early or lost events.
  ///
  /// - Parameter isEndless: Whether only a stop ends the replay.
  func check(isEndless: Bool = false) throws(CommandFailure) {
    switch ending {
    case .stopped where !isEndless: throw .interruptedReplay
    case .destinationLeft:
      throw CommandFailure(
        CommandFailure.unavailable, "the output disconnected after \(pluralized(sentCount, "event"))")
    case .completed, .stopped: break
    }
    let losses = [
      lostCount > 0 ? "\(pluralized(lostCount, "event")) lost, because the receiver was full" : nil,
      unsentCount > 0
        ? "\(pluralized(unsentCount, "event")) not sent, because the output disconnected \(pluralized(gapCount, "time"))"
        : nil,
    ].compactMap { $0 }
    if !losses.isEmpty {
      throw CommandFailure(CommandFailure.eventsLost, losses.joined(separator: "; "))
    }
  }
}
