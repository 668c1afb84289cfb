internal import Glibc
internal import MIDICore

/// The progress of a replay through the kernel's queue.
///
/// Messages are passed to the kernel shortly before their time. Each is followed by a marker, which is delivered right
/// after it and returns, so ``pending`` contains exactly the undelivered events.
struct Replay {
  /// The messages and the times of their events.
  var schedule: QueueSchedule
  /// The report so far.
  var report = PlaybackReport()
  /// The notes and pedals that the receiver still holds.
  var sounding = ReleaseTracker()
  /// The controller state of each channel, including messages that weren't sent because the endpoint was disconnected.
  var controllers = ControllerState()
  /// Whether the receiver is in the middle of a System Exclusive message.
  var isInsideSystemExclusive = false
  /// The lateness of messages.
  var lateness = Lateness()

  /// The start of a pause, or `nil` while the replay runs.
  var pausedAt: Nanoseconds?

  /// The scheduled events that aren't known to be delivered, in order.
  private(set) var pending: [QueueSchedule.Event] = []
  private var deliveredCount = 0
  /// The number of the first event in ``pending``.
  private var firstMarker: UInt64 = 0
  /// The number of output cells that ``pending`` and its markers use.
  private(set) var cellCount = 0
  /// The current epoch. Markers of an earlier epoch belong to events that were removed from the queue.
  private(set) var epoch: UInt32 = 0
  /// The error number of a receiver that didn't accept the event of the next marker, or `nil` if all accepted it.
  var bounce: Int32?

  /// The memory that the keeper reads, or `nil`.
  let board: ReleaseBoard?

  /// Creates the state at the start of a replay.
  init(_ schedule: QueueSchedule, board: ReleaseBoard? = nil) {
    self.schedule = schedule
    self.board = board
  }

  /// Prepares the keeper for an event that is passed to the kernel next.
  func willSend(_ event: QueueSchedule.Event) {
    guard event.isFirst, let message = schedule.messages[event.message]?.message else { return }
    board?.willSend(message)
  }

  /// Records that the kernel had no space for an event.
  func wasNotSent(_ event: QueueSchedule.Event) {
    guard event.isFirst, let message = schedule.messages[event.message]?.message else { return }
    board?.wasSent(message, sounding)
  }

  /// Records that the receiver no longer holds notes, pedals, bends, and pressures.
  mutating func forgetHolds() {
    sounding = ReleaseTracker()
    isInsideSystemExclusive = false
    board?.hold(sounding)
    board?.isInsideSystemExclusive = false
  }

  /// The number of the marker for the next event.
  var nextMarker: UInt64 { firstMarker + UInt64(pending.count - deliveredCount) }

  /// Whether the kernel's queue is empty.
  var isSettled: Bool { pending.count == deliveredCount }

  /// The time when half of the kernel's queue will be delivered, or `nil` if the queue is empty.
  var middleDue: Nanoseconds? { isSettled ? nil : pending[(deliveredCount + pending.count) / 2].due }

  /// Records an event that was passed to the kernel with its marker.
  mutating func append(_ event: QueueSchedule.Event) {
    pending.append(event)
    cellCount += event.event.cellCount + 1
  }

  /// Records a marker that has returned.
  ///
  /// - Parameters:
  ///   - marker: Its number. All earlier events have also been delivered, even if their markers were lost.
  ///   - time: The time of its return on the queue's clock.
  mutating func take(marker: UInt64, at time: Nanoseconds) {
    while firstMarker <= marker, !isSettled {
      let event = pending[deliveredCount]
      if event.isFirst, firstMarker == marker { lateness.record(time - event.time) }
      complete(event)
      cellCount -= event.event.cellCount + 1
      deliveredCount += 1
      firstMarker += 1
    }
    // Removes delivered events occasionally, so that each event is moved once on average.
    if deliveredCount > 1000, deliveredCount * 2 > pending.count {
      pending.removeFirst(deliveredCount)
      deliveredCount = 0
    }
  }

  private mutating func complete(_ event: QueueSchedule.Event) {
    isInsideSystemExclusive = !event.isLast
    if !(event.isFirst && event.isLast) { board?.isInsideSystemExclusive = isInsideSystemExclusive }
    guard event.isLast, let message = schedule.messages[event.message]?.message else { return }
    controllers.apply(message)
    switch bounce {
    // The receiver had no space.
    case ENOSPC, ENOMEM, EAGAIN: report.lostCount += 1
    // The receiver is disconnecting.
    case .some: report.unsentCount += 1
    case nil:
      report.sentCount += 1
      sounding.apply(message)
    }
    board?.wasSent(message, sounding)
    bounce = nil
  }

  /// Records that all pending events were removed from the kernel's queue and must be scheduled again.
  mutating func takeBackPending() {
    schedule.goBack(to: isSettled ? nil : pending[deliveredCount].message)
    board?.hold(sounding)
    firstMarker = nextMarker
    pending = []
    deliveredCount = 0
    cellCount = 0
    bounce = nil
    epoch &+= 1
  }

  /// Skips the messages that were due by a time.
  mutating func skip(until now: Nanoseconds) {
    while let message = schedule.skipNext(until: now) {
      controllers.apply(message)
      report.unsentCount += 1
    }
  }
}
