internal import MIDICore
internal import MIDIFiles

/// A growing take: its file, its summary, and its next sync.
struct TakeInProgress: ~Copyable {
  private var file: TakeFile
  private let observer: RecordingObserver
  private var schedule = SyncSchedule()
  private var diskFails = false

  /// The start since the start of the capture, which is the take's time zero.
  var start: Nanoseconds
  /// The summary so far.
  var summary = TakeSummary()

  init(_ file: consuming TakeFile, start: Nanoseconds, observer: RecordingObserver) {
    self.file = file
    self.start = start
    self.observer = observer
  }

  /// The time of the next sync since the start of the capture, or `nil` if everything is on disk.
  var syncTime: Nanoseconds? { schedule.due }

  /// Adds the sources that the file doesn't have yet.
  ///
  /// - Parameter sources: All sources.
  mutating func addNewSources(_ sources: [TakeSource], at time: Nanoseconds) {
    for source in sources.dropFirst(file.sources.count) {
      file.addSource(source)
      schedule.eventsCame(at: time)
    }
  }

  /// Appends a message with its time since the start of the capture.
  mutating func append(_ timed: TimedMessage, from source: Int) {
    file.append(timed.message, at: timed.time - start, from: source)
    summary.messageCount += 1
    if timed.message.isNoteOn { summary.noteCount += 1 }
    schedule.eventsCame(at: timed.time)
  }

  /// Appends a marker of an event other than a message.
  mutating func append(_ marker: TakeMarker, at time: Nanoseconds, from source: Int) {
    file.appendMarker(marker, at: time - start, from: source)
    schedule.eventsCame(at: time)
  }

  /// Syncs the take to disk if it is due.
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

  /// Finishes the take at a time since the start of the capture.
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

  /// Deletes the file of an empty take.
  consuming func abandon() { file.abandon() }
}
