internal import ALSASequencer
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem

/// The replies of the program.
extension ProgramConnection {
  /// The time for a program to exit after its port is gone, because its exit is more informative.
  private static let closingPatience = Nanoseconds.seconds(2)

  /// Reads the available replies up to a limit.
  ///
  /// - Parameters:
  ///   - limit: The maximum total number of replies.
  ///   - isComplete: Whether to read until the kernel has no further events. Otherwise, replies may remain, so that the
  ///     descriptor is readable. In simulated time, an unsuccessful read takes 1 µs.
  ///   - time: The time to assign to the replies.
  mutating func takeReplies(
    limit: Int, isComplete: Bool = true, at time: (SequencerEvent) -> Nanoseconds
  ) throws(SequencerError) {
    repeat {
      guard let event = try receiving.client.nextEventOrOverrun() else { break }
      if event.isOverrun { hasLostReplies = true } else { take(event, at: time) }
    } while replies.count <= limit && (isComplete || receiving.client.hasBufferedEvents)
    guard sending !== receiving else { return }
    // Only announcements arrive here.
    while let event = try sending.client.nextEventOrOverrun() {
      if !event.isOverrun { noteClosing(event) }
    }
  }

  private mutating func take(_ event: SequencerEvent, at time: (SequencerEvent) -> Nanoseconds) {
    let heard = wiring.output == .instruments ? instrument?.index(ofPlayer: event.sender) : nil
    guard let source = heard ?? incoming.peer(at: event.sender).map({ sourceIndices[$0] }) else {
      return noteClosing(event)
    }
    let time = time(event)
    let problem = decoder.decode(event) { message in
      // Active sensing only shows that the sender exists, at least every 300 ms (MIDI 1.0). It follows the program's
      // clock, so a busy machine would have more of it.
      guard message != .activeSensing else { return }
      replies.append(SourcedMessage(source: source, time: time, message: message))
    }
    // The rest of a message whose start was lost on request isn't a fault of the program.
    if steps.hasLostReplies, event.isSystemExclusive { return }
    unreadableReply = unreadableReply ?? problem
  }

  /// Records that a connection to the program is gone.
  private mutating func noteClosing(_ event: SequencerEvent) {
    let changes =
      event.connection.sender == sender
      ? outgoing.take(event, of: sender) : incoming.take(event, of: receiver)
    for case .lost(_, let endpoint, _) in changes ?? [] { closedPort = closedPort ?? endpoint.displayName }
  }

  /// Waits for an early end of a step: a stop, the program's exit, a closed port, too many replies, or an unreadable
  /// one.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - limit: The maximum total number of replies.
  ///   - deadline: The end of the wait.
  mutating func disturbance(of run: Run, replyLimit limit: Int, until deadline: Nanoseconds) -> Outcome? {
    if replies.count > limit { return .flooded(count: replies.count - run.earlierReplyCount) }
    if let unreadableReply { return .unreadable(unreadableReply) }
    var outcome = wait(
      for: endDescriptor, steps.deafEnd == nil ? receiving.client.descriptor : nil, stop: stop,
      until: closedPort == nil ? deadline : .zero)
    // The program's descriptor is the first.
    if closedPort != nil, outcome != .stopRequested, !outcome.contains(.first) {
      outcome = wait(for: endDescriptor, stop: stop, until: monotonicTime() + Self.closingPatience)
    }
    if outcome == .stopRequested { return .stopRequested }
    if outcome.contains(.first) { return .interrupted }
    return closedPort.map { .portClosed(name: $0) }
  }

  /// Returns ``Outcome/lost(toProgram:fromProgram:)`` if events were lost since the program was connected, otherwise
  /// `nil`.
  ///
  /// The losses that a step has caused don't count. Call it again after the last step, because the kernel's counters are
  /// read only ten times per second.
  func losses() -> Outcome? {
    if steps.isInputFull { return nil }
    let pools = PoolStatistics.pools(.input, ofClients: earlierLosses.keys)
    let count = pools.reduce(0) { $0 + $1.value.failureCount - (earlierLosses[$1.key] ?? 0) }
    return count > 0 || hasLostReplies ? .lost(toProgram: count, fromProgram: hasLostReplies) : nil
  }

  /// Forgets the losses so far.
  mutating func forgetLosses() {
    earlierLosses = PoolStatistics.pools(.input, ofClients: earlierLosses.keys).mapValues(\.failureCount)
  }
}
