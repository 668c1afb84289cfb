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
  let since: Nanoseconds
  let stop: StopToken
  /// The start of the take on the studio's clock.
  let origin: Nanoseconds
  let marks: TakeMarks
  /// The thread's result, which arrives when the file is complete.
  let result: RecordingResult
  var messageCount = 0
  var noteCount = 0
  /// The failure of the disk, or `nil`.
  var problem: String?
}

/// The finished take, for which a command waits.
final class RecordingResult: Sendable {
  private let finished: StopToken
  private let outcome = Mutex<Result<(file: String, summary: TakeSummary), StudioError>?>(nil)

  init?() {
    guard let finished = StopToken() else { return nil }
    self.finished = finished
  }

  /// Sets the result, once.
  func set(_ result: Result<(file: String, summary: TakeSummary), StudioError>) {
    outcome.withLock { $0 = $0 ?? result }
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
  /// Records inputs to a new file, or all inputs and later ones. It continues when pages are closed.
  ///
  /// - Parameter ids: The inputs, or `nil` for all.
  func record(_ ids: [Int]?) throws -> Reply {
    guard model.withLock({ $0.recording == nil }) else {
      throw StudioError("a take is being recorded already")
    }
    let wanted = try ids.map { try endpoints(of: $0) }
    let sources = try wanted ?? sequencer.ports.current.filter { $0.directions.contains(.input) }
    let tracked = sources.map { TrackedEndpoint($0, direction: .input) }
    let capture = try Capture.start(
      from: tracked, as: tracked.isEmpty ? "midirec take" : nil, addsNewInputs: wanted == nil)
    let name = unusedTakeName()
    guard let stop = StopToken(), let result = RecordingResult() else {
      throw StudioError("no file descriptors are left")
    }
    let files = TakeFiles(
      path: folder.appending(name), sources: tracked.takeSources, addsSources: wanted == nil,
      date: TakeDate().universalText, replacing: false)
    let marks = TakeMarks()
    let origin = now - capture.elapsed
    let recorder = try TakeRecorder(
      capture, plan: RecordingPlan(), observer: observer(), files: files, marks: marks)
    let since = now
    change {
      $0.recording = RunningRecording(
        file: name, since: since, stop: stop, origin: origin, marks: marks, result: result)
    }
    let box = Mutex<TakeRecorder?>(recorder)
    let thread = JoinableThread.start { [self] in
      guard let recorder = box.withLock({ $0.take() }) else { return }
      do {
        _ = try recorder.record(stop: stop) { path, summary in
          result.set(.success((path.lastComponent?.string ?? name, summary)))
        }
        result.set(.failure(StudioError("nothing was recorded")))
      } catch {
        result.set(.failure(StudioError(Self.text(of: error))))
      }
      change { model in
        model.recording = nil
        model.takesVersion += 1
      }
    }
    guard let thread else {
      change { $0.recording = nil }
      throw StudioError("can't start a thread")
    }
    thread.detach()
    let inputs = wanted.map { $0.map { " --in \($0.displayName.shellWord)" }.joined() } ?? " --in all"
    return Reply(command: "midirec capture\(inputs) -o \(name)", file: name)
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

  func endpoints(of ids: [Int]) throws -> [Endpoint] {
    let addresses = try model.withLock { model in
      try ids.map { id in
        guard model.live.inputs.indices.contains(id) else { throw StudioError("there is no input \(id)") }
        return model.live.inputs[id]
      }
    }
    let ports = try sequencer.ports.current
    return try addresses.map { input in
      guard let port = ports.first(where: { "\($0.address)" == input.address }) else {
        throw StudioError("\(input.name) isn't connected")
      }
      return port
    }
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

  /// Returns a name that no file in the folder has: the given one, or one with a number.
  func unusedName(like name: String) -> String {
    let path = folder.appending(name)
    let free = (1...).lazy.map { path.numbered($0) }.first { !FileSystem.exists($0) }
    return free?.lastComponent?.string ?? name
  }
}
