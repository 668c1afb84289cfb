package import ALSASequencer
internal import EventLanguage
internal import MIDICore
internal import MIDIFiles
package import MIDIRecSystem
package import SystemPackage

/// Records endpoints to files until a stop.
///
/// A capture delivers arrivals: messages, losses, and disconnections. The filter of ``RecordingPlan`` drops some of them.
/// Before a requested start, ``PreRoll`` keeps the latest ones. ``TakeInProgress`` counts the others and appends them to
/// its file's journal, which it writes to disk at each pause and at least every quarter of a second. Silence, a time
/// limit, or the stop finishes the take: its journal becomes the Standard MIDI File, which the caller gets with a summary.
/// The recorder decides when takes start and end; it wakes up only for the next such time and for the next write.
///
/// A failing disk doesn't end the recording: events are kept in memory, and writing is retried until it succeeds or the
/// take ends.
package struct TakeRecorder: ~Copyable {
  private var capture: Capture
  private let plan: RecordingPlan
  private let observer: RecordingObserver
  private var files: TakeFiles

  /// The phase of the recording.
  private enum Phase {
    /// The take starts on request. Its file exists already, so that creating it can't fail then.
    case awaitingBegin
    /// The take starts with the next message. Its file exists already.
    case awaitingMessage
    case recording
  }

  private var phase: Phase
  /// The growing take, or `nil` between two takes.
  private var take: TakeInProgress?
  private var preRoll: PreRoll?
  /// The start of the recording since the start of the capture, without its pre-roll.
  private var beginning = Nanoseconds.zero
  private var silence = Silence()
  /// The time of the latest disconnection.
  private var latestDeparture = Nanoseconds.zero

  /// Creates a recorder for a running capture.
  ///
  /// - Parameters:
  ///   - capture: The capture to record.
  ///   - plan: The start and the end of takes.
  ///   - observer: The callbacks.
  ///   - files: The files of the takes, with a source for each of the capture's, or one source if it has none. The first
  ///     file is created at once.
  /// - Throws: `FileError` if the first file can't be created.
  package init(
    _ capture: consuming Capture, plan: RecordingPlan, observer: RecordingObserver, files: TakeFiles
  ) throws(FileError) {
    var files = files
    let file = try files.createNext()
    self.capture = capture
    self.plan = plan
    self.observer = observer
    self.files = files
    take = TakeInProgress(file, start: .zero, observer: observer)
    preRoll = plan.preRoll.map(PreRoll.init)
    phase = plan.preRoll == nil ? .recording : .awaitingBegin
  }

  /// Records by the plan, until a stop at the latest.
  ///
  /// - Parameters:
  ///   - stop: Ends the recording.
  ///   - begin: Starts a take that has a pre-roll.
  ///   - finished: Receives the path and the summary of each take when its file is complete.
  /// - Returns: `false` if the stop came before a take with a pre-roll had started.
  /// - Throws: `UnfinishedTake` if a file can't be finished; `FileError` if the next file can't be created; `SequencerError`
  ///   if the sequencer fails, after the file is finished; and errors of `finished`.
  package consuming func record(
    stop: StopToken, begin: StopToken? = nil, finished: (FilePath, TakeSummary) throws -> Void
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
    last.summary.losses.lostCount = interruption == nil ? capture.lostEventCount : nil
    guard phase == .recording else {
      last.abandon()
      if let interruption { throw interruption }
      return files.count > 1
    }
    let (path, summary) = try last.finish(at: end)
    try finished(path, summary)
    if let interruption { throw interruption }
    return true
  }

  // MARK: Receiving

  /// - Returns: The end of the last take.
  private mutating func receive(
    stop: StopToken, begin: StopToken?, finished: (FilePath, TakeSummary) throws -> Void
  ) throws -> Nanoseconds {
    while true {
      let now = capture.elapsed
      if let end = plannedEnd(at: now) { return end }
      if let end = splittingTime(at: now) { try split(at: end, finished: finished) }
      take?.sync(at: now)
      reportProgress(at: now)
      // While events wait for the disk, the thread wakes up anyway.
      let isPatient = current?.syncTime != nil && !observer.isImpatient
      let outcome = try capture.next(
        until: nextDeadline(at: now), isPatient: isPatient, stop: stop,
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
    phase == .awaitingBegin ? nil : plan.limit.map { beginning.adding($0) }
  }

  private func plannedEnd(at now: Nanoseconds) -> Nanoseconds? {
    if let limitTime, now >= limitTime { return limitTime }
    if plan.endsWhenSourcesLeave, let absentSources = current?.summary.losses.absentSources,
      !absentSources.isEmpty, absentSources.count == capture.sources.count
    {
      return latestDeparture
    }
    return silenceTime(plan.endingSilence, at: now)
  }

  /// The silence that ends the current take, or `nil`. A take that the disk refuses goes on in memory.
  private var splittingSilence: Nanoseconds? {
    guard phase == .recording, let current, !current.diskFails else { return nil }
    return plan.splittingSilence
  }

  private func splittingTime(at now: Nanoseconds) -> Nanoseconds? {
    guard let current, current.summary.messageCount > 0 else { return nil }
    return silenceTime(splittingSilence, at: now)
  }

  /// Returns the start of the silence if it has the given length. Undelivered arrivals could contradict it.
  private func silenceTime(_ length: Nanoseconds?, at now: Nanoseconds) -> Nanoseconds? {
    guard let length, let since = silence.since, now >= since.adding(length), !capture.hasBacklog
    else {
      return nil
    }
    return since
  }

  private func nextDeadline(at now: Nanoseconds) -> Nanoseconds? {
    let silences = [plan.endingSilence, splittingSilence].compactMap(\.self)
    let silenceEnds = silence.since.map { since in silences.map { since.adding($0) } } ?? []
    let others = [limitTime, current?.syncTime, current?.nextCheck, observer.interval.map { now + $0 }]
      .compactMap { $0 }
    return (silenceEnds + others).min()
  }

  private func reportProgress(at now: Nanoseconds) {
    guard let current else { return }
    var summary = current.summary
    summary.duration = phase == .recording ? now - current.start : .zero
    observer.progress(summary)
  }

  // MARK: Takes

  /// The state of the growing take, or `nil` if there is none.
  private var current:
    (
      start: Nanoseconds, summary: TakeSummary, syncTime: Nanoseconds?, nextCheck: Nanoseconds,
      diskFails: Bool
    )?
  {
    switch take {
    case .some(let take): (take.start, take.summary, take.syncTime, take.nextCheck, take.diskFails)
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

  private mutating func split(
    at end: Nanoseconds, finished: (FilePath, TakeSummary) throws -> Void
  ) throws {
    take?.sync(at: capture.elapsed, isForced: true)
    guard current?.diskFails == false, let take = take.take() else { return }
    let (path, summary) = try take.finish(at: end)
    try finished(path, summary)
    files.follow(path)
    var next = TakeInProgress(try files.createNext(), start: end, observer: observer)
    next.summary.losses.absentSources = summary.losses.absentSources
    next.addNewSources(capture.takeSources, at: capture.elapsed)
    self.take = consume next
    phase = .awaitingMessage
  }

  // MARK: Arrivals

  private mutating func keep(_ arrivals: [Capture.Arrival], until end: Nanoseconds?) {
    for arrival in arrivals {
      if case .sourceJoined = arrival {
        // Also after the end, because earlier markers of all sources may follow.
        take?.addNewSources(capture.takeSources, at: capture.elapsed)
        observer.arrived(arrival)
        continue
      }
      if let end, let time = arrival.time, time > end { continue }
      guard isWanted(arrival) else { continue }
      observer.arrived(arrival)
      // A refused input isn't recorded, and would never expire in a pre-roll.
      guard arrival.time != nil else { continue }
      if phase == .awaitingBegin {
        preRoll?.append(arrival, at: capture.elapsed)
      } else {
        record(arrival)
      }
    }
  }

  /// Returns whether an arrival is recorded, and counts it otherwise.
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
      if plan.endingSilence != nil || plan.splittingSilence != nil {
        silence.messageCame(timed, from: source)
      }
    case .overrun(let time):
      beginAwaitedTake(at: time)
      // The sources of lost events are unknown.
      silence.notesEnded()
    case .unreadableEvent(_, let time, _): beginAwaitedTake(at: time)
    case .sourceDisconnected(let time, let source):
      silence.notesEnded(of: source)
      latestDeparture = time
    case .sourceReconnected, .sourceRefused, .sourceJoined, .inputRefused: break
    }
    take?.append(arrival, isCounted: phase == .recording)
  }

  private mutating func beginAwaitedTake(at time: Nanoseconds) {
    guard phase == .awaitingMessage else { return }
    phase = .recording
    take?.start = time
  }
}
