internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecReports
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SystemPackage

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

  @Option(help: ArgumentHelp("Start at this time of the file, such as 30s or 1.5m", valueName: "time"))
  var from: Nanoseconds?

  @Option(help: ArgumentHelp("End at this time of the file, such as 45s or 2m", valueName: "time"))
  var to: Nanoseconds?

  @Option(help: ArgumentHelp("Play only these tracks, such as 1,3-5", valueName: "numbers"))
  var tracks: NumberSelection?

  @Option(help: ArgumentHelp("Leave out these tracks", valueName: "numbers"))
  var dropTracks: NumberSelection?

  @OptionGroup var filters: FileFilterOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Transpose all notes, from -127 to 127", valueName: "semitones"))
  var transpose: Int?

  @Option(help: ArgumentHelp("Play at this speed, such as 2, 0.5, 150%, or 3/2", valueName: "ratio"))
  var speed: Ratio?

  @Flag(help: "Repeat until Ctrl-C")
  var loop = false

  @Option(name: .customLong("repeat"), help: ArgumentHelp("Play this many times", valueName: "count"))
  var repeatCount: Int?

  @Flag(help: "Ignore timing, and send as fast as receivers read without loss")
  var asFastAsPossible = false

  @Flag(help: "Also print how late messages were sent")
  var lateness = false

  @OptionGroup var result: JSONOption

  @OptionGroup(title: "Options for --synth") var sound: LiveSoundOptions

  func validate() throws {
    if let to, to <= from ?? .zero { throw ValidationError("--to must be later than --from.") }
    try ValidationError.check(transpose, -127...127, "--transpose")
    try validateSynth()
    try EndpointResolver.check(output, portName)
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
    let selected = try selectedRecording(of: InputFile(file))
    // A file that can't be read is the more likely mistake.
    try EndpointResolver(.output).require(
      isGiven: output != nil || portName != nil || synth, or: "--as or --synth")
    if selected.leftOutNoteCount > 0 {
      let notes = pluralized(selected.leftOutNoteCount, "note")
      StandardError.say("\(notes) left out, because transposing moves them outside 0 to 127")
    }
    guard let passes = RepeatedRecording(of: selected.recording, count: loop ? nil : repeatCount ?? 1) else {
      throw CommandFailure(
        .usage,
        selected.recording.duration > .zero
          ? "this many repetitions would last longer than 292 years"
          : "can't repeat an empty take; remove --loop or --repeat")
    }
    let signals = try StopSignals()
    if synth {
      let status = StatusLine()
      let report = try sound.open().play(
        passes, stop: signals.stop,
        notice: { text in
          status.clear()
          StandardError.say(text)
        }, observe: { status.show($0, of: passes, say: StandardError.say) })
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
    let status = StatusLine()
    let observe = { (notice: PlaybackNotice) in status.show(notice, of: passes, say: StandardError.say) }
    let report =
      asFastAsPossible
      ? try playback.playAtFullSpeed(passes, stop: signals.stop, observe: observe)
      : try playInTime(passes, &playback, signals.stop, observe)
    status.clear()
    try finish(report, leftOutNoteCount: selected.leftOutNoteCount)
  }

  private func playInTime(
    _ passes: RepeatedRecording, _ playback: inout Playback, _ stop: StopToken,
    _ observe: (PlaybackNotice) -> Void
  ) throws -> PlaybackReport {
    let key = PauseKey()
    // Restores the terminal when this returns or throws.
    return try withExtendedLifetime(key) {
      try playback.play(
        passes, stop: stop, pause: key?.pause, endsWhenDestinationLeaves: stopWhenGone, observe: observe)
    }
  }

  private func open(stop: StopToken) throws -> Playback {
    if let portName { return try Playback.open(as: portName) }
    guard let destination = try EndpointResolver(.output).connectedOne(output, wait: wait, stop: stop) else {
      return try Playback.open(as: "midirec")
    }
    return try Playback.open(to: destination)
  }

  private func finish(_ report: PlaybackReport, leftOutNoteCount: Int) throws {
    if result.json {
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

  /// Reads the recording to play, and returns it with the number of notes that --transpose would move outside 0 to 127.
  ///
  /// - Throws: An error if the file can't be read, or the options leave no track or message.
  private func selectedRecording(of input: InputFile) throws -> (recording: Recording, leftOutNoteCount: Int)
  {
    let whole = try input.file()
    var file = try filters.applied(to: whole)
    if filters.isGiven, try input.recording(of: file).tracks.allSatisfy(\.messages.isEmpty) {
      throw Self.noMessage(of: try input.recording(of: whole))
    }
    try input.requireExcerpt(from: from, to: to, of: file)
    if from != nil || to != nil { file = file.excerpt(from: from ?? .zero, to: to) }
    try checkTracks(of: file)
    if tracks != nil || dropTracks != nil { file = file.keepingTracks { isKept($0 + 1) } }
    let recording = try input.recording(of: file)
    let (transposed, leftOutCount) = transpose.map { recording.transposed(by: $0) } ?? (recording, 0)
    guard let speed else { return (transposed, leftOutCount) }
    guard let faster = transposed.faster(by: speed) else {
      throw ValidationError("At this --speed, the file would last longer than 292 years.")
    }
    return (faster, leftOutCount)
  }

  private func isKept(_ track: Int) -> Bool {
    tracks?.contains(track) ?? true && !(dropTracks?.contains(track) ?? false)
  }

  private func checkTracks(of file: MIDIFile) throws {
    guard tracks != nil || dropTracks != nil else { return }
    let numbers = file.tracks.indices.map { $0 + 1 }
    if numbers.contains(where: isKept) { return }
    let list = zip(numbers, file.tracks).map { number, track in
      track.name.map { "\(number) (\($0.printable))" } ?? "\(number)"
    }
    throw CommandFailure(.usage, "no track is left to play; the file has: \(list.joined(separator: ", "))")
  }

  private static func noMessage(of recording: Recording) -> CommandFailure {
    let list = recording.channels.sorted().map(\.description).joined(separator: ", ")
    return CommandFailure(
      .usage,
      "no message is left to play"
        + (list.isEmpty ? "" : "; the tracks have channels: \(list)"))
  }
}
