internal import ALSASequencer
internal import MIDICore
internal import Sessions
internal import SystemPackage
internal import Waiting

/// One run of a program under test on this machine, from its start to its end.
struct ProgramRun {
  /// The results of the program.
  struct Observed {
    var replies: [ProgramConnection.Reply]
    /// The names of the program's ports that sent messages.
    var sources: [String]
    var texts: [Observation.Text]
    /// The Standard MIDI File that the program wrote, or `nil` if no such file is compared.
    var take: [UInt8]?
  }

  private let settings: ProgramSettings
  private let messages: [TimedMessage]
  private let duration: Nanoseconds
  private let context: SubjectContext

  init(
    _ settings: ProgramSettings, _ messages: [TimedMessage], duration: Nanoseconds, _ context: SubjectContext
  ) {
    self.settings = settings
    self.messages = messages
    self.duration = duration
    self.context = context
  }

  private static let stopTimeout = Nanoseconds.seconds(2)

  /// Runs the program.
  func observed() throws -> Observed {
    try PortNames.reserving(settings.wiring.fixedNames) {
      do {
        return try observe()
      } catch let error as SequencerError {
        throw SubjectFailure(error)
      }
    }
  }

  private func observe() throws -> Observed {
    var wiring = settings.wiring
    if !settings.compared.contains(.timeline), !wiring.output.isVirtual { wiring.output = .none }
    let instruments = try SessionInstruments.plug(for: settings)
    defer { instruments?.unplugAll() }
    // Open the ports before the program starts, because its command can name their addresses.
    var link = try ProgramConnection.open(wiring)
    link.instrument = instruments
    let place = LaunchContext(session: context.folder, sender: link.sender, receiver: link.receiver)
    let launch = try place.launch(settings)
    let earlier = settings.file.flatMap { file in
      launch.folder.flatMap { FileFingerprint($0.pushing(FilePath(file))) }
    }
    return try ProgramProcess.run(launch) { process in
      let replay = ProgramReplay(settings, messages, duration: duration, stop: context.stop)
      let outcome = try replay.play(through: &link, to: process)
      if case .played = outcome, !settings.atEnd.isEmpty {
        _ = try place.output(of: settings.atEnd, settings, in: process.folder)
      }
      // Later messages aren't replies to the recording.
      let (replies, sources) = (link.replies, link.sources)
      if !process.hasEnded { replay.release(through: &link, to: process, after: outcome) }
      // If the run is stopped, don't wait for a slow program.
      let limit =
        context.stop?.isStopRequested == true
        ? min(settings.limits.end, Self.stopTimeout) : settings.limits.end
      let end = process.end(settings.ending.request, within: limit)
      try ProgramVerdict(settings, process, end).require(outcome)
      let contents = try ProgramTexts(settings, place, process, earlier).all()
      return Observed(
        replies: settings.compared.contains(.timeline) ? replies : [], sources: sources,
        texts: contents.texts, take: contents.take)
    }
  }
}

extension ProgramRouting {
  /// The names of midirec's ports that the program looks for.
  fileprivate var fixedNames: Set<String> {
    var names: Set<String> = []
    if case .virtual(let name) = input { names.insert(name) }
    if case .virtual(let name) = output { names.insert(name) }
    return names
  }
}

extension ProgramRouting.Output {
  /// Whether the program connects itself.
  fileprivate var isVirtual: Bool {
    if case .virtual = self { true } else { false }
  }
}

extension SubjectFailure {
  /// Creates a failure for an error of the sequencer.
  init(_ error: SequencerError) {
    self.init(
      .unavailable, "\(error)",
      details: error.isSequencerUnavailable
        ? ["load the sequencer with: sudo modprobe snd-seq; or use clock: simulated"] : [])
  }
}
