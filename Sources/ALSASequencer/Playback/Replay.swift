internal import MIDICore

/// How far a replay through the kernel's queue has come.
///
/// Messages are handed to the kernel a little ahead of time. Each is followed by a marker, which is delivered right after
/// it and comes back: so what stands in ``pending`` is exactly what was not delivered yet.
struct Replay {
  /// The messages and the times of their events.
  var schedule: QueueSchedule
  /// What has become of it so far.
  var report = PlaybackReport()
  /// What the receiver was left with.
  var sounding = ReleaseTracker()
  /// What holds on each channel, also where it was not sent because the endpoint was away.
  var controllers = ControllerState()
  /// Whether the receiver is in the middle of a System Exclusive message.
  var isInsideSystemExclusive = false
  /// Collects the lateness of messages.
  var lateness = LatenessRecorder()

  /// Where a pause began; nothing while the replay goes on.
  var pausedAt: Nanoseconds?

  /// What was scheduled and is not known to have been delivered, in order.
  private(set) var pending: [QueueSchedule.Event] = []
  private var deliveredCount = 0
  /// The number of the first of ``pending``.
  private var firstMarker: UInt64 = 0
  /// How many cells of the output pool ``pending`` takes with its markers.
  private(set) var cellCount = 0
  /// Markers of an earlier epoch belong to events that were taken back.
  private(set) var epoch: UInt32 = 0
  /// What became of an event that a receiver didn't take.
  enum Bounce {
    /// It had no room.
    case lost
    /// It is about to leave.
    case unsent
  }

  /// Why a receiver didn't take the event whose marker comes next; nothing if all did.
  var bounce: Bounce?

  /// Makes the beginning of a replay.
  init(_ schedule: QueueSchedule) { self.schedule = schedule }

  /// The number of the marker for the next event.
  var nextMarker: UInt64 { firstMarker + UInt64(pending.count - deliveredCount) }

  /// Whether nothing is in the kernel's queue.
  var isSettled: Bool { pending.count == deliveredCount }

  /// When half of what is in the kernel's queue will have been delivered; nothing where nothing is in it.
  var middleDue: Nanoseconds? { isSettled ? nil : pending[(deliveredCount + pending.count) / 2].due }

  /// Takes note of an event that was handed to the kernel with its marker.
  mutating func append(_ event: QueueSchedule.Event) {
    pending.append(event)
    cellCount += event.cellCount + 1
  }

  /// Takes note of a marker that came back.
  ///
  /// - Parameters:
  ///   - marker: Its number. Those before it have been delivered, too, also where their markers got lost.
  ///   - time: When it came, by the queue's clock.
  mutating func take(marker: UInt64, at time: Nanoseconds) {
    while firstMarker <= marker, !isSettled {
      let event = pending[deliveredCount]
      if event.isFirst, firstMarker == marker { lateness.record(time - event.time) }
      complete(event)
      cellCount -= event.cellCount + 1
      deliveredCount += 1
      firstMarker += 1
    }
    // Moves what is left to the front now and then, so that each event is moved once on average.
    if deliveredCount > 1000, deliveredCount * 2 > pending.count {
      pending.removeFirst(deliveredCount)
      deliveredCount = 0
    }
  }

  private mutating func complete(_ event: QueueSchedule.Event) {
    isInsideSystemExclusive = !event.isLast
    guard event.isLast, let message = schedule.messages[event.message]?.message else { return }
    controllers.apply(message)
    switch bounce {
    case .lost: report.lostCount += 1
    case .unsent: report.unsentCount += 1
    case nil:
      report.sentCount += 1
      sounding.apply(message)
    }
    bounce = nil
  }

  /// Takes note that all that is pending was taken back from the kernel's queue: it is to be scheduled anew.
  mutating func takeBackPending() {
    schedule.goBack(to: isSettled ? nil : pending[deliveredCount].message)
    firstMarker = nextMarker
    pending = []
    deliveredCount = 0
    cellCount = 0
    bounce = nil
    epoch &+= 1
  }

  /// Leaves out the messages that were due by a time.
  mutating func skip(until now: Nanoseconds) {
    while let message = schedule.skipNext(until: now) {
      controllers.apply(message)
      report.unsentCount += 1
    }
  }
}
