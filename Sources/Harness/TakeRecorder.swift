public import ALSASequencer
public import MIDICore
public import MIDIFiles

/// Records what endpoints send into a file, until it is told to stop.
///
/// A disk that refuses doesn't end the recording: what came is kept in memory and tried again, until the disk takes
/// it or the take ends.
public struct TakeRecorder: ~Copyable {
  /// A take that could not be finished.
  public struct Failure: Error, Sendable {
    /// What is safe, and the means to save the rest.
    public let take: UnfinishedTake
    /// What was recorded.
    public let summary: TakeSummary
  }

  /// What the disk does while the recording goes on.
  public enum DiskChange: Sendable {
    /// From now on what comes is in memory only.
    case failed(FileError)
    /// All that was in memory only is on disk.
    case worksAgain
  }

  /// Who hears of a recording that goes on.
  public struct Observer {
    /// How often ``progress`` is called while nothing comes; without it, not at all.
    public var interval: Nanoseconds?
    /// Called with what was recorded so far.
    public var progress: (TakeSummary) -> Void
    /// Called when the disk begins to refuse, and when it takes everything again.
    public var diskChanged: (DiskChange) -> Void

    /// Makes an observer of its parts.
    public init(
      interval: Nanoseconds? = nil, progress: @escaping (TakeSummary) -> Void = { _ in },
      diskChanged: @escaping (DiskChange) -> Void = { _ in }
    ) {
      self.interval = interval
      self.progress = progress
      self.diskChanged = diskChanged
    }
  }

  private var capture: Capture
  private var take: TakeFile
  private let observer: Observer
  private var summary = TakeSummary()
  private var schedule = SyncSchedule()
  private var diskFails = false

  /// Takes over a capture that has begun and the file that it goes into, which has a source for each of the
  /// capture's.
  public init(_ capture: consuming Capture, into take: consuming TakeFile, observer: Observer = Observer()) {
    precondition(capture.sources.count == take.sources.count, "each source has its track")
    self.capture = capture
    self.take = take
    self.observer = observer
  }

  /// Records until the time is over, the stop is asked for, or all endpoints have gone away; then finishes the file.
  ///
  /// - Parameters:
  ///   - limit: How long the take may become; without one, there is no limit.
  ///   - stop: What ends the take early.
  /// - Throws: ``Failure`` when the file can't be finished; `SequencerError` when the sequencer fails, and the file is
  ///   finished then.
  public consuming func record(limit: Nanoseconds?, stop: StopRequest) throws -> TakeSummary {
    var interruption: SequencerError?
    do {
      try receive(limit: limit, stop: stop)
    } catch {
      interruption = error
    }
    let finalSummary = summary
    do {
      try take.finish(at: finalSummary.duration)
    } catch {
      throw Failure(take: error, summary: finalSummary)
    }
    if let interruption { throw interruption }
    return finalSummary
  }

  private mutating func receive(limit: Nanoseconds?, stop: StopRequest) throws(SequencerError) {
    while summary.leftSources.count < capture.sources.count {
      let elapsed = capture.elapsed
      summary.duration = min(elapsed, limit ?? elapsed)
      observer.progress(summary)
      if summary.duration == limit { break }
      if let due = schedule.due, elapsed >= due { sync() }
      let nextProgress = observer.interval.map { elapsed + $0 }
      let outcome = try capture.next(
        until: [limit, schedule.due, nextProgress].compactMap { $0 }.min(), stop: stop)
      switch outcome {
      case .arrivals(let arrivals):
        if keep(arrivals, limit: limit) { schedule.eventsCame(at: capture.elapsed) }
      case .deadlinePassed: break
      case .stopRequested:
        _ = keep(try capture.readRemaining(), limit: limit)
        summary.duration = capture.elapsed
        return
      }
    }
  }

  private mutating func sync() {
    do {
      try take.sync()
      schedule.succeeded()
      if diskFails { observer.diskChanged(.worksAgain) }
      diskFails = false
    } catch {
      schedule.failed(at: capture.elapsed)
      if !diskFails { observer.diskChanged(.failed(error)) }
      diskFails = true
    }
  }

  /// - Returns: Whether anything of it is in the take.
  private mutating func keep(_ arrivals: [Capture.Arrival], limit: Nanoseconds?) -> Bool {
    var isAnyKept = false
    for arrival in arrivals {
      switch arrival {
      case .message(let timed, let source):
        if let limit, timed.time > limit { continue }
        guard keep(timed, from: source) else { continue }
      case .overrun(let time):
        summary.overrunCount += 1
        // Nobody knows whose events were lost.
        for source in capture.sources.indices { take.appendMarker(.overrun, at: time, from: source) }
      case .unreadableEvent(let time, let source):
        summary.unreadableCount += 1
        take.appendMarker(.unreadableEvent, at: time, from: source)
      case .sourceLeft(let time, let source):
        summary.leftSources.insert(source)
        summary.duration = max(summary.duration, time)
        take.appendMarker(.sourceLeft, at: time, from: source)
      }
      isAnyKept = true
    }
    return isAnyKept
  }

  private mutating func keep(_ timed: TimedMessage, from source: Int) -> Bool {
    switch timed.message {
    case .timingClock, .activeSensing:
      summary.leftOutCount += 1
      return false
    default:
      break
    }
    take.append(timed.message, at: timed.time, from: source)
    summary.messageCount += 1
    if timed.message.isNoteOn { summary.noteCount += 1 }
    return true
  }
}
