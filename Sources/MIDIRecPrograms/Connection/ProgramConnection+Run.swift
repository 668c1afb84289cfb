internal import ALSASequencer
internal import MIDICore
internal import MIDIRecSystem

extension ProgramConnection {
  /// A run of a program that is in progress, and the reasons to end it early.
  ///
  /// The reasons are a program that sends too many messages, or doesn't read its messages.
  struct Run {
    /// Time zero of the recording, on the clock of the run. It moves when the recording waits for the program.
    var start: Nanoseconds
    /// The earliest time of further replies.
    var earliest = Nanoseconds.zero
    let limits: ProgramSettings.Limits

    /// The start of the current second, and the number of messages that had been sent at that time.
    private var second = Nanoseconds.zero
    private var earlierSentCount = 0
    /// The number of replies at the start of the current second.
    private(set) var earlierReplyCount: Int
    /// The number of cells that the program had read at the last check.
    private var takenCount: Int?
    /// The time since which the program has read no events, or `nil` if it reads some.
    private var stallStart: Nanoseconds?

    /// The number of messages that a program may send for each message that it receives.
    private static let replyCountPerMessage = 10

    /// Creates the start of a run.
    ///
    /// - Parameter replyCount: The number of replies before the run.
    init(start: Nanoseconds, limits: ProgramSettings.Limits, replyCount: Int) {
      self.start = start
      self.limits = limits
      earlierReplyCount = replyCount
    }

    /// Starts a new second if the current one is over.
    mutating func update(at now: Nanoseconds, replyCount: Int, sentCount: Int) {
      guard now - second >= .seconds(1) else { return }
      (second, earlierReplyCount, earlierSentCount) = (now, replyCount, sentCount)
    }

    /// Returns the maximum number of replies in this second, counted from the first reply of the connection.
    ///
    /// - Parameter sentCount: The number of messages that were sent since the start of the run.
    func replyLimit(sentCount: Int) -> Int {
      earlierReplyCount + limits.replies + Self.replyCountPerMessage * (sentCount - earlierSentCount)
    }

    /// Returns the outcome of a program that has read no events for too long although events wait for it, or `nil`.
    ///
    /// - Parameters:
    ///   - waitingCount: The number of cells in the program's pool that hold events.
    ///   - sentCount: The number of cells that were sent to the program since any fixed time.
    ///   - now: The time of the call.
    mutating func stall(waitingCount: Int, sentCount: Int, at now: Nanoseconds) -> Outcome? {
      let takenCount = sentCount - waitingCount
      defer { self.takenCount = takenCount }
      guard waitingCount > 0, let earlier = self.takenCount, takenCount <= earlier else {
        stallStart = nil
        return nil
      }
      let start = stallStart ?? now
      stallStart = start
      return now - start >= limits.answer ? .notTaken(waitingCount: waitingCount) : nil
    }
  }

  /// The interval at which the program's pools are checked.
  static let pollInterval = Nanoseconds.milliseconds(100)

  /// The longest wait for a program that reads slowly, as a multiple of the limit for reading an event.
  private static let patience = 10

  /// Sends Active Sensing, which asks for no reply and changes no note, to the program.
  func probe() {
    var destinations = destinations
    var served: [EndpointAddress] = []
    for event in Message.activeSensing.sequencerEvents {
      _ = destinations.offer(event, served: &served, from: sender.port, of: sending.client)
    }
  }

  /// Waits until the program has read all events, so that a program that hangs after the last one is found.
  ///
  /// - Returns: ``Outcome/notTaken(waitingCount:)`` if it reads no event for too long.
  mutating func awaitReading(_ limits: ProgramSettings.Limits) throws(SequencerError) -> Outcome {
    let start = monotonicTime()
    let replyCount = replies.count
    // Later messages aren't replies to the recording, but the program may wait until midirec has read them.
    defer { replies.removeSubrange(replyCount...) }
    var run = Run(start: start, limits: limits, replyCount: replyCount)
    while true {
      let waitingCount = waitingCount
      let now = monotonicTime()
      guard waitingCount > 0, now - start < limits.answer * Self.patience else { return .done }
      if let stall = run.stall(waitingCount: waitingCount, sentCount: 0, at: now) { return stall }
      switch wait(for: endDescriptor, receiving.client.descriptor, stop: stop, until: now + Self.pollInterval)
      {
      case .stopRequested: return .stopRequested
      case let outcome where outcome.contains(.first): return .done
      default: break
      }
      try takeReplies(limit: .max) { _ in .zero }
    }
  }

  /// The number of cells in the program's pools with unread events.
  var waitingCount: Int {
    earlierLosses.keys.reduce(0) { count, number in
      count + (ClientPools(of: number, askedBy: sending.client)?.waitingCount ?? 0)
    }
  }
}
