internal import ALSASequencer
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecSystem
internal import MIDIRecTakes
internal import MIDIRecWorkbench
internal import Synchronization
internal import SystemPackage

/// A take that grows.
struct RunningRecording: Sendable {
  let file: String
  /// The start of the take on the studio's clock.
  let since: Nanoseconds
  let stop: StopToken
  /// The start of its capture on the studio's clock, or `nil` before it.
  var captureStart: Nanoseconds?
  let additions = TakeAdditions()
  /// The take's source for the studio's own port, or `nil` if the take doesn't have it.
  var ownSource: Int?
  /// The thread's result, which arrives when the file is complete.
  let result: RecordingResult
  var messageCount = 0
  var noteCount = 0
  /// The failure of the disk, or `nil`.
  var problem: String?

  /// Creates a recording that hasn't started, or returns `nil` if no file descriptors are left.
  init?(file: String, since: Nanoseconds) {
    guard let stop = StopToken(), let result = RecordingResult() else { return nil }
    (self.file, self.since, self.stop, self.result) = (file, since, stop, result)
  }

  /// Adds a mark, unless the capture hasn't started. Its start adds the earlier marks.
  func add(_ mark: Mark) {
    guard let captureStart, mark.time >= since else { return }
    additions.add(mark: mark.text, at: mark.time - captureStart)
  }

  /// Adds a message of the studio's own port, which the capture of the take doesn't receive.
  func add(_ timed: TimedMessage) {
    guard let captureStart, let ownSource, timed.time >= since else { return }
    additions.add(
      TimedMessage(time: timed.time - captureStart, message: timed.message), from: ownSource)
  }
}

/// An input that is recorded, or that was disconnected after the start of the take.
private struct RecordedInput {
  let endpoint: Endpoint
  /// The studio's input, or `nil` if the studio didn't have it at the start.
  let input: Int?
}

/// The finished take, for which a command waits.
final class RecordingResult: Sendable {
  typealias Outcome = Result<(file: String, summary: TakeSummary), StudioError>

  private let finished: StopToken
  private let outcome = Mutex<Outcome?>(nil)

  init?() {
    guard let finished = StopToken() else { return nil }
    self.finished = finished
  }

  /// Sets the result.
  func set(_ result: Outcome) {
    outcome.withLock { $0 = result }
    finished.requestStop()
  }

  /// Waits for the result.
  func wait() throws -> (file: String, summary: TakeSummary) {
    finished.wait(or: finished)
    guard let outcome = outcome.withLock(\.self) else { throw StudioError("the take has no result") }
    return try outcome.get()
  }
}

extension Studio {
  /// The time from the connections of a recording until it gets the earlier messages, all of which the studio has read by
  /// then.
  private static let readingDelay = Nanoseconds.milliseconds(500)

  /// Records inputs to a new file, or all inputs and later ones. It continues when pages are closed.
  ///
  /// - Parameters:
  ///   - ids: The inputs, or `nil` for all.
  ///   - beginning: The start of the take, such as the time of a click, or `nil` for now.
  func record(_ ids: [Int]?, since beginning: Nanoseconds?) throws -> Reply {
    let now = now
    guard let recording = RunningRecording(file: unusedTakeName(), since: min(beginning ?? now, now)) else {
      throw StudioError("no file descriptors are left")
    }
    // Before anything starts, because two pages can record at the same time.
    let isOnly = change { model in
      guard model.recording == nil else { return false }
      model.recording = recording
      return true
    }
    guard isOnly else { throw StudioError("a take is being recorded already") }
    do {
      return try start(recording, of: ids)
    } catch {
      end(recording, with: .failure(StudioError(Self.text(of: error))))
      throw error
    }
  }

  private func start(_ recording: RunningRecording, of ids: [Int]?) throws -> Reply {
    let inputs = try recordedInputs(ids, since: recording.since)
    let hasOwn = ids?.contains(Self.ownInput) ?? true
    // The source of the studio's own port, whose messages the capture doesn't receive, follows the first ones.
    let capture = try Capture.start(
      from: inputs.map { TrackedEndpoint($0.endpoint, direction: .input) },
      as: hasOwn ? Self.portName : nil, isOpen: false, addsNewInputs: ids == nil)
    let files = TakeFiles(
      path: folder.appending(recording.file), sources: capture.takeSources, addsSources: ids == nil,
      date: TakeDate().universalText, replacing: false)
    let captureStart = time(at: capture.start)
    let recorder = try TakeRecorder(
      capture, plan: RecordingPlan(), observer: observer(), files: files, additions: recording.additions)
    change { model in
      model.recording?.captureStart = captureStart
      model.recording?.ownSource = hasOwn ? inputs.count : nil
      for mark in model.marks.stored { model.recording?.add(mark) }
      for arrival in model.arrivals.stored where arrival.source == Self.ownInput {
        model.recording?.add(arrival.timed)
      }
    }
    let isStarted = JoinableThread.detach(with: recorder) { [self] recorder in
      run(recorder, for: recording, of: inputs, captureStart: captureStart)
    }
    guard isStarted else { throw StudioError.noThread }
    let names = ids == nil ? ["all"] : inputs.isEmpty ? ["none"] : inputs.map(\.endpoint.displayName)
    let options = names.map { " --in \($0.shellWord)" }.joined()
    return Reply(command: "midirec capture\(options) -o \(recording.file)", file: recording.file)
  }

  /// Records until the stop, on the thread of the take.
  private func run(
    _ recorder: consuming TakeRecorder, for recording: RunningRecording, of inputs: [RecordedInput],
    captureStart: Nanoseconds
  ) {
    var recorder = recorder
    _ = wait(stop: nil, until: StopToken.now + Self.readingDelay)
    // Connecting the inputs can take seconds on a busy machine, but the studio is connected already.
    recorder.precede(
      by: messages(from: inputs, since: recording.since, captureStart: captureStart),
      since: recording.since - captureStart)
    var outcome: RecordingResult.Outcome = .failure(StudioError("nothing was recorded"))
    do {
      _ = try recorder.record(stop: recording.stop) { path, summary in
        outcome = .success((path.lastComponent?.string ?? recording.file, summary))
      }
    } catch {
      outcome = .failure(StudioError(Self.text(of: error)))
    }
    end(recording, with: outcome)
  }

  /// Returns the inputs of a take: all or the chosen ones, and inputs that were disconnected after its start.
  ///
  /// - Throws: `StudioError` if no chosen input is left.
  private func recordedInputs(_ ids: [Int]?, since start: Nanoseconds) throws -> [RecordedInput] {
    // Before the list of ports, because an input can be disconnected at any time from then on.
    let (known, heard) = model.withLock { model in
      (model.live.inputs, Set(model.arrivals.stored.filter { $0.timed.time >= start }.map(\.source)))
    }
    if let unknown = ids?.first(where: { !known.indices.contains($0) }) {
      throw StudioError("there is no input \(unknown)")
    }
    let present = try sequencer.ports.current.filter { $0.directions.contains(.input) }
      .map { RecordedInput(endpoint: $0, input: known.index(of: $0)) }
    let absent = heard.subtracting(present.compactMap(\.input)).sorted()
      .compactMap { input in known[input].endpoint.map { RecordedInput(endpoint: $0, input: input) } }
    guard let ids else { return present + absent }
    let chosen = (present + absent).filter { recorded in recorded.input.map(ids.contains) ?? false }
    if chosen.isEmpty, !ids.contains(Self.ownInput) {
      let names = ids.map { known[$0].name }.joined(separator: " and ")
      throw StudioError(
        ids.isEmpty ? "choose an input" : "\(names) \(ids.count == 1 ? "isn't" : "aren't") connected")
    }
    return chosen
  }

  /// Returns the messages that the studio has received from inputs, on the clock of a capture.
  private func messages(
    from inputs: [RecordedInput], since start: Nanoseconds, captureStart: Nanoseconds
  ) -> [EarlierMessages.Element] {
    model.withLock { model in
      var sources: [Int: Int] = [:]
      for (source, recorded) in inputs.enumerated() {
        // The studio may have found an input after the start.
        if let input = recorded.input ?? model.live.inputs.index(of: recorded.endpoint) {
          sources[input] = source
        }
      }
      return model.arrivals.stored.compactMap { arrival in
        guard arrival.timed.time >= start, let source = sources[arrival.source] else { return nil }
        let time = arrival.timed.time - captureStart
        return (TimedMessage(time: time, message: arrival.timed.message), source)
      }
    }
  }

  /// Ends a recording. The next one can start before the commands that wait for this one get its result.
  private func end(_ recording: RunningRecording, with outcome: RecordingResult.Outcome) {
    change { model in
      model.recording = nil
      model.takesVersion += 1
    }
    recording.result.set(outcome)
  }

  /// Ends the take, and waits until its file is complete.
  func stopRecording() throws -> Reply {
    guard let recording = model.withLock(\.recording) else { throw StudioError("no take is being recorded") }
    recording.stop.requestStop()
    let (file, summary) = try recording.result.wait()
    return Reply(file: file, messages: summary.messageCount, notes: summary.noteCount)
  }

  /// Finishes the take at the end of the studio.
  package func finish() {
    _ = try? stopRecording()
    _ = halt()
    endWatch()
    endAudition()
    // Closes the file of the audio.
    try? player.open(nil)
    for page in model.withLock({ Array($0.playedNotes.keys) }) { _ = try? releaseAll(of: page) }
  }

  private func observer() -> RecordingObserver {
    var observer = RecordingObserver()
    observer.interval = .milliseconds(250)
    observer.progress = { [self] summary in
      change { model in
        model.recording?.messageCount = summary.messageCount
        model.recording?.noteCount = summary.noteCount
      }
    }
    observer.arrived = { [self] arrival in
      if case .inputRefused(let error) = arrival { tell(.notice("\(error)")) }
    }
    observer.diskChanged = { [self] change in
      let problem: String? =
        switch change {
        case .failed(let error): "\(error); the take continues in memory"
        case .worksAgain, .restarted, .renamed: nil
        }
      self.change { $0.recording?.problem = problem }
      if let problem { tell(.notice(problem)) }
    }
    return observer
  }

  /// A name for a take that no file has: `take-2026-11-29-154500.mid`, in local time.
  func unusedTakeName() -> String { unusedName(like: "take-\(TakeDate().nameText).mid") }

  /// Returns a name that no file in the folder has, and that wasn't returned before, because pages write files at the same
  /// time: the given one, or one with a number.
  func unusedName(like name: String) -> String {
    let path = folder.appending(name)
    return claimedNames.withLock { claimed in
      let free =
        (1...).lazy.map { path.numbered($0) }
        .first { !FileSystem.exists($0) && !claimed.contains($0) } ?? path
      claimed.insert(free)
      return free.lastComponent?.string ?? name
    }
  }
}

extension [LiveState.Input] {
  /// Returns the index of a connected input by its address.
  fileprivate func index(of endpoint: Endpoint) -> Int? {
    lastIndex { $0.isConnected && $0.address == "\(endpoint.address)" }
  }
}
