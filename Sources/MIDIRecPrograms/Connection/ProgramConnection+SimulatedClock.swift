internal import ALSASequencer
internal import MIDICore
internal import MIDIRecSystem

/// Playing on a simulated machine, on which time stops while a program computes.
extension ProgramConnection {
  /// The time between the start and time zero, to which the replies within it belong.
  private static let leadTime = Nanoseconds.milliseconds(100)
  /// The resolution of the replies' times. A MIDI byte takes three times as long on a cable.
  private static let resolution = Nanoseconds.microseconds(100)

  /// Sends each message at its time, and adds the program's replies to ``replies``.
  ///
  /// The thread takes real-time priority, so that it runs as soon as a message is due or a reply has arrived, and sends
  /// all messages of one time before the program runs. Each reading of the clock takes 256 ns of simulated time;
  /// therefore, the times of replies are rounded down to 0.1 ms.
  ///
  /// - Parameters:
  ///   - messages: The messages in order of time.
  ///   - end: The end of the replies, relative to time zero, unless the last message is later.
  ///   - limits: The limits that end the run early.
  mutating func playOnSimulatedClock(
    _ messages: [TimedMessage], until end: Nanoseconds, limits: ProgramSettings.Limits
  ) throws(SequencerError) -> Outcome {
    dueCount = 0
    let priority = RealTimePriority.acquire()
    defer { priority.release() }
    let start = monotonicTime() + Self.leadTime
    let end = start.adding(max(end, messages.last?.time ?? .zero))
    var run = Run(start: start, limits: limits, replyCount: replies.count)
    var nextCheck = Nanoseconds.zero
    while true {
      let now = monotonicTime()
      if let outcome = try followInstrument(since: start, at: now) { return outcome }
      while dueCount < messages.count, start.adding(messages[dueCount].time) <= now {
        if let outcome = try send(messages[dueCount].message, &run) { return outcome }
        dueCount += 1
        if let memory, dueCount * 4 / messages.count > memoryByQuarter.count {
          memoryByQuarter.append(memory())
        }
      }
      let isOver = now >= end && dueCount == messages.count
      try takeReplies(run, at: now, isComplete: isOver)
      if now >= nextCheck {
        nextCheck = now + Self.pollInterval
        run.update(at: now, replyCount: replies.count, sentCount: dueCount)
        let stall = run.stall(waitingCount: waitingCount, sentCount: sentCellCount, at: now)
        if let stall { return stall }
      }
      let times = [dueCount < messages.count ? messages[dueCount].time : nil, instrument?.nextChange]
      let next = times.compactMap(\.self).map(start.adding).min() ?? end
      if let outcome = disturbance(of: run, until: isOver ? .zero : min(next, nextCheck)) { return outcome }
      // Asked only once, because the kernel lets the program run before it answers.
      if isOver { return losses() ?? .done }
    }
  }

  /// Applies the changes of the instrument that are due, and plays on its current port.
  private mutating func followInstrument(
    since start: Nanoseconds, at now: Nanoseconds
  ) throws(SequencerError) -> Outcome? {
    guard let instrument else { return nil }
    do {
      try instrument.advance(to: now - start)
    } catch {
      return .instrumentFailed(reason: "\(error)")
    }
    let players = [instrument.player].compactMap(\.self)
    if wiring.input == .instrument, players != destinations.addresses { try playOn(instrument) }
    connectOthers(of: instrument)
    for (player, message) in instrument.takeMessages(dueAt: now - start) {
      var receivers = Receivers([player])
      receivers.deliver(message.sequencerEvents, from: sender.port, of: sending.client)
    }
    return nil
  }

  /// Waits until the program has read all events, and then for the given time, in which it may react.
  ///
  /// - Parameters:
  ///   - limit: The maximum wait for the program to read all events.
  ///   - pause: The time after that.
  func settle(within limit: Nanoseconds, pause: Nanoseconds) {
    let deadline = monotonicTime().adding(limit)
    while waitingCount > 0, monotonicTime() < deadline {
      let outcome = wait(for: endDescriptor, stop: stop, until: monotonicTime() + .milliseconds(10))
      if outcome != .deadlinePassed { return }
    }
    _ = wait(for: endDescriptor, stop: stop, until: monotonicTime() + pause)
  }

  /// Returns the maximum number of replies so far, including replies to the message that is being sent.
  private func replyLimit(_ run: Run) -> Int { run.replyLimit(sentCount: dueCount + 1) }

  private mutating func takeReplies(
    _ run: Run, at now: Nanoseconds, isComplete: Bool = false
  ) throws(SequencerError) {
    let time = max(.zero, now - run.start)
    let rounded = Nanoseconds(rawValue: time.rawValue - time.rawValue % Self.resolution.rawValue)
    try takeReplies(limit: replyLimit(run), isComplete: isComplete) { _ in rounded }
  }

  private mutating func disturbance(of run: Run, until deadline: Nanoseconds) -> Outcome? {
    disturbance(of: run, replyLimit: replyLimit(run), until: deadline)
  }

  /// Sends a message as soon as the program has space for it.
  ///
  /// - Returns: The reason why it wasn't sent, or `nil` if it was.
  private mutating func send(
    _ message: Message, _ run: inout Run
  ) throws(SequencerError) -> Outcome? {
    for event in message.sequencerEvents {
      var served: [EndpointAddress] = []
      sending: while true {
        switch destinations.offer(event, served: &served, from: sender.port, of: sending.client) {
        case .taken: break sending
        case .refused(let receiver, let errno):
          try takeReplies(run, at: monotonicTime())
          // The events of a disconnected instrument have no receiver.
          guard destinations.addresses.contains(receiver), closedPort == nil, instrument == nil else { break }
          throw .refusal(by: receiver, errno: errno)
        case .full: break
        }
        let now = monotonicTime()
        try takeReplies(run, at: now)
        if let outcome = disturbance(of: run, until: now + Receivers.retryInterval) { return outcome }
        let stall = run.stall(waitingCount: waitingCount, sentCount: sentCellCount, at: now)
        if let stall { return losses() ?? stall }
      }
      sentCellCount += event.cellCount
    }
    sounding.apply(message)
    return nil
  }
}
