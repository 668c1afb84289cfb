internal import ALSASequencer
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem

/// Playing on a simulated machine, on which time stops while a program computes.
extension ProgramConnection {
  /// The time between the start and time zero, to which the replies within it belong.
  static let leadTime = Nanoseconds.milliseconds(100)
  /// The time for which the program's ports must be unchanged, which costs no real time.
  static let settling = Nanoseconds.milliseconds(500)

  /// Sends each message at its time, performs the steps, and adds the program's replies to ``replies``.
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
    var run = Run(start: monotonicTime() + Self.leadTime, limits: limits, replyCount: replies.count)
    let end = max(end, messages.last?.time ?? .zero)
    var nextCheck = Nanoseconds.zero
    while true {
      let now = monotonicTime()
      if let outcome = try followInstrument(since: run.start, at: now) { return outcome }
      if let outcome = try playDue(messages, at: now, &run) { return outcome }
      let isOver = now >= run.start.adding(end) && dueCount == messages.count && steps.nextChange == nil
      try takeReplies(run, at: now, isComplete: isOver)
      if now >= nextCheck {
        nextCheck = now + Self.pollInterval
        followProgram()
        run.update(at: now, replyCount: replies.count, sentCount: dueCount)
        if let stall = stall(&run, at: now) { return stall }
      }
      let next =
        [nextMessage(of: messages)?.time, steps.nextChange, instrument?.nextChange].compactMap(\.self).min()
        ?? end
      let wake = isOver ? .zero : min(run.start.adding(next), nextCheck)
      if let outcome = disturbance(of: run, until: wake) { return outcome }
      // Asked only once, because the kernel lets the program run before it answers.
      if isOver { return losses() ?? .done }
    }
  }

  /// Performs all due steps and sends all due messages, in order of time. A step precedes messages of its time.
  private mutating func playDue(
    _ messages: [TimedMessage], at now: Nanoseconds, _ run: inout Run
  ) throws(SequencerError) -> Outcome? {
    while true {
      let message = nextMessage(of: messages)
      if let time = steps.nextChange, time <= message?.time ?? time {
        guard run.start.adding(time) <= now else { return nil }
        if let outcome = try performStep(at: time, &run) { return outcome }
        continue
      }
      guard let message, run.start.adding(message.time) <= now else { return nil }
      if let client = message.client {
        guard let timed = steps.joined[client].messages?.removeFirst() else { continue }
        if let outcome = try send(timed.message, from: client, &run) { return outcome }
        continue
      }
      if let outcome = try play(messages[dueCount].message, &run) { return outcome }
      dueCount += 1
      if let memory, dueCount * 4 / messages.count > memoryByQuarter.count {
        memoryByQuarter.append(memory())
      }
    }
  }

  /// The time of the next message of the recording, or of a client that plays its own take, or `nil` after the last one.
  private func nextMessage(of messages: [TimedMessage]) -> (time: Nanoseconds, client: Int?)? {
    var next: (time: Nanoseconds, client: Int?)? =
      dueCount < messages.count ? (messages[dueCount].time, nil) : nil
    for (index, client) in steps.joined.enumerated() {
      guard let time = client.messages?.first?.time, time < next?.time ?? Nanoseconds(rawValue: .max) else {
        continue
      }
      next = (time, index)
    }
    return next
  }

  /// Plays a message of the recording, also from the second clients that have no separate take.
  private mutating func play(_ message: Message, _ run: inout Run) throws(SequencerError) -> Outcome? {
    guard !steps.isInputFull, process?.isKilled != true else { return nil }
    let messages = steps.isPlugged ? steps.cable.arrivals(of: message) : []
    for message in messages { if let outcome = try send(message, from: nil, &run) { return outcome } }
    for (index, client) in steps.joined.enumerated() where client.messages == nil {
      if let outcome = try send(message, from: index, &run) { return outcome }
    }
    return nil
  }

  private func stall(_ run: inout Run, at now: Nanoseconds) -> Outcome? {
    // A stopped program reads nothing.
    let count = steps.stopEnd == nil ? waitingCount : 0
    return run.stall(waitingCount: count, sentCount: sentCellCount, at: now)
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

  mutating func takeReplies(
    _ run: Run, at now: Nanoseconds, isComplete: Bool = false
  ) throws(SequencerError) {
    guard steps.deafEnd == nil else { return }
    let time = max(.zero, now - run.start)
    let rounded = Nanoseconds(rawValue: time.rawValue - time.rawValue % Evidence.resolution.rawValue)
    try takeReplies(limit: replyLimit(run), isComplete: isComplete) { _ in max(run.earliest, rounded) }
  }

  mutating func disturbance(of run: Run, until deadline: Nanoseconds) -> Outcome? {
    disturbance(of: run, replyLimit: replyLimit(run), until: deadline)
  }

  /// Sends a message as soon as the program has space for it.
  ///
  /// - Parameter client: The index of a second client that sends it, or `nil` for the recording.
  /// - Returns: The reason why it wasn't sent, or `nil` if it was.
  private mutating func send(
    _ message: Message, from client: Int?, _ run: inout Run
  ) throws(SequencerError) -> Outcome? {
    for event in message.sequencerEvents {
      var served: [EndpointAddress] = []
      sending: while true {
        switch offer(event, from: client, served: &served) {
        case .taken: break sending
        case .refused(let receiver, let errno):
          try takeReplies(run, at: monotonicTime())
          // The events of a disconnected instrument have no receiver.
          // The closed port of a second client's receiver is noticed at the recording's port.
          guard client == nil, destinations.addresses.contains(receiver), closedPort == nil, instrument == nil
          else { break }
          throw .refusal(by: receiver, errno: errno)
        case .full: break
        }
        let now = monotonicTime()
        try endStop(at: now - run.start)
        try takeReplies(run, at: now)
        if let outcome = disturbance(of: run, until: now + Receivers.retryInterval) { return outcome }
        if let stall = stall(&run, at: now) { return losses() ?? stall }
      }
      sentCellCount += event.cellCount
    }
    if let client { steps.joined[client].sounding.apply(message) } else { sounding.apply(message) }
    return nil
  }

  private mutating func offer(
    _ event: SequencerEvent, from client: Int?, served: inout [EndpointAddress]
  ) -> Receivers.Answer {
    guard let client else {
      return destinations.offer(event, served: &served, from: sender.port, of: sending.client)
    }
    let (port, link) = (steps.joined[client].port, steps.joined[client].link)
    return steps.joined[client].receivers.offer(event, served: &served, from: port.port, of: link.client)
  }
}
