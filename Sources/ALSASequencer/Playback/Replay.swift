internal import MIDICore

/// How far a replay through the kernel's queue has come.
///
/// Messages are handed to the kernel a little ahead of time. Each is followed by a marker, which is delivered right after
/// it and comes back: so what stands in ``pending`` is exactly what was not delivered yet.
struct Replay {
  /// An event that the kernel has, or had, in its queue.
  struct Pending {
    /// The number of its message.
    var message: Int
    /// When the message was to be sent, by the queue's clock.
    var time: Nanoseconds
    /// When the kernel is to deliver it, by the same clock: on its timer's grid, and when the wire is free.
    var due: Nanoseconds
    /// How many cells of the output pool it takes with its marker.
    var cellCount: Int
    /// Whether it is the first, and the last, piece of its message.
    var isFirst: Bool
    var isLast: Bool
  }

  /// A piece of a message that is to be scheduled.
  struct Piece {
    var event: SequencerEvent
    var bytes: [UInt8]
    var isFirst: Bool
  }

  /// What is played.
  let passes: Passes
  /// How often the queue's timer fires.
  let frequency: TimerFrequency
  /// What has become of it so far.
  var report = PlaybackReport()
  /// What the receiver was left with.
  var sounding = SoundingState()
  /// What holds on each channel, also where it was not sent because the endpoint was away.
  var controllers = ControllerState()
  /// Whether the receiver is in the middle of a System Exclusive message.
  var isInsideSystemExclusive = false
  /// Collects the lateness of messages.
  var lateness = LatenessRecorder()

  /// Time zero of the recording, by the queue's clock; it moves with each pause.
  var origin: Nanoseconds
  /// Where a pause began; nothing while the replay goes on.
  var pausedAt: Nanoseconds?
  /// When the latest event is due: none goes before another that stands before it.
  var lastDue = Nanoseconds.zero
  /// When the wire to an instrument is free.
  var wire = WirePace()

  /// The number of the next message to take to pieces.
  var nextMessage = 0
  /// What is left to schedule of the message before that one.
  var pieces: ArraySlice<Piece> = []
  /// What was scheduled and is not known to have been delivered, in order.
  private(set) var pending: [Pending] = []
  private var deliveredCount = 0
  /// The number of the first of ``pending``.
  private var firstMarker: UInt64 = 0
  /// How many cells ``pending`` takes.
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
  init(_ passes: Passes, frequency: TimerFrequency, origin: Nanoseconds) {
    self.passes = passes
    self.frequency = frequency
    self.origin = origin
  }

  /// The number of the marker for the next event.
  var nextMarker: UInt64 { firstMarker + UInt64(pending.count - deliveredCount) }

  /// Whether nothing is in the kernel's queue.
  var isSettled: Bool { pending.count == deliveredCount }

  /// When half of what is in the kernel's queue will have been delivered; nothing where nothing is in it.
  var middleDue: Nanoseconds? { isSettled ? nil : pending[(deliveredCount + pending.count) / 2].due }

  /// Whether every message was handed to the kernel.
  var isScheduled: Bool { pieces.isEmpty && passes[nextMessage] == nil }

  /// Takes note of an event that was handed to the kernel.
  mutating func append(_ event: Pending) {
    pending.append(event)
    cellCount += event.cellCount
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
      cellCount -= event.cellCount
      deliveredCount += 1
      firstMarker += 1
    }
    // Moves what is left to the front now and then, so that each event is moved once on average.
    if deliveredCount > 1000, deliveredCount * 2 > pending.count {
      pending.removeFirst(deliveredCount)
      deliveredCount = 0
    }
  }

  private mutating func complete(_ event: Pending) {
    isInsideSystemExclusive = !event.isLast
    guard event.isLast, let message = passes[event.message]?.message else { return }
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
    if let first = isSettled ? nil : pending[deliveredCount] {
      nextMessage = first.message
    } else if !pieces.isEmpty {
      nextMessage -= 1
    }
    firstMarker = nextMarker
    pending = []
    deliveredCount = 0
    cellCount = 0
    pieces = []
    bounce = nil
    epoch &+= 1
  }

  /// Leaves out the messages that were due by a time.
  mutating func skip(until now: Nanoseconds) {
    while let timed = passes[nextMessage], origin + timed.time <= now {
      controllers.apply(timed.message)
      report.unsentCount += 1
      nextMessage += 1
    }
  }
}
