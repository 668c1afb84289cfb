package import MIDICore

/// The events of messages, in order, with the times at which a queue delivers them.
///
/// Events are passed to the kernel shortly before their times. The kernel's timer sends them, so that they are on time
/// on a busy machine.
package struct QueueSchedule {
  /// An event to be passed to the kernel.
  package struct Event {
    /// The event with its delivery time, on the queue's clock: at a timer interrupt, and when the MIDI link is free.
    package var event: SequencerEvent
    /// The number of its message.
    package var message: Int
    /// The time of its message, on the queue's clock.
    var time: Nanoseconds
    /// Whether it is the first, and the last, event of its message.
    package var isFirst = true
    var isLast = true

    /// The delivery time.
    var due: Nanoseconds { event.time }
  }

  /// The period of the kernel's default timer frequency, 1,000 Hz, which all other queues use.
  static let usualPeriod = Nanoseconds.milliseconds(1)
  /// The period of the highest frequency at which the timers of other queues, which share the same timer, still fire at
  /// their times: it divides a millisecond. The kernel accepts up to 6,250 Hz.
  package static let finePeriod = Nanoseconds.microseconds(200)

  /// Returns the period for a recording: the longest that meets all of its times, otherwise the shortest.
  static func period(meeting passes: RepeatedRecording) -> Nanoseconds {
    passes.isOnGrid(of: usualPeriod) ? usualPeriod : finePeriod
  }

  /// The time between a start and time zero, so that the first message is as punctual as the others.
  private static let leadTime = Nanoseconds.milliseconds(20)
  /// The time by which events are passed to the kernel early. It is the longest delay of a thread on a busy machine
  /// plus the thread's interval.
  private static let lookahead = Nanoseconds.milliseconds(600)

  package let messages: RepeatedRecording
  /// The period of the queue's timer. The kernel delivers an event at the first interrupt at or after the event's time.
  let period: Nanoseconds
  /// Time zero of the messages, on the queue's clock.
  package var origin: Nanoseconds
  /// The number of the next message to be split into events.
  package var nextMessage = 0
  /// The events of the preceding message that weren't passed to the kernel.
  private var pieces: ArraySlice<SequencerEvent> = []
  /// The delivery time of the latest event. No event overtakes an earlier one.
  private(set) var lastDue = Nanoseconds.zero
  /// The MIDI link to an instrument.
  private var wire = WireRateLimiter()

  /// Creates the start of a schedule.
  init(_ messages: RepeatedRecording, period: Nanoseconds, origin: Nanoseconds) {
    self.messages = messages
    self.period = period
    self.origin = origin
  }

  /// Starts a queue and returns its schedule.
  ///
  /// - Parameter period: The period of the queue's timer, if the kernel accepts it.
  package static func start(
    _ messages: RepeatedRecording, period: Nanoseconds, on queue: Int32, of client: borrowing SequencerClient
  ) throws(SequencerError) -> QueueSchedule {
    let hertz = UInt32(Nanoseconds.seconds(1).rawValue / period.rawValue)
    let isAccepted = client.setTimerFrequency(hertz, ofQueue: queue)
    try client.startQueue(queue)
    return QueueSchedule(
      messages, period: isAccepted ? period : usualPeriod,
      origin: firstTime(from: try client.time(of: queue)))
  }

  /// Returns the earliest time zero for messages that start now.
  ///
  /// The time is a multiple of the default period, so that events at multiples of that period coincide with timer
  /// interrupts.
  static func firstTime(from now: Nanoseconds) -> Nanoseconds {
    (now + leadTime).roundedUp(toMultipleOf: usualPeriod)
  }

  /// Whether every event was passed to the kernel.
  package var isComplete: Bool { pieces.isEmpty && messages[nextMessage] == nil }

  /// Returns the next event, or `nil` if it is too early to pass it to the kernel, or if there is none.
  package mutating func next(at now: Nanoseconds) -> Event? {
    while pieces.isEmpty {
      guard let timed = messages[nextMessage], timed.time <= now - origin + Self.lookahead else { return nil }
      pieces = timed.message.sequencerEvents[...]
      nextMessage += 1
    }
    guard var piece = pieces.first, let timed = messages[nextMessage - 1] else { return nil }
    let time = origin + timed.time
    let due = max(time, wire.free)
    guard due <= now + Self.lookahead else { return nil }
    piece.time = max(due.rounded(toMultipleOf: period), lastDue)
    return Event(
      event: piece, message: nextMessage - 1, time: time, isFirst: pieces.startIndex == 0,
      isLast: pieces.count == 1)
  }

  /// Removes the next event, which was passed to the kernel.
  ///
  /// - Parameter isPaced: Whether its bytes occupy the MIDI link to an instrument.
  package mutating func advance(past event: Event, isPaced: Bool = false) {
    pieces.removeFirst()
    lastDue = event.due
    let byteCount = event.event.variableByteCount
    if isPaced, byteCount > 0 { wire.takeTurn(for: byteCount, from: event.time) }
  }

  /// Returns to the start of an earlier message, or of the message whose events are partly passed to the kernel.
  mutating func goBack(to message: Int?) {
    nextMessage = message ?? (pieces.isEmpty ? nextMessage : nextMessage - 1)
    pieces = []
  }

  /// Removes and returns the next message if its time has come, or returns `nil`.
  mutating func skipNext(until now: Nanoseconds) -> Message? {
    guard let timed = messages[nextMessage], origin + timed.time <= now else { return nil }
    nextMessage += 1
    return timed.message
  }
}

extension Nanoseconds {
  /// Returns the multiple of a timer's period nearest to the time, which differs by at most half a period.
  func rounded(toMultipleOf period: Nanoseconds) -> Nanoseconds {
    Nanoseconds(rawValue: (rawValue + period.rawValue / 2) / period.rawValue * period.rawValue)
  }

  /// Returns the first multiple of a timer's period from the time on.
  func roundedUp(toMultipleOf period: Nanoseconds) -> Nanoseconds {
    Nanoseconds(rawValue: (rawValue + period.rawValue - 1) / period.rawValue * period.rawValue)
  }
}
