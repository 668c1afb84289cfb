package import ALSASequencer
internal import EventLanguage
package import MIDICore
internal import MIDIFiles
internal import MIDIRecSystem
package import SystemPackage

/// A growing take: its file, its summary, and its next sync.
///
/// Its times are on the clock of the arrivals.
package struct TakeInProgress: ~Copyable {
  private var file: TakeFile
  private let observer: RecordingObserver
  private var schedule = SyncSchedule()
  /// Whether the latest sync failed.
  private(set) var diskFails = false
  /// The path of the journal at the latest sync.
  private var journalPath: FilePath
  /// The time of the next look for the journal, if no sync precedes it.
  private(set) var nextCheck: Nanoseconds

  private static let checkInterval = Nanoseconds.milliseconds(500)

  /// The take's time zero.
  var start: Nanoseconds
  /// The summary so far.
  package var summary = TakeSummary()

  /// Starts a take.
  package init(_ file: consuming TakeFile, start: Nanoseconds, observer: RecordingObserver) {
    journalPath = file.journalPath
    self.file = file
    self.start = start
    nextCheck = start
    self.observer = observer
  }

  /// The time of the next sync, or `nil` if everything is on disk.
  var syncTime: Nanoseconds? { schedule.due }

  /// Adds the sources that the file doesn't have yet.
  ///
  /// - Parameter sources: All sources.
  package mutating func addNewSources(_ sources: [TakeSource], at time: Nanoseconds) {
    for source in sources.dropFirst(file.sources.count) {
      file.addSource(source)
      schedule.eventsCame(at: time)
    }
  }

  /// Appends an arrival.
  ///
  /// - Parameter isCounted: Whether a change of a connection is a part of the take, which has begun.
  package mutating func append(_ arrival: Capture.Arrival, isCounted: Bool = true) {
    switch arrival {
    case .message(let timed, let source): append(timed, from: source)
    case .overrun(let time):
      summary.losses.overrunCount += 1
      // The sources of lost events are unknown.
      for source in file.sources.indices { append(.overrun, at: time, from: source) }
    case .unreadableEvent(_, let time, let source):
      summary.losses.unreadableCount += 1
      append(.unreadableEvent, at: time, from: source)
    case .sourceDisconnected(let time, let source):
      summary.losses.absentSources.insert(source)
      guard isCounted else { return }
      summary.losses.absenceCounts[source, default: 0] += 1
      append(.sourceDisconnected, at: time, from: source)
    case .sourceReconnected(let time, let source):
      summary.losses.absentSources.remove(source)
      guard isCounted else { return }
      append(.gap, at: time, from: source)
      append(.sourceReconnected, at: time, from: source)
    case .sourceRefused, .sourceJoined, .inputRefused: break
    }
  }

  private mutating func append(_ timed: TimedMessage, from source: Int) {
    file.append(timed.message, at: timed.time - start, from: source)
    summary.messageCount += 1
    if timed.message.isNoteOn { summary.noteCount += 1 }
    if MessageFilter.timing.contains(timed.message.kind) { summary.timingCount += 1 }
    schedule.eventsCame(at: timed.time)
  }

  private mutating func append(_ marker: TakeMarker, at time: Nanoseconds, from source: Int) {
    file.appendMarker(marker, at: time - start, from: source)
    schedule.eventsCame(at: time)
  }

  /// Appends a mark of the user.
  package mutating func append(mark text: String, at time: Nanoseconds) {
    file.appendMark(text, at: time - start)
    schedule.eventsCame(at: time)
  }

  /// Syncs the take to disk if it is due.
  ///
  /// Otherwise it looks regularly for the journal, which a different program may delete.
  ///
  /// - Parameter isForced: Whether to sync even if it isn't due.
  package mutating func sync(at now: Nanoseconds, isForced: Bool = false) {
    let isDue = isForced || schedule.due.map { now >= $0 } ?? false
    guard isDue || now >= nextCheck else { return }
    nextCheck = now + Self.checkInterval
    let (restartCount, start) = (file.restartCount, StopToken.now)
    do {
      try file.sync()
      schedule.succeeded(at: now + (StopToken.now - start))
      let path = file.journalPath
      if diskFails {
        observer.diskChanged(.worksAgain(path))
      } else if file.restartCount != restartCount {
        observer.diskChanged(.restarted(journalPath, as: path))
      } else if path != journalPath {
        observer.diskChanged(.renamed(path))
      }
      journalPath = path
      diskFails = false
    } catch {
      schedule.failed(at: now)
      if !diskFails { observer.diskChanged(.failed(error)) }
      diskFails = true
    }
  }

  /// Finishes the take.
  ///
  /// - Returns: The path and the summary of the take.
  package consuming func finish(
    at end: Nanoseconds
  ) throws(UnfinishedTake) -> (path: FilePath, summary: TakeSummary) {
    summary.duration = max(.zero, end - start)
    let (requestedPath, summary) = (file.path, summary)
    let path = try file.finish(at: summary.duration)
    if path != requestedPath { observer.diskChanged(.renamed(path)) }
    return (path, summary)
  }

  /// Deletes the file of an empty take.
  consuming func abandon() { file.abandon() }
}

/// The times at which a take is written to disk: a quarter of a second after the first unwritten event, or earlier at a
/// pause, because a phrase before a pause is complete.
///
/// At most that time and the duration of a sync can be lost. midirec guarantees one second. The rest is a margin for
/// very busy machines: with eight captures on an emulated machine, a program that was ready to run waited half a
/// second.
struct SyncSchedule {
  private static let interval = Nanoseconds.milliseconds(250)
  private static let pause = Nanoseconds.milliseconds(150)
  /// The time between two syncs. A recorder that is behind reads in this time; with a sync for each batch of old events, it
  /// would never catch up.
  private static let rest = Nanoseconds.milliseconds(100)

  private var latest: Nanoseconds?
  private var earliest = Nanoseconds.zero

  /// The time of the next sync, or `nil` if everything is on disk.
  private(set) var due: Nanoseconds?

  /// Records that events arrived.
  mutating func eventsCame(at time: Nanoseconds) {
    let latest = latest ?? time + Self.interval
    self.latest = latest
    due = max(min(latest, time + Self.pause), earliest)
  }

  /// Records that everything is on disk.
  mutating func succeeded(at time: Nanoseconds) {
    latest = nil
    due = nil
    earliest = time + Self.rest
  }

  /// Records a failure. The next attempt follows after the usual time, regardless of new events.
  mutating func failed(at time: Nanoseconds) {
    latest = time + Self.interval
    due = latest
  }
}
