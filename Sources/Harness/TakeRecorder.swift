public import ALSASequencer
public import MIDICore
public import MIDIFiles
public import SystemPackage

/// Records what an endpoint sends into a file, until it is told to stop.
public struct TakeRecorder: ~Copyable {
  /// A take whose file could not be finished as it should.
  public struct Failure: Error, Hashable, Sendable {
    /// What kept it from being finished.
    public var cause: FileError
    /// Where what could be written stands: a whole file, as far as it goes.
    public var savedPath: FilePath
  }

  /// How often what came is written to disk: as much as this can be lost with the machine.
  private static let syncInterval = Nanoseconds.seconds(1)

  private var capture: Capture
  private var take: TakeFile
  private var summary = TakeSummary()

  /// Takes over a capture that has begun and the file that it goes into.
  public init(_ capture: consuming Capture, into take: consuming TakeFile) {
    self.capture = capture
    self.take = take
  }

  /// Records until the time is over, the stop is asked for, or the endpoint goes away; then finishes the file.
  ///
  /// - Parameters:
  ///   - limit: How long the take may become; without one, there is no limit.
  ///   - stop: What ends the take early.
  ///   - progressInterval: How often `progress` is called while nothing comes; without one, not at all.
  /// - Throws: ``Failure`` when the file can't be written, `SequencerError` when the sequencer fails. The file is
  ///   finished in either case.
  public consuming func record(
    limit: Nanoseconds?, stop: StopRequest, progressInterval: Nanoseconds? = nil,
    progress: (TakeSummary) -> Void = { _ in }
  ) throws -> TakeSummary {
    var interruption: (any Error)?
    do {
      try receive(limit: limit, stop: stop, progressInterval: progressInterval, progress: progress)
    } catch {
      interruption = error
    }
    let (path, journalPath) = (take.path, take.journalPath)
    let finalSummary = summary
    do {
      try take.finish(at: finalSummary.duration)
    } catch {
      throw Failure(cause: error, savedPath: error.operation == .create ? journalPath : path)
    }
    if let cause = interruption as? FileError { throw Failure(cause: cause, savedPath: path) }
    if let interruption { throw interruption }
    return finalSummary
  }

  private mutating func receive(
    limit: Nanoseconds?, stop: StopRequest, progressInterval: Nanoseconds?, progress: (TakeSummary) -> Void
  ) throws {
    var nextSync: Nanoseconds?
    while !summary.sourceLeft {
      let elapsed = capture.elapsed
      summary.duration = min(elapsed, limit ?? elapsed)
      progress(summary)
      if summary.duration == limit { break }
      if let due = nextSync, summary.duration >= due {
        try take.sync()
        nextSync = nil
      }
      let nextProgress = progressInterval.map { elapsed + $0 }
      let outcome = try capture.next(
        until: [limit, nextSync, nextProgress].compactMap { $0 }.min(), stop: stop)
      switch outcome {
      case .arrivals(let arrivals):
        keep(arrivals, limit: limit)
        nextSync = nextSync ?? capture.elapsed + Self.syncInterval
      case .deadlinePassed: break
      case .stopRequested:
        keep(try capture.readRemaining(), limit: limit)
        summary.duration = capture.elapsed
        return
      }
    }
  }

  private mutating func keep(_ arrivals: [Capture.Arrival], limit: Nanoseconds?) {
    for arrival in arrivals {
      switch arrival {
      case .message(let timed):
        if let limit, timed.time > limit { continue }
        keep(timed)
      case .overrun(let time):
        summary.overrunCount += 1
        take.appendMarker("midirec: overrun, events were lost here", at: time)
      case .unreadableEvent(let time):
        summary.unreadableCount += 1
        take.appendMarker("midirec: an event that is no MIDI message was dropped here", at: time)
      case .sourceLeft(let time):
        summary.sourceLeft = true
        summary.duration = max(summary.duration, time)
        take.appendMarker("midirec: \(capture.source.displayName) went away here", at: time)
      }
    }
  }

  private mutating func keep(_ timed: TimedMessage) {
    switch timed.message {
    case .timingClock, .activeSensing:
      summary.leftOutCount += 1
      return
    default:
      break
    }
    take.append(timed.message, at: timed.time)
    summary.messageCount += 1
    if timed.message.isNoteOn { summary.noteCount += 1 }
  }
}
