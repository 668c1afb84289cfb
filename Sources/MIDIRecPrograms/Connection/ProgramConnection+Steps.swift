internal import ALSASequencer
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import SystemPackage

extension ProgramConnection {
  /// The steps of a session that aren't about instruments, and the state after the steps so far.
  struct Steps {
    /// The steps that are left, in order of time.
    fileprivate var rest: ArraySlice<SessionStep> = []
    /// Whether the cable of the recording is plugged in.
    var isPlugged = true
    /// The cable, if it loses messages.
    var cable = LossyCable()
    /// The time of the recording until which the program is stopped, or `nil` if it runs.
    fileprivate(set) var stopEnd: Nanoseconds?
    /// Whether the program's input pool has overflowed, so that messages to it are lost.
    fileprivate(set) var isInputFull = false
    /// The time of the recording until which replies are lost, or `nil` if midirec reads them.
    fileprivate(set) var deafEnd: Nanoseconds?
    /// Whether replies were lost on request.
    fileprivate(set) var hasLostReplies = false
    /// The clients that play at the same ports.
    var joined: [JoinedClient] = []
    /// The takes that clients will play, by the name in the step.
    fileprivate var takes: [String: Recording] = [:]

    /// Creates an empty list of steps.
    init() {}

    /// Creates the steps of a session, without those about instruments.
    ///
    /// - Parameter folder: The session's folder, which has the takes of its steps.
    /// - Throws: A ``SubjectFailure`` if a take can't be read.
    init(_ steps: [SessionStep], in folder: FilePath) throws(SubjectFailure) {
      rest = steps.filter { $0.serial == nil }[...]
      isPlugged = rest.beginsPlugged
      for case .join(let take?) in rest.map(\.action) where takes[take] == nil {
        takes[take] = try SessionInstruments.recording(take, in: folder)
      }
    }

    /// The time of the recording at which all steps and their takes are over.
    var end: Nanoseconds {
      rest.reduce(rest.end) { end, step in
        guard case .join(let take?) = step.action else { return end }
        return max(end, step.time.adding(takes[take]?.duration ?? .zero))
      }
    }

    /// The time of the recording at which ``ProgramConnection/performStep(at:_:)`` must be called next, or `nil`.
    var nextChange: Nanoseconds? { [rest.first?.time, stopEnd, deafEnd].compactMap(\.self).min() }
  }

  /// A second client that plays at the program's ports.
  struct JoinedClient {
    let link: LinkClient
    let port: EndpointAddress
    var receivers = Receivers()
    /// The rest of its take, or `nil` if it plays the session's take.
    var messages: ArraySlice<TimedMessage>?
    /// The notes and pedals that the program still holds.
    var sounding = ReleaseTracker()
  }

  /// Performs a step that is due, or ends one.
  ///
  /// - Parameter time: ``Steps/nextChange``.
  mutating func performStep(at time: Nanoseconds, _ run: inout Run) throws(SequencerError) -> Outcome? {
    try endStop(at: time)
    if let end = steps.deafEnd, end <= time { try listenAgain() }
    guard let step = steps.rest.first, step.time <= time else { return nil }
    steps.rest.removeFirst()
    switch step.action {
    case .plug: try plug()
    case .unplug: unplug()
    case .join(let take): return try join(take, at: time)
    case .lose(let count, let unit): steps.cable.lose(count, unit)
    case .pause:
      process?.setStopped(true)
      steps.stopEnd = max(steps.stopEnd ?? .zero, step.end)
    case .fillInput: return try fillInput(until: step.end, &run)
    case .fillOutput: try stopListening(until: step.end, &run)
    case .kill: return try kill(at: time, &run)
    case .restart: return try restart(at: time, &run)
    case .play: break
    }
    return nil
  }

  /// Ends all states that steps have begun, so that the program can be asked to end.
  mutating func endSteps() throws(SequencerError) {
    try endStop(at: Nanoseconds(rawValue: .max))
    if steps.deafEnd != nil { try listenAgain() }
  }

  // MARK: The cable

  /// Removes the port that plays the recording, as an unplugged instrument loses its port.
  mutating func unplug() {
    steps.isPlugged = false
    sending.client.deletePort(sender)
    (destinations.addresses, outgoing) = ([], Connections())
    if sender == receiver { incoming = Connections() }
  }

  private mutating func plug() throws(SequencerError) {
    guard !steps.isPlugged else { return }
    let isReceiver = sender == receiver
    sender = try Self.makeSender(of: sending, wiring.input.virtualName, isReceiver: isReceiver)
    if isReceiver { receiver = sender }
    steps.isPlugged = true
    // A program that connects itself is found when it has done so.
    guard wiring.input.virtualName == nil, process?.isKilled != true else { return }
    for port in programInputs { try sending.client.connect(sender, to: port) }
    playTo(programInputs)
  }

  /// Looks whether the program has connected itself again to the port that was plugged in.
  mutating func followProgram() {
    guard let process, steps.isPlugged, wiring.input.virtualName != nil, destinations.addresses.isEmpty,
      !process.isKilled
    else { return }
    let processes = process.processes()
    let inputs = subscribers(to: sender, of: processes)
    guard !inputs.isEmpty else { return }
    programInputs = inputs
    playTo(inputs)
    if sender == receiver { hear(senders(to: receiver, of: processes)) }
  }

  private mutating func join(_ take: String?, at time: Nanoseconds) throws(SequencerError) -> Outcome? {
    let link = try LinkClient(name: "midirec \(steps.joined.count + 2)")
    let port = try Self.makeSender(of: link, nil)
    var client = JoinedClient(link: link, port: port)
    if let take {
      client.messages =
        (steps.takes[take]?.messagesInOrder ?? []).map {
          TimedMessage(time: time.adding($0.time), message: $0.message)
        }[...]
    }
    steps.joined.append(client)
    return connectJoined()
  }

  /// Connects the second clients to the program's ports.
  private mutating func connectJoined() -> Outcome? {
    for index in steps.joined.indices {
      let client = steps.joined[index]
      do {
        for input in programInputs where !client.receivers.addresses.contains(input) {
          try client.link.client.connect(client.port, to: input)
        }
      } catch {
        return .instrumentFailed(reason: "a second client can't play: \(error)")
      }
      steps.joined[index].receivers.addresses = programInputs
    }
    return nil
  }

  // MARK: The pools

  /// Stops the program, and lets its input pool overflow.
  private mutating func fillInput(
    until end: Nanoseconds, _ run: inout Run
  ) throws(SequencerError) -> Outcome? {
    if let outcome = losses() { return outcome }
    // The overflow also removes what the program hasn't read, which isn't to be lost. The recording waits.
    let begin = monotonicTime()
    while waitingCount > 0, monotonicTime() < begin + run.limits.answer {
      try takeReplies(run, at: monotonicTime())
      if let outcome = disturbance(of: run, until: monotonicTime() + Receivers.retryInterval) {
        return outcome
      }
    }
    run.start = run.start.adding(monotonicTime() - begin)
    process?.setStopped(true)
    Receivers.overflow(programInputs, from: receiver.port, of: receiving.client)
    steps.isInputFull = true
    steps.stopEnd = max(steps.stopEnd ?? .zero, end)
    return nil
  }

  mutating func endStop(at time: Nanoseconds) throws(SequencerError) {
    guard let end = steps.stopEnd, end <= time else { return }
    steps.stopEnd = nil
    process?.setStopped(false)
    guard steps.isInputFull else { return }
    steps.isInputFull = false
    forgetLosses()
  }

  /// Lets the pool for the replies overflow.
  private mutating func stopListening(until end: Nanoseconds, _ run: inout Run) throws(SequencerError) {
    defer { steps.deafEnd = max(steps.deafEnd ?? .zero, end) }
    guard steps.deafEnd == nil else { return }
    steps.hasLostReplies = true
    try takeReplies(run, at: monotonicTime(), isComplete: true)
    try receiving.client.reduceInput()
    Receivers.overflow([receiver], from: receiver.port, of: receiving.client)
  }

  private mutating func listenAgain() throws(SequencerError) {
    steps.deafEnd = nil
    while try receiving.client.nextEventOrOverrun() != nil {}
    try receiving.client.enlargeInput()
    decoder = MessageDecoder()
  }

  // MARK: The program

  private mutating func kill(at time: Nanoseconds, _ run: inout Run) throws(SequencerError) -> Outcome? {
    guard let process, !process.isKilled else { return nil }
    if process.child.hasEnded { return .interrupted }
    if steps.deafEnd == nil { try takeReplies(run, at: monotonicTime(), isComplete: true) }
    if let outcome = losses() { return outcome }
    // The program's ports close, which isn't its fault.
    (incoming, outgoing, decoder) = (Connections(), Connections(), MessageDecoder())
    if wiring.input != .instrument { destinations.addresses = [] }
    for index in steps.joined.indices { steps.joined[index].receivers.addresses = [] }
    process.killByStep()
    if steps.deafEnd == nil { try takeReplies(run, at: monotonicTime(), isComplete: true) }
    (earlierLosses, programInputs) = ([:], [])
    (steps.stopEnd, steps.isInputFull) = (nil, false)
    sounding = ReleaseTracker()
    run.earliest = time
    return nil
  }

  /// Starts the program again, and waits until it is ready, as at the start. The recording waits, too.
  private mutating func restart(at time: Nanoseconds, _ run: inout Run) throws(SequencerError) -> Outcome? {
    if let outcome = try kill(at: time, &run) { return outcome }
    guard let process else { return nil }
    do {
      try process.restart()
    } catch {
      return .notStartedAgain(
        error as? SubjectFailure ?? SubjectFailure(.unavailable, "can't be started again: \(error)"))
    }
    let connected = try connect(
      to: { process.processes() }, until: StopToken.now + run.limits.ready, settling: Self.settling)
    switch connected {
    case .done: break
    case .notReady: return .notReadyAgain
    default: return connected
    }
    run.start = (monotonicTime() + Self.leadTime).subtracting(time)
    return connectJoined()
  }
}
