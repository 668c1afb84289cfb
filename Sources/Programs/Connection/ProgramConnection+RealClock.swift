internal import ALSASequencer
internal import MIDICore
internal import System

/// Real-time mode: the kernel's queue plays, and timestamps the program's messages.
extension ProgramConnection {
  /// The interval between checks.
  private static let pollInterval = Nanoseconds.milliseconds(100)
  /// The number of cells of the kernel's pool that stay free.
  private static let spareCellCount = 50

  /// Sends each message at its time, and records the program's messages with their times. Both times are from the
  /// kernel's clock, so they don't depend on midirec's load.
  ///
  /// - Parameters:
  ///   - messages: The messages in order of time.
  ///   - end: The end of the replies, relative to time zero: the recording's length or more.
  ///   - limits: The limits that end the run early.
  ///   - descriptor: A descriptor that is readable when the program has ended.
  ///   - stop: Ends the run at once.
  mutating func playOnTime(
    _ messages: [TimedMessage], until end: Nanoseconds, limits: Limits,
    orInputFrom descriptor: Int32? = nil, stop: StopToken? = nil
  ) throws(SequencerError) -> Outcome {
    let client = sending
    let queue = try client.client.createQueue()
    try receiving.client.stamp(receiver, by: queue)
    let end = max(end, messages.last?.time ?? .zero)
    let schedule = try QueueSchedule.start(
      RepeatedRecording(messages, length: end), frequency: .high, on: queue, of: client.client)
    defer { client.client.stopQueue(queue) }
    let start = schedule.origin
    var run = Run(
      queue: queue, schedule: schedule, end: start.adding(end), limits: limits,
      replyCount: replies.count)
    let outcome = try play(&run, orInputFrom: descriptor, stop: stop)
    let time = try client.client.time(of: queue) - start
    dueCount = messages.prefix { $0.time <= time }.count
    if outcome != .done { try client.client.removeScheduled() }
    return outcome
  }

  /// The state of a run in real-time mode.
  private struct Run {
    let queue: Int32
    var schedule: QueueSchedule
    /// The end on the queue's clock.
    let end: Nanoseconds
    let limits: Limits
    var quota: ReplyQuota
    var stallDetector = StallDetector()
    /// The number of messages that are due, and the number of their cells.
    var dueCount = 0
    var dueCellCount = 0

    init(queue: Int32, schedule: QueueSchedule, end: Nanoseconds, limits: Limits, replyCount: Int) {
      self.queue = queue
      self.schedule = schedule
      self.end = end
      self.limits = limits
      quota = ReplyQuota(countPerSecond: limits.replyCount, replyCount: replyCount)
    }

    mutating func followDue(at now: Nanoseconds) {
      while let timed = schedule.messages[dueCount], schedule.origin + timed.time <= now {
        dueCellCount += timed.message.sequencerEvents.reduce(0) {
          $0 + PoolStatistics.cellCount(carrying: $1.bytes.count)
        }
        dueCount += 1
      }
    }
  }

  private mutating func play(
    _ run: inout Run, orInputFrom descriptor: Int32?, stop: StopToken?
  ) throws(SequencerError) -> Outcome {
    let start = run.schedule.origin
    var nextLook = Nanoseconds.zero
    while true {
      let now = try sending.client.time(of: run.queue)
      if now >= nextLook {
        nextLook = now + Self.pollInterval
        run.quota.update(at: now, replyCount: replies.count, sentCount: run.schedule.nextMessage)
        run.followDue(at: now)
        try schedule(&run, from: now)
        let stall = stall(
          &run.stallDetector, sentCount: run.dueCellCount, at: now, limit: run.limits.answer)
        if let outcome = stall ?? losses() { return outcome }
      }
      let isOver = now >= run.end && run.schedule.isComplete && !isDelivering
      let replyLimit = run.quota.limit(sentCount: run.schedule.nextMessage)
      try takeReplies(limit: replyLimit) { max(.zero, $0.time - start) }
      let pause = now < run.end ? min(nextLook, run.end) - now : .milliseconds(1)
      if let outcome = disturbance(
        limit: replyLimit, since: run.quota.earlierReplyCount,
        until: isOver ? .zero : monotonicTime() + pause,
        orInputFrom: descriptor, stop: stop)
      {
        return outcome
      }
      if isOver { return losses() ?? .done }
    }
  }

  /// Passes the events of the near future to the kernel, as far as its pool has space.
  private mutating func schedule(_ run: inout Run, from now: Nanoseconds) throws(SequencerError) {
    var room = roomToSchedule
    while room > 0, let event = run.schedule.next(at: now) {
      if event.isFirst, let timed = run.schedule.messages[event.message] { sounding.apply(timed.message) }
      let schedule = SequencerEvent.Schedule(queue: run.queue, time: event.due)
      for destination in destinations.addresses {
        _ = sending.client.schedule(
          event.event, bytes: event.bytes, at: schedule, from: sender.port, to: destination)
      }
      room -= event.cellCount * max(1, destinations.addresses.count)
      run.schedule.advance(past: event)
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

extension ProgramConnection {
  /// The number of cells in the program's pools with unread events.
  var waitingCount: Int {
    earlierLosses.keys.reduce(0) { count, number in
      count + (ClientPools(of: number, askedBy: sending.client)?.waitingCount ?? 0)
    }
  }

  /// Returns the outcome of a program that reads no events, or `nil` if it reads some or has read all.
  ///
  /// - Parameters:
  ///   - sentCount: The number of cells that were sent to the program.
  ///   - limit: The maximum time in which it may read no events.
  func stall(
    _ detector: inout StallDetector, sentCount: Int, at now: Nanoseconds, limit: Nanoseconds
  ) -> Outcome? {
    let waitingCount = waitingCount
    return detector.isStalled(waitingCount: waitingCount, sentCount: sentCount, at: now, limit: limit)
      ? .notTaken(waitingCount: waitingCount) : nil
  }
}
