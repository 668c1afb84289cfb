internal import ALSASequencer
internal import EventLanguage
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecSystem
internal import MIDIRecTakes
internal import MIDIRecWorkbench
internal import Synchronization
internal import SystemPackage

/// A take that grows.
///
/// It gets the same arrivals as the pages.
struct RunningRecording: Sendable {
  /// A part of a take.
  enum Event {
    case arrival(Capture.Arrival)
    case mark(Mark)

    var time: Nanoseconds {
      switch self {
      case .arrival(let arrival): arrival.time ?? .zero
      case .mark(let mark): mark.time
      }
    }
  }

  /// The maximum number of events that wait while the disk stands still. The take reports the loss of later ones.
  private static let mostWaiting = 2_000_000

  let file: String
  /// The start on the studio's clock.
  let since: Nanoseconds
  /// The inputs of the take, or `nil` for all inputs, also later ones.
  let inputs: Set<Int>?
  /// The end on the studio's clock, or `nil` before the stop.
  var end: Nanoseconds?
  /// The events that the take doesn't have yet.
  private var waiting: [Event] = []
  /// The thread's result, which arrives when the file is complete.
  let result: RecordingResult
  var messageCount = 0
  var noteCount = 0
  /// The failure of the disk, or `nil`.
  var problem: String?

  /// Creates a recording that hasn't started, or returns `nil` if no file descriptors are left.
  init?(file: String, since: Nanoseconds, inputs: Set<Int>?) {
    guard let result = RecordingResult() else { return nil }
    (self.file, self.since, self.inputs, self.result) = (file, since, inputs, result)
  }

  /// Adds a mark.
  mutating func add(_ mark: Mark) {
    if mark.time >= since { waiting.append(.mark(mark)) }
  }

  /// Adds a message of an input of the take, or a change of its connection.
  mutating func add(_ arrival: Capture.Arrival) {
    guard let time = arrival.time, time >= since else { return }
    if let inputs, let source = arrival.source, !inputs.contains(source) { return }
    guard waiting.count >= Self.mostWaiting else { return waiting.append(.arrival(arrival)) }
    if waiting.count == Self.mostWaiting { waiting.append(.arrival(.overrun(at: time))) }
  }

  /// The inputs that have sent waiting events.
  var senders: Set<Int> {
    Set(
      waiting.compactMap { event in
        if case .arrival(let arrival) = event { arrival.source } else { nil }
      })
  }

  /// Removes and returns the events up to a time.
  mutating func removeEvents(until time: Nanoseconds) -> [Event] {
    let due = waiting.filter { $0.time <= time }
    if !due.isEmpty { waiting.removeAll { $0.time <= time } }
    return due
  }
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
  /// The time between two writes of received events.
  private static let interval = Nanoseconds.milliseconds(50)
  /// The time in which a mark or a note of a page arrives, before which the take gets nothing later.
  private static let delay = Nanoseconds.milliseconds(100)
  /// The time after which each input is connected, or refused.
  private static let connectingTime = Nanoseconds.milliseconds(500)

  /// The messages of a take.
  private static let filter = RecordingPlan().filter

  /// Records inputs to a new file, or all inputs and later ones. It continues when pages are closed.
  ///
  /// - Parameters:
  ///   - ids: The inputs, or `nil` for all.
  ///   - beginning: The start of the take, such as the time of a click, or `nil` for now.
  func record(_ ids: [Int]?, since beginning: Nanoseconds?) throws -> Reply {
    let now = now
    guard
      let recording = RunningRecording(
        file: unusedTakeName(), since: min(beginning ?? now, now), inputs: ids.map { Set($0) })
    else { throw StudioError("no file descriptors are left") }
    // Before anything starts, because two pages can record at the same time.
    let isOnly = change { model in
      guard model.recording == nil, !stop.isStopRequested else { return false }
      model.recording = recording
      for arrival in model.arrivals.stored {
        model.recording?.add(.message(arrival.timed, from: arrival.source))
      }
      for mark in model.marks.stored { model.recording?.add(mark) }
      return true
    }
    guard isOnly else { throw StudioError("a take is being recorded already") }
    do {
      return try start(recording)
    } catch {
      end(recording, with: .failure(StudioError(Self.text(of: error))))
      throw error
    }
  }

  private func start(_ recording: RunningRecording) throws -> Reply {
    let inputs = try recordedInputs(of: recording)
    let sources = inputs.map(\.number)
    let file = try TakeFile.create(
      at: folder.appending(recording.file), sources: inputs.map(\.input.takeSource),
      addsSources: recording.inputs == nil, date: TakeDate().universalText, replacing: false)
    let take = TakeInProgress(file, start: recording.since, observer: observer())
    let isStarted = JoinableThread.detach(with: take) { [self] in run($0, of: sources, for: recording) }
    guard isStarted else { throw StudioError.noThread }
    let others = inputs.compactMap(\.input.endpoint?.displayName)
    let names = recording.inputs == nil ? ["all"] : others.isEmpty ? ["none"] : others
    let options = names.map { " --in \($0.shellWord)" }.joined()
    return Reply(command: "midirec capture\(options) -o \(recording.file)", file: recording.file)
  }

  /// Returns the inputs of a take with their numbers: the chosen ones, or the connected ones and the senders since its
  /// start. The studio's own port is the last one.
  ///
  /// - Throws: `StudioError` if every chosen input is disconnected and hasn't sent.
  private func recordedInputs(
    of recording: RunningRecording
  ) throws -> [(number: Int, input: LiveState.Input)] {
    let (known, senders) = model.withLock { ($0.live.inputs, $0.recording?.senders ?? []) }
    let ids = recording.inputs?.sorted() ?? Array(known.indices)
    if let unknown = ids.first(where: { !known.indices.contains($0) }) {
      throw StudioError("there is no input \(unknown)")
    }
    let found = ids.filter { known[$0].isConnected || senders.contains($0) }
    if found.isEmpty {
      let names = ids.map { known[$0].name }.joined(separator: " and ")
      throw StudioError(
        ids.isEmpty ? "choose an input" : "\(names) \(ids.count == 1 ? "isn't" : "aren't") connected")
    }
    // A chosen input can come back.
    let numbers = recording.inputs == nil ? found : ids
    return (numbers.filter { $0 != Self.ownInput } + numbers.filter { $0 == Self.ownInput })
      .map { ($0, known[$0]) }
  }

  /// Names the inputs that the take lacks.
  private func tellAboutRefusedInputs() {
    let known = model.withLock { Set($0.live.inputs.filter(\.isConnected).map(\.address)) }
    let present = (try? sequencer.ports.current) ?? []
    let names = present.filter { $0.directions.contains(.input) && !known.contains("\($0.address)") }
      .map(\.displayName)
    guard !names.isEmpty else { return }
    tell(
      .notice(
        "the take lacks \(names.joined(separator: " and ")), which the studio can't receive: "
          + "a program may use it exclusively"))
  }

  /// Records until the stop, on the thread of the take.
  ///
  /// - Parameter sources: The studio's inputs, by the take's sources.
  private func run(_ take: consuming TakeInProgress, of sources: [Int], for recording: RunningRecording) {
    var take = take
    var sources = sources
    let start = now
    var hasLooked = recording.inputs != nil
    while true {
      _ = wait(stop: nil, until: StopToken.now + Self.interval)
      let now = now
      let (events, inputs, end) = model.withLock { model in
        let heard = min(model.heardUntil ?? now, now - Self.delay)
        let end = model.recording?.end
        let events = model.recording?.removeEvents(until: min(heard, end ?? heard)) ?? []
        return (events, model.live.inputs, end.flatMap { heard >= $0 ? $0 : nil })
      }
      if !hasLooked, now >= start + Self.connectingTime {
        hasLooked = true
        tellAboutRefusedInputs()
      }
      for event in events.sorted(by: { $0.time < $1.time }) {
        keep(event, in: &take, &sources, of: inputs, at: now)
      }
      take.sync(at: now)
      if let end { return finish(take, at: end, recording) }
      let summary = take.summary
      if !events.isEmpty {
        change { model in
          model.recording?.messageCount = summary.messageCount
          model.recording?.noteCount = summary.noteCount
        }
      }
    }
  }

  /// Adds an event to a take, as `midirec capture` does by default.
  private func keep(
    _ event: RunningRecording.Event, in take: inout TakeInProgress, _ sources: inout [Int],
    of inputs: [LiveState.Input], at now: Nanoseconds
  ) {
    switch event {
    case .mark(let mark): take.append(mark: mark.text, at: mark.time)
    case .arrival(let arrival):
      if case .message(let timed, _) = arrival,
        Self.filter.verdict(on: timed.message) != .kept
      {
        return
      }
      guard let input = arrival.source else { return take.append(arrival) }
      if !sources.contains(input) {
        sources.append(input)
        take.addNewSources(sources.map { inputs[$0].takeSource }, at: now)
      }
      take.append(arrival.from(sources.firstIndex(of: input) ?? 0))
    }
  }

  private func finish(
    _ take: consuming TakeInProgress, at end: Nanoseconds, _ recording: RunningRecording
  ) {
    do {
      let (path, summary) = try take.finish(at: end)
      self.end(
        recording, with: .success((path.lastComponent?.string ?? recording.file, summary)))
    } catch {
      self.end(recording, with: .failure(StudioError(Self.text(of: error))))
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
    let now = now
    let recording = change { model in
      if model.recording?.end == nil { model.recording?.end = now }
      return model.recording
    }
    guard let recording else { throw StudioError("no take is being recorded") }
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

extension LiveState.Input {
  /// The description of the input in a take.
  fileprivate var takeSource: TakeSource {
    TakeSource(
      name: name, portName: endpoint?.portName, hardware: endpoint?.hardware.map { "\($0)" })
  }
}

extension Capture.Arrival {
  /// The source, or `nil` for all.
  fileprivate var source: Int? {
    switch self {
    case .message(_, let source), .unreadableEvent(_, _, let source), .sourceDisconnected(_, let source),
      .sourceReconnected(_, let source), .sourceRefused(_, let source), .sourceJoined(_, _, let source):
      source
    case .overrun, .inputRefused: nil
    }
  }

  /// Returns the same arrival from a source with a different number.
  fileprivate func from(_ source: Int) -> Capture.Arrival {
    switch self {
    case .message(let timed, _): .message(timed, from: source)
    case .unreadableEvent(let text, let time, _): .unreadableEvent(text, at: time, from: source)
    case .sourceDisconnected(let time, _): .sourceDisconnected(at: time, from: source)
    case .sourceReconnected(let time, _): .sourceReconnected(at: time, from: source)
    case .sourceRefused(let error, _): .sourceRefused(error, from: source)
    case .sourceJoined(let name, let time, _): .sourceJoined(name, at: time, from: source)
    case .overrun, .inputRefused: self
    }
  }
}
