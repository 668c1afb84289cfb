internal import ALSASequencer
internal import Dispatch
internal import FoundationEssentials
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import Synchronization
internal import SystemPackage

/// One run of a program under test, from its start to its end.
///
/// A run happens on this machine or on a simulated one. midirec passes the run as JSON to the midirec on the simulated
/// machine.
package struct ProgramRun: Codable {
  let settings: ProgramSettings
  /// The messages of the recording, from source 0.
  let messages: [SourcedMessage]
  let duration: Nanoseconds
  /// The absolute path of the session's folder.
  let folder: FilePath
  /// The absolute path of the recording, or `nil` if there is none.
  let take: FilePath?

  /// The results of the program.
  struct Observed: Codable {
    var replies: [SourcedMessage]
    /// The names of the program's ports that sent messages.
    var sources: [String]
    var texts: [PartName: String]
    /// The Standard MIDI File that the program wrote, or `nil` if no such file is compared.
    var take: Data?
    /// The files that the session should name, if it names nothing to compare.
    var strayTakes = StrayTakes()
    /// The memory of the program's processes in KiB after each quarter of a long recording.
    var memory: [Int] = []
  }

  /// The number of messages of a recording during which the program's memory is measured.
  static let longRecordingCount = 4_000

  /// The time for the end of a stopped run, which doesn't wait for a slow program.
  private static let stopTimeout = Nanoseconds.seconds(2)

  /// Runs the program on this machine.
  ///
  /// - Parameter stop: Ends the run early.
  func observed(stop: StopToken?) throws -> Observed {
    if settings.isWithoutPorts { return try observeWithoutPorts(stop) }
    // The names of midirec's ports that the program looks for.
    let names = [settings.wiring.input.virtualName, settings.wiring.output.virtualName].compactMap(\.self)
    return try Self.reserving(Set(names)) {
      do {
        return try observe(stop)
      } catch let error as SequencerError {
        throw SubjectFailure(error)
      }
    }
  }

  /// Runs the program on this machine, and returns its reaction to the recording.
  ///
  /// - Throws: An error of midirec itself. A failure of the program is a part of the reaction.
  func reaction(stop: StopToken?) throws -> Reaction {
    do {
      let observed = try observed(stop: stop)
      return Reaction(replies: observed.replies, memory: observed.memory)
    } catch let failure as SubjectFailure where failure.kind != .stopped {
      return Reaction(failure: failure)
    }
  }

  /// The port names that programs under test look for, each with a semaphore. Sessions bound their number.
  private static let portNames = Mutex<[String: DispatchSemaphore]>([:])

  /// Waits until no other run of this process uses any of the port names, and reserves them while `body` runs.
  static func reserving<Result>(_ names: Set<String>, _ body: () throws -> Result) rethrows -> Result {
    // Sorted, to prevent a deadlock.
    let semaphores = names.sorted().map { name in
      portNames.withLock { semaphores in
        if let known = semaphores[name] { return known }
        let new = DispatchSemaphore(value: 1)
        semaphores[name] = new
        return new
      }
    }
    for semaphore in semaphores { semaphore.wait() }
    defer { for semaphore in semaphores { semaphore.signal() } }
    return try body()
  }

  private func observe(_ stop: StopToken?) throws -> Observed {
    var wiring = settings.wiring
    if !settings.compared.contains(.timeline), wiring.output.virtualName == nil { wiring.output = .none }
    let instruments = try SessionInstruments(for: settings, in: folder)
    defer { instruments?.unplugAll() }
    // Open the ports before the program starts, because its command can name their addresses.
    var link = try ProgramConnection.open(wiring)
    link.instrument = instruments
    link.steps = try ProgramConnection.Steps(settings.steps, in: folder)
    if !link.steps.isPlugged { link.unplug() }
    let place = LaunchContext(session: folder, take: take, ports: (link.sender, link.receiver))
    let launch = try place.launch(settings)
    let earlier = earlierFile(launch)
    let search = StrayTakeSearch(settings.command, launch)
    return try ProgramProcess.run(launch) { process in
      let lastEnd = [duration, instruments?.end, link.steps.end].compactMap(\.self).max() ?? duration
      let replay = ProgramReplay(settings, messages.map(\.timed), duration: lastEnd)
      (link.process, link.endDescriptor, link.stop) = (process, process.endDescriptor, stop)
      if messages.count >= Self.longRecordingCount { link.memory = { process.memory } }
      let outcome = try replay.play(through: &link, to: process)
      if case .played = outcome, !settings.atEnd.isEmpty {
        _ = try place.output(of: settings.atEnd, settings, in: process.folder)
      }
      // Later messages aren't replies to the recording.
      let (replies, sources) = (link.replies, link.sources)
      if !process.isKilled, !process.child.hasEnded { replay.release(through: link, after: outcome) }
      let end = process.end(settings.ending, within: endLimit(stop))
      let ended = EndedProgram(settings: settings, place: place, process: process, end: end, earlier: earlier)
      do throws(SubjectFailure) {
        try ended.require(outcome)
      } catch {
        var error = error
        error.replies = Array(replies.prefix(Evidence.Run.limit))
        guard case .interrupted(after: .start) = outcome, end.termination == .exit(0) else { throw error }
        throw error.adding(search.takes(in: process.folder), settings)
      }
      let contents = try ended.contents()
      return Observed(
        replies: settings.compared.contains(.timeline) ? replies : [], sources: sources,
        texts: contents.texts, take: contents.take.map { Data($0) }, memory: link.memoryByQuarter)
    }
  }

  /// Runs a program that only has to end by itself. It needs no sequencer.
  private func observeWithoutPorts(_ stop: StopToken?) throws -> Observed {
    let place = LaunchContext(session: folder, take: take, ports: nil)
    let launch = try place.launch(settings)
    let earlier = earlierFile(launch)
    let search = StrayTakeSearch(settings.command, launch)
    return try ProgramProcess.run(launch) { process in
      let deadline = monotonicTime() + duration + settings.tail + settings.limits.end
      let waited = wait(for: process.endDescriptor, stop: stop, until: deadline)
      let isLate = waited == .deadlinePassed
      let end = process.end(.itself, within: isLate ? .zero : endLimit(stop))
      let ended = EndedProgram(settings: settings, place: place, process: process, end: end, earlier: earlier)
      let isProbe = settings.compared.isEmpty
      if waited == .stopRequested { throw SubjectFailure(.stopped, "stopped") }
      if !(isLate && isProbe) { try ended.require(isLate ? .played : .interrupted(after: .start)) }
      if isProbe {
        var takes = isLate ? StrayTakes() : search.takes(in: process.folder)
        takes.lastLines = process.lastLines()
        return Observed(replies: [], sources: [], texts: [:], strayTakes: takes)
      }
      let contents = try ended.contents()
      return Observed(replies: [], sources: [], texts: contents.texts, take: contents.take.map { Data($0) })
    }
  }

  /// Returns the fingerprint of the compared file before the start, or `nil` if it doesn't exist.
  private func earlierFile(_ launch: ProgramProcess.Launch) -> FileFingerprint? {
    settings.file.flatMap { file in launch.folder.flatMap { FileFingerprint($0.pushing(FilePath(file))) } }
  }

  private func endLimit(_ stop: StopToken?) -> Nanoseconds {
    stop?.isStopRequested == true ? min(settings.limits.end, Self.stopTimeout) : settings.limits.end
  }
}

extension SubjectFailure {
  /// Returns the failure of a program that ended before it had ports, with the files that it wrote.
  fileprivate func adding(_ takes: StrayTakes, _ settings: ProgramSettings) -> SubjectFailure {
    guard let finding = takes.finding, settings.file == nil else { return self }
    let keys = "input: none, output: none, and ending: by-itself"
    var failure = SubjectFailure(
      kind, "\(reason), and \(finding.reason)", remedy: "\(finding.remedy), and \(keys)", details: details)
    failure.strayTakes = takes
    return failure
  }

  /// Creates a failure for an error of the sequencer.
  init(_ error: SequencerError) {
    self.init(
      .unavailable, "\(error)",
      details: error.isSequencerUnavailable
        ? ["load the sequencer with: sudo modprobe snd-seq; or use clock: simulated"] : [])
  }
}
