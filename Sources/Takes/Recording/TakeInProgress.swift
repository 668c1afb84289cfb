internal import MIDICore
internal import MIDIFiles

/// A take that grows: its file, what it holds, and when it has to be brought to disk.
struct TakeInProgress: ~Copyable {
  private var file: TakeFile
  private let observer: RecordingObserver
  private var schedule = SyncSchedule()
  private var diskFails = false

  /// When it begins, since the start of the capture: its time zero.
  var start: Nanoseconds
  /// What it holds.
  var summary = TakeSummary()

  init(_ file: consuming TakeFile, start: Nanoseconds, observer: RecordingObserver) {
    self.file = file
    self.start = start
    self.observer = observer
  }

  /// When it has to be brought to disk, since the start of the capture; nothing where all is there.
  var syncTime: Nanoseconds? { schedule.due }

  /// Takes a message that came at a time since the start of the capture.
  mutating func append(_ timed: TimedMessage, from source: Int) {
    file.append(timed.message, at: timed.time - start, from: source)
    summary.messageCount += 1
    if timed.message.isNoteOn { summary.noteCount += 1 }
    schedule.eventsCame(at: timed.time)
  }

  /// Notes at its place that something else happened than a message.
  mutating func append(_ marker: TakeMarker, at time: Nanoseconds, from source: Int) {
    file.appendMarker(marker, at: time - start, from: source)
    schedule.eventsCame(at: time)
  }

  /// Brings to disk what is due.
  mutating func sync(at now: Nanoseconds) {
    guard let due = schedule.due, now >= due else { return }
    do {
      try file.sync()
      schedule.succeeded()
      if diskFails { observer.diskChanged(.worksAgain) }
      diskFails = false
    } catch {
      schedule.failed(at: now)
      if !diskFails { observer.diskChanged(.failed(error)) }
      diskFails = true
    }
  }

  /// Ends the take at a time since the start of the capture.
  consuming func finish(at end: Nanoseconds) throws(TakeRecorder.Failure) -> TakeRecorder.FinishedTake {
    summary.duration = max(.zero, end - start)
    let (path, summary) = (file.path, summary)
    do {
      try file.finish(at: summary.duration)
    } catch {
      throw TakeRecorder.Failure(take: error, summary: summary)
    }
    return TakeRecorder.FinishedTake(path: path, summary: summary)
  }

  /// Takes its file away: nothing was recorded.
  consuming func abandon() { file.abandon() }
}
