internal import CALSA
internal import Glibc
internal import MIDICore
internal import Waiting

/// What comes from the program.
extension ProgramConnection {
  /// How long a program whose port has gone gets to end: then it has ended, which says more.
  private static let closingPatience = Nanoseconds.seconds(2)

  /// Takes what has come, but not more than is allowed.
  ///
  /// - Parameters:
  ///   - limit: How many replies there may be in all.
  ///   - isComplete: Whether to ask the kernel until it has nothing more. If not, some may be left, so that the descriptor is
  ///     readable. On the simulated clock an attempt in vain takes 1 µs.
  ///   - time: When what the program plays is said to have come.
  mutating func takeReplies(
    limit: Int, isComplete: Bool = true, at time: (SequencerEvent) -> Nanoseconds
  ) throws(SequencerError) {
    repeat {
      do {
        guard let event = try receiving.client.nextEvent() else { break }
        take(event, at: time)
      } catch {
        guard error.errno == ENOSPC else { throw error }
        hasLostReplies = true
      }
    } while replies.count <= limit && (isComplete || receiving.client.hasBufferedEvent)
    guard sending !== receiving else { return }
    while true {
      do {
        guard let event = try sending.client.nextEvent() else { break }
        noteClosing(event)
      } catch {
        // Only announcements come here.
        guard error.errno == ENOSPC else { throw error }
      }
    }
  }

  private mutating func take(_ event: SequencerEvent, at time: (SequencerEvent) -> Nanoseconds) {
    guard let source = sourceIndices[event.sender] else { return noteClosing(event) }
    let time = time(event)
    switch decoders[source].decode(event) {
    case .message(let message): append(message, from: source, at: time)
    case .messages(let messages): for message in messages { append(message, from: source, at: time) }
    case .notMIDI: break
    }
  }

  private mutating func append(_ message: Message, from source: Int, at time: Nanoseconds) {
    // It tells but that somebody is there, every 300 ms at the latest (MIDI 1.0): by a clock of the program's own, so that
    // a busy machine would have more of it.
    guard message != .activeSensing else { return }
    replies.append(Reply(source: source, message: TimedMessage(time: time, message: message)))
  }

  /// Takes note of a connection to the program that is gone.
  private mutating func noteClosing(_ event: SequencerEvent) {
    guard event.type == SND_SEQ_EVENT_PORT_UNSUBSCRIBED, closedPort == nil else { return }
    let (from, to) = event.connection
    if from == sender, destinations.addresses.contains(to) { closedPort = portNames[to] }
    if to == receiver, sourceIndices[from] != nil { closedPort = portNames[from] }
  }

  /// What ends a step early: the stop, the program's end, a port that went away, too many replies.
  ///
  /// - Parameters:
  ///   - limit: How many replies there may be in all.
  ///   - count: How many there were before this step.
  ///   - deadline: Until when it is waited for one of these, or for something that came.
  mutating func disturbance(
    limit: Int, since count: Int, until deadline: Nanoseconds = .zero, orInputFrom descriptor: Int32?,
    stop: StopToken?
  ) -> Outcome? {
    if replies.count > limit { return .flooded(count: replies.count - count) }
    var outcome = wait(
      for: descriptor, receiving.client.descriptor, stop: stop, until: closedPort == nil ? deadline : .zero)
    if closedPort != nil, outcome != .stopRequested, !outcome.isEnd {
      outcome = wait(for: descriptor, stop: stop, until: monotonicTime() + Self.closingPatience)
    }
    if outcome == .stopRequested { return .stopRequested }
    if outcome.isEnd { return .interrupted }
    return closedPort.map { .portClosed(name: $0) }
  }

  /// Says whether events were lost since the program was connected: to be asked once more after the last step, because
  /// the kernel is asked only ten times a second.
  ///
  /// - Returns: ``Outcome/lost(toProgram:fromProgram:)``; nothing where none were.
  package func losses() -> Outcome? {
    let pools = PoolStatistics.pools(.input, ofClients: earlierLosses.keys)
    let count = pools.reduce(0) { $0 + $1.value.failureCount - (earlierLosses[$1.key] ?? 0) }
    return count > 0 || hasLostReplies ? .lost(toProgram: count, fromProgram: hasLostReplies) : nil
  }
}

extension WaitOutcome {
  /// Whether the program has ended, whose descriptor is the first.
  fileprivate var isEnd: Bool {
    if case .ready(let ready) = self { ready.contains(.first) } else { false }
  }
}
