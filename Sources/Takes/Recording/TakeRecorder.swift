package import ALSASequencer
internal import EventLanguage
package import FileIO
internal import MIDICore
package import MIDIFiles
package import SystemPackage
package import Waiting

/// Records what endpoints send into files, until it is told to stop.
///
/// A disk that refuses doesn't end the recording: what came is kept in memory and tried again, until the disk takes
/// it or the take ends.
package struct TakeRecorder: ~Copyable {
  /// A take that could not be finished.
  package struct Failure: Error, Sendable {
    /// What is safe, and the means to save the rest.
    package let take: UnfinishedTake
    /// What was recorded.
    package let summary: TakeSummary
  }

  /// A take whose file is whole.
  package struct FinishedTake: Hashable, Sendable {
    /// Where it stands.
    package let path: FilePath
    /// What it holds.
    package let summary: TakeSummary
  }

  private var capture: Capture
  private let plan: RecordingPlan
  private let observer: RecordingObserver
  private let makeFile: (_ number: Int) throws(FileError) -> TakeFile

  /// Where the recording stands.
  private enum Phase {
    /// The take begins when it is asked for; its file is there already, so that it can't fail then.
    case awaitingBegin
    /// The take begins with the next message; its file is there already.
    case awaitingMessage
    case recording
  }

  private var phase: Phase
  /// The take that grows; there is one at all times but while one follows the other.
  private var take: TakeInProgress?
  private var takeNumber = 1
  private var preRoll: PreRoll?
  /// When the recording began, since the start of the capture, apart from its pre-roll.
  private var beginning = Nanoseconds.zero
  private var silence = Silence()
  private var absentSources: Set<Int> = []
  /// When the last of them went away.
  private var latestDeparture = Nanoseconds.zero

  /// Takes over a capture that has begun.
  ///
  /// - Parameters:
  ///   - capture: What is recorded.
  ///   - plan: When takes begin and end.
  ///   - observer: Who hears of it.
  ///   - makeFile: Makes the file of the take with a number, from 1. It has a source for each of the capture's, or one
  ///     where that has none. The first one is made at once.
  /// - Throws: Why the first file can't be made.
  package init(
    _ capture: consuming Capture, plan: RecordingPlan = RecordingPlan(),
    observer: RecordingObserver = RecordingObserver(),
    makeFile: @escaping (_ number: Int) throws(FileError) -> TakeFile
  ) throws(FileError) {
    let file = try makeFile(1)
    self.capture = capture
    self.plan = plan
    self.observer = observer
    self.makeFile = makeFile
    take = TakeInProgress(file, start: .zero, observer: observer)
    preRoll = plan.preRoll.map(PreRoll.init)
    phase = plan.preRoll == nil ? .recording : .awaitingBegin
  }

  /// Records as planned, until the stop is asked for at the latest.
  ///
  /// - Parameters:
  ///   - stop: What ends the recording.
  ///   - begin: What begins a take that has a pre-roll.
  ///   - finished: Called with each take as soon as its file is whole.
  /// - Returns: Whether anything was recorded: not, where the stop came before a take with a pre-roll had begun.
  /// - Throws: ``Failure`` when a file can't be finished; `FileError` when the next one can't be made; `SequencerError`
  ///   when the sequencer fails, and the file is finished then; and what `finished` throws.
  package consuming func record(
    stop: StopToken, begin: StopToken? = nil, finished: (FinishedTake) throws -> Void
  ) throws -> Bool {
    var interruption: SequencerError?
    var end = Nanoseconds.zero
    do {
      end = try receive(stop: stop, begin: begin, finished: finished)
      capture.end()
      while let arrivals = try capture.remaining() { keep(arrivals, until: end) }
    } catch let error as SequencerError {
      interruption = error
      end = capture.elapsed
    }
    guard var last = take.take() else { return false }
    last.summary.lostCount = interruption == nil ? capture.lostEventCount : nil
    guard phase == .recording else {
      last.abandon()
      if let interruption { throw interruption }
      return takeNumber > 1
    }
    try finished(try last.finish(at: end))
    if let interruption { throw interruption }
    return true
  }

  // MARK: Receiving

  /// - Returns: When the last take ends.
  private mutating func receive(
    stop: StopToken, begin: StopToken?, finished: (FinishedTake) throws -> Void
  ) throws -> Nanoseconds {
    while true {
      let now = capture.elapsed
      if let end = plannedEnd(at: now) { return end }
      if let end = splittingTime(at: now) { try split(at: end, finished: finished) }
      take?.sync(at: now)
      reportProgress(at: now)
      // As long as something waits for the disk the thread wakes up anyway.
      let isPatient = current?.syncTime != nil && !observer.isImpatient
      let outcome = try capture.next(
        until: nextDeadline(at: now), deliveryMode: isPatient ? .batched : .immediate, stop: stop,
        interruption: phase == .awaitingBegin ? begin : nil)
      switch outcome {
      case .arrivals(let arrivals): keep(arrivals, until: limitTime)
      case .interrupted: beginTake(at: capture.elapsed)
      case .deadlinePassed: break
      case .stopRequested: return capture.elapsed
      }
    }
  }

  private var limitTime: Nanoseconds? {
    phase == .awaitingBegin ? nil : plan.limit.map { beginning + $0 }
  }

  private func plannedEnd(at now: Nanoseconds) -> Nanoseconds? {
    if let limitTime, now >= limitTime { return limitTime }
    if plan.endsWhenSourcesLeave, !absentSources.isEmpty, absentSources.count == capture.sources.count {
      return latestDeparture
    }
    return silenceTime(plan.endingSilence, at: now)
  }

  private func splittingTime(at now: Nanoseconds) -> Nanoseconds? {
    guard phase == .recording, let current, current.summary.messageCount > 0 else { return nil }
    return silenceTime(plan.splittingSilence, at: now)
  }

  /// Since when nothing is played, if that is as long ago as is asked for. What has come and was not told yet could
  /// say otherwise.
  private func silenceTime(_ length: Nanoseconds?, at now: Nanoseconds) -> Nanoseconds? {
    guard let length, let since = silence.since, now >= since + length, !capture.hasBacklog else {
      return nil
    }
    return since
  }

  private func nextDeadline(at now: Nanoseconds) -> Nanoseconds? {
    let silences = [plan.endingSilence, phase == .recording ? plan.splittingSilence : nil].compactMap { $0 }
    let silenceEnds = silence.since.map { since in silences.map { since + $0 } } ?? []
    let others = [limitTime, current?.syncTime, observer.interval.map { now + $0 }].compactMap { $0 }
    return (silenceEnds + others).min()
  }

  private func reportProgress(at now: Nanoseconds) {
    guard let current else { return }
    var summary = current.summary
    summary.duration = phase == .recording ? now - current.start : .zero
    observer.progress(summary)
  }

  // MARK: Takes

  /// What there is to know of the take that grows.
  private var current: (start: Nanoseconds, summary: TakeSummary, syncTime: Nanoseconds?)? {
    switch take {
    case .some(let take): (take.start, take.summary, take.syncTime)
    case .none: nil
    }
  }

  private mutating func beginTake(at time: Nanoseconds) {
    beginning = time
    phase = .recording
    observer.began()
    guard let preRoll, let length = plan.preRoll else { return }
    let start = max(.zero, time - length)
    take?.start = start
    for arrival in preRoll.arrivals(since: start) { record(arrival) }
    self.preRoll = nil
  }

  private mutating func split(at end: Nanoseconds, finished: (FinishedTake) throws -> Void) throws {
    guard let take = take.take() else { return }
    let number = takeNumber + 1
    try finished(try take.finish(at: end))
    var next = TakeInProgress(try makeFile(number), start: end, observer: observer)
    next.summary.absentSources = absentSources
    self.take = consume next
    takeNumber = number
    phase = .awaitingMessage
  }

  // MARK: Arrivals

  private mutating func keep(_ arrivals: [Capture.Arrival], until end: Nanoseconds?) {
    for arrival in arrivals {
      if let end, let time = arrival.time, time > end { continue }
      guard isWanted(arrival) else { continue }
      observer.arrived(arrival)
      if phase == .awaitingBegin {
        preRoll?.append(arrival, at: capture.elapsed)
      } else {
        record(arrival)
      }
    }
  }

  /// Whether an arrival is wanted; what isn't is counted.
  private mutating func isWanted(_ arrival: Capture.Arrival) -> Bool {
    guard case .message(let timed, _) = arrival else { return true }
    switch plan.filter.verdict(on: timed.message) {
    case .kept:
      return true
    case .leftOutByDefault:
      take?.summary.leftOutCount += 1
      return false
    case .leftOutByTerms:
      take?.summary.filteredCount += 1
      return false
    }
  }

  private mutating func record(_ arrival: Capture.Arrival) {
    switch arrival {
    case .message(let timed, let source):
      beginAwaitedTake(at: timed.time)
      take?.append(timed, from: source)
      if plan.endingSilence != nil || plan.splittingSilence != nil {
        silence.messageCame(timed, from: source)
      }
    case .overrun(let time):
      beginAwaitedTake(at: time)
      take?.summary.overrunCount += 1
      silence.notesEnded()
      // Nobody knows whose events were lost.
      for source in capture.sources.indices { take?.append(.overrun, at: time, from: source) }
      if capture.sources.isEmpty { take?.append(.overrun, at: time, from: 0) }
    case .unreadableEvent(let time, let source):
      beginAwaitedTake(at: time)
      take?.summary.unreadableCount += 1
      take?.append(.unreadableEvent, at: time, from: source)
    case .sourceDisconnected(let time, let source):
      silence.notesEnded(of: source)
      absentSources.insert(source)
      latestDeparture = time
      take?.summary.absentSources = absentSources
      guard phase == .recording else { return }
      take?.summary.absenceCounts[source, default: 0] += 1
      take?.append(.sourceDisconnected, at: time, from: source)
    case .sourceReconnected(let time, let source):
      absentSources.remove(source)
      take?.summary.absentSources = absentSources
      guard phase == .recording else { return }
      take?.append(.gap, at: time, from: source)
      take?.append(.sourceReconnected, at: time, from: source)
    case .sourceRefused:
      break
    }
  }

  private mutating func beginAwaitedTake(at time: Nanoseconds) {
    guard phase == .awaitingMessage else { return }
    phase = .recording
    take?.start = time
  }
}
