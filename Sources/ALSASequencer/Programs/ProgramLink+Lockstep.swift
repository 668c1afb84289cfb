internal import CALSA
public import MIDICore

/// Lockstep: time is the recording's, and stands still while the program answers.
extension ProgramLink {
  /// How many cells of the program's pool are used at most, also of a large one: while midirec isn't given the processor,
  /// the program may play thirty messages for each without filling midirec's pool.
  private static let largestLead = 64

  /// Sends a group of simultaneous messages, each as soon as the program has room for it, and waits until the program has
  /// taken all of them and come to rest. What it plays meanwhile is added to ``replies`` at that time, in the order in
  /// which it came.
  ///
  /// Takes as long as the program does, and a few looks at its pools and threads.
  ///
  /// - Parameters:
  ///   - group: The messages; none to wait for what the program does by itself when it begins.
  ///   - time: The recording's time that they belong to.
  ///   - limits: What is waited for: the time begins anew whenever the program has taken something.
  ///   - isAtRest: Whether every thread of the program waits for something to come.
  ///   - descriptor: Readable once the program has ended.
  ///   - stop: What ends the wait at once.
  public mutating func play(
    _ group: [Message], at time: Nanoseconds, limits: Limits, isAtRest: () -> Bool,
    orInputFrom descriptor: Int32? = nil, stop: StopRequest? = nil
  ) throws(SequencerError) -> Outcome {
    var step = Step(
      time: time, limits: limits, count: replies.count, messageCount: group.count, descriptor: descriptor,
      stop: stop)
    for message in group {
      for (event, bytes) in message.sequencerEvents {
        if let outcome = try send(event, bytes, &step) { return outcome }
      }
      sounding.apply(message)
    }
    return try waitForRest(&step, isAtRest)
  }

  /// What a step of lockstep knows.
  private struct Step {
    let time: Nanoseconds
    let limits: Limits
    /// How many replies there were before it.
    let count: Int
    let descriptor: Int32?
    let stop: StopRequest?
    /// How many replies there may be in all.
    let replyLimit: Int
    /// When patience ends.
    var deadline: Nanoseconds
    /// How many cells of the program waited by the last look.
    var waitingCount = 0
    /// How many cells were sent since then.
    var lead = 0

    init(
      time: Nanoseconds, limits: Limits, count: Int, messageCount: Int, descriptor: Int32?, stop: StopRequest?
    ) {
      self.time = time
      self.limits = limits
      self.count = count
      self.descriptor = descriptor
      self.stop = stop
      replyLimit = count + limits.replyCount + 10 * messageCount
      deadline = monotonicTime().saturatingSum(limits.answer)
    }

    /// Takes note that the program goes on.
    mutating func goOn() { deadline = monotonicTime().saturatingSum(limits.answer) }
  }

  /// Sends an event as soon as there is room for it.
  ///
  /// - Returns: Why it couldn't be sent; nothing where it was.
  private mutating func send(
    _ event: SequencerEvent, _ bytes: [UInt8], _ step: inout Step
  ) throws(SequencerError) -> Outcome? {
    var pace = LookingPace()
    let cellCount = PoolStatistics.cellCount(carrying: bytes.count)
    while true {
      if step.lead + cellCount > Self.largestLead { _ = try look(&step) }
      if step.waitingCount + step.lead == 0 || step.waitingCount + step.lead + cellCount <= Self.largestLead {
        switch destinations.offer(event, bytes: bytes, from: sender.port, of: sending.client) {
        case .taken:
          step.lead += cellCount
          return nil
        case .refused(let receiver, let errno):
          _ = try look(&step)
          guard destinations.addresses.contains(receiver), closedPort == nil else { break }
          throw .refusal(by: receiver, errno: errno)
        case .full: break
        }
      }
      let until = monotonicTime() + pace.next()
      if let outcome = disturbance(&step, until: until) { return outcome }
      if try look(&step).isMoving {
        step.goOn()
        pace = LookingPace()
      }
      if monotonicTime() >= step.deadline { return try end(&step) }
    }
  }

  /// Waits until the program has taken everything and is at rest.
  private mutating func waitForRest(
    _ step: inout Step, _ isAtRest: () -> Bool
  ) throws(SequencerError) -> Outcome {
    step.goOn()
    var pace = LookingPace()
    /// When it came to rest.
    var restingSince: Nanoseconds?
    while true {
      let before = try look(&step)
      if before.isMoving { step.goOn() }
      if before.hasTakenAll, isAtRest() {
        // A program that looks now and then sleeps also with a full pool; and what it played last is its answer, too.
        let after = try look(&step, isLast: true)
        if after.hasTakenAll {
          let now = monotonicTime()
          if before.hasPlayed || after.hasPlayed { restingSince = nil }
          if now - (restingSince ?? now) >= step.limits.quiet {
            return disturbance(&step) ?? recentLosses() ?? .done
          }
          if restingSince == nil { restingSince = now }
        } else {
          restingSince = nil
        }
      } else {
        restingSince = nil
      }
      if let outcome = disturbance(&step, until: monotonicTime() + pace.next()) { return outcome }
      if monotonicTime() >= step.deadline.saturatingSum(step.limits.quiet) { return try end(&step) }
    }
  }

  /// What one look finds.
  private struct Look {
    /// Whether all that was sent to the program is taken, and all that it has scheduled was delivered.
    var hasTakenAll: Bool
    /// Whether it has taken something since the last look.
    var isMoving: Bool
    /// Whether it has played something since the last look.
    var hasPlayed: Bool
  }

  /// Looks at the program's pools, and takes what it has played.
  ///
  /// - Parameter isLast: Whether the program is found at rest if this look finds nothing, so that it has to be sure.
  private mutating func look(_ step: inout Step, isLast: Bool = false) throws(SequencerError) -> Look {
    let time = step.time
    let expected = step.waitingCount + step.lead
    step.waitingCount = waitingCount
    step.lead = 0
    let hasTakenAll = step.waitingCount == 0 && !hasScheduled(isCertain: isLast)
    let hasPlayed = try takeReplies(limit: step.replyLimit) { _ in time }
    return Look(hasTakenAll: hasTakenAll, isMoving: step.waitingCount < expected, hasPlayed: hasPlayed)
  }

  private mutating func disturbance(_ step: inout Step, until deadline: Nanoseconds = .zero) -> Outcome? {
    disturbance(
      limit: step.replyLimit, since: step.count, until: deadline, orInputFrom: step.descriptor,
      stop: step.stop)
  }

  /// What is said where patience has ended.
  private mutating func end(_ step: inout Step) throws(SequencerError) -> Outcome {
    _ = try look(&step)
    if let outcome = disturbance(&step) ?? losses() { return outcome }
    return step.waitingCount > 0 ? .notTaken(waitingCount: step.waitingCount) : .notAtRest
  }
}

/// The program's pools.
extension ProgramLink {
  /// How many cells of the program's pools hold what it hasn't taken yet.
  var waitingCount: Int {
    earlierLosses.keys.reduce(0) { count, number in
      count + (ClientPools(of: number, askedBy: sending.client)?.waitingCount ?? 0)
    }
  }

  /// Whether the program has scheduled something that is not delivered yet.
  ///
  /// - Parameter isCertain: Whether the kernel's text is asked where the pool leaves it open, which takes longer.
  private func hasScheduled(isCertain: Bool) -> Bool {
    programClients.contains { number in
      guard let pools = ClientPools(of: number, askedBy: sending.client),
        pools.freeOutputCount < pools.outputCount
      else { return false }
      // None is free where all are used, and where there is no pool yet, because nothing was sent.
      guard pools.freeOutputCount == 0 else { return true }
      return isCertain && (PoolStatistics.pool(.output, ofClient: number)?.usedCount ?? 0) > 0
    }
  }
}
