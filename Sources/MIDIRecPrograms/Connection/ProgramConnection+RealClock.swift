internal import ALSASequencer
internal import MIDICore
internal import MIDIRecSystem

/// Real-time mode: the kernel's queue plays, and timestamps the program's messages.
extension ProgramConnection {
  /// The number of cells of the kernel's pool that stay free.
  private static let spareCellCount = 50

  /// Sends each message at its time, and records the program's messages with their times. Both times are from the
  /// kernel's clock, so they don't depend on midirec's load.
  ///
  /// - Parameters:
  ///   - messages: The messages in order of time.
  ///   - end: The end of the replies, relative to time zero: the recording's length or more.
  ///   - limits: The limits that end the run early.
  mutating func playOnTime(
    _ messages: [TimedMessage], until end: Nanoseconds, limits: ProgramSettings.Limits
  ) throws(SequencerError) -> Outcome {
    let client = sending
    let queue = try client.client.createQueue()
    try receiving.client.stamp(receiver, by: queue)
    let length = max(end, messages.last?.time ?? .zero)
    var schedule = try QueueSchedule.start(
      RepeatedRecording(messages, length: length), period: QueueSchedule.finePeriod, on: queue,
      of: client.client)
    defer { client.client.stopQueue(queue) }
    var run = Run(start: schedule.origin, limits: limits, replyCount: replies.count)
    let outcome = try play(&schedule, on: queue, until: run.start.adding(length), &run)
    let time = try client.client.time(of: queue) - run.start
    dueCount = messages.prefix { $0.time <= time }.count
    if outcome != .done { try client.client.removeScheduled() }
    return outcome
  }

  private mutating func play(
    _ schedule: inout QueueSchedule, on queue: Int32, until end: Nanoseconds, _ run: inout Run
  ) throws(SequencerError) -> Outcome {
    let start = run.start
    var nextCheck = Nanoseconds.zero
    // The number of cells of the messages that are due.
    var dueCellCount = 0
    dueCount = 0
    while true {
      let now = try sending.client.time(of: queue)
      if now >= nextCheck {
        nextCheck = now + Self.pollInterval
        run.update(at: now, replyCount: replies.count, sentCount: schedule.nextMessage)
        while let timed = schedule.messages[dueCount], start + timed.time <= now {
          dueCellCount += timed.message.sequencerEvents.reduce(0) { $0 + $1.cellCount }
          dueCount += 1
        }
        try pass(&schedule, to: queue, from: now)
        let stall = run.stall(waitingCount: waitingCount, sentCount: dueCellCount, at: now)
        if let outcome = stall ?? losses() { return outcome }
      }
      let isOver = now >= end && schedule.isComplete && !isDelivering
      let replyLimit = run.replyLimit(sentCount: schedule.nextMessage)
      try takeReplies(limit: replyLimit) { max(.zero, $0.time - start) }
      let pause = now < end ? min(nextCheck, end) - now : .milliseconds(1)
      if let outcome = disturbance(
        of: run, replyLimit: replyLimit, until: isOver ? .zero : monotonicTime() + pause)
      {
        return outcome
      }
      if isOver { return losses() ?? .done }
    }
  }

  /// Passes the events of the near future to the kernel, as far as its pool has space.
  private mutating func pass(
    _ schedule: inout QueueSchedule, to queue: Int32, from now: Nanoseconds
  ) throws(SequencerError) {
    var room = roomToSchedule
    while room > 0, let event = schedule.next(at: now) {
      if event.isFirst, let timed = schedule.messages[event.message] { sounding.apply(timed.message) }
      for destination in destinations.addresses {
        _ = sending.client.schedule(event.event, on: queue, from: sender.port, to: destination)
      }
      room -= event.event.cellCount * max(1, destinations.addresses.count)
      schedule.advance(past: event)
    }
    try sending.client.flush()
  }

  private var roomToSchedule: Int {
    guard let pools = ClientPools(of: sending.client.number, askedBy: sending.client) else { return 0 }
    // The kernel creates the pool with the first event.
    let free = pools.freeOutputCount == 0 && !isDelivering ? pools.outputCount : pools.freeOutputCount
    return free - Self.spareCellCount
  }

  /// Whether the kernel has undelivered events of midirec.
  private var isDelivering: Bool {
    (PoolStatistics.pool(.output, ofClient: sending.client.number)?.usedCount ?? 0) > 0
  }
}
