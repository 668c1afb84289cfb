internal import CALSA
internal import Glibc
public import MIDICore

extension Playback {
  /// How many messages are sent before the stop and the connections are looked at again.
  private static let batch = 64
  /// How often a receiver without room is looked at again. There is no event to wait for: the kernel tells nobody that
  /// another program has read.
  private static let retryInterval = Nanoseconds.milliseconds(1)
  /// Cells that are left free in a receiver's pool: others may send to it at the same time.
  private static let reservedCellCount = 8

  /// Plays a recording without regard to time, each message as soon as every receiver has room for it. Nothing is lost.
  ///
  /// Programs get messages as fast as they read them. Instruments tell nobody what they have room for: they get
  /// messages at the pace of MIDI's own wire.
  ///
  /// - Parameters:
  ///   - passes: What to play, and how often.
  ///   - stop: What ends the replay early.
  ///   - observe: Is told how far it has come.
  public mutating func playAtFullSpeed(
    _ passes: Passes, stop: StopRequest, observe: (PlaybackNotice) -> Void = { _ in }
  ) throws(SequencerError) -> PlaybackReport {
    var report = PlaybackReport()
    var sounding = SoundingState()
    var sender = CarefulSender(targets: targets, reservedCellCount: Self.reservedCellCount)
    var wire = destination?.hardware == nil ? nil : WirePace()
    let start = monotonicTime()
    var nextProgress = Nanoseconds.zero
    var number = 0
    defer {
      sender.patience = monotonicTime() + Self.patience
      for message in sounding.releaseMessages { _ = send(message, &sender, stop: nil) }
    }
    while let message = passes[number]?.message {
      if number % Self.batch == 0 {
        report.elapsed = monotonicTime() - start
        if report.elapsed >= nextProgress {
          observe(.progress(report))
          nextProgress = report.elapsed + .milliseconds(100)
        }
        try followConnections(&sender)
      }
      if let free = wire?.takeTurn(for: message.bytes.count, from: monotonicTime()), free > monotonicTime() {
        _ = wait(for: -1, stop: stop, until: free)
      }
      guard isAttached else {
        report.ending = .destinationLeft
        report.gapCount = 1
        report.unsentCount = passes.messageCount.map { $0 - number } ?? 0
        break
      }
      if number % Self.batch == 0, wait(for: -1, stop: stop, until: .zero) == .stopRequested {
        report.ending = .stopped
        break
      }
      switch send(message, &sender, stop: stop) {
      case .sent:
        report.sentCount += 1
        sounding.apply(message)
        number += 1
      case .stopped:
        report.ending = .stopped
      case .gone:
        try followConnections(&sender)
        // Who has gone without a word needs no message.
        if isAttached { number += 1 }
      }
      if report.ending == .stopped { break }
    }
    report.resentCount = sender.resentCount
    report.elapsed = monotonicTime() - start
    observe(.progress(report))
    return report
  }

  /// The ports that get the messages: each is sent to by itself, so that one that is full holds up no other's message
  /// twice.
  private var targets: [EndpointAddress] {
    if chosen == nil { return client.subscribers(to: port) }
    return destination.map { [$0.address] } ?? []
  }

  /// Reads who has connected and who has left.
  private mutating func followConnections(_ sender: inout CarefulSender) throws(SequencerError) {
    var isChanged = false
    while let event = try client.nextEvent() {
      if event.type == SND_SEQ_EVENT_PORT_UNSUBSCRIBED, let destination,
        event.connection.destination == destination.address
      {
        self.destination = nil
      }
      isChanged =
        isChanged || event.type == SND_SEQ_EVENT_PORT_UNSUBSCRIBED
        || event.type == SND_SEQ_EVENT_PORT_SUBSCRIBED
    }
    if isChanged { sender.targets = targets }
  }

  // MARK: Sending where there is room

  /// Sends a message as soon as there is room for it, or when the patience is at its end.
  func sendWhenThereIsRoom(_ message: Message, patience: Nanoseconds) {
    var sender = CarefulSender(targets: targets, reservedCellCount: 0, patience: patience)
    _ = send(message, &sender, stop: nil)
  }

  /// Sends an event as soon as there is room for it, or when the patience is at its end.
  func sendWhenThereIsRoom(_ event: SequencerEvent, bytes: [UInt8], patience: Nanoseconds) {
    var sender = CarefulSender(targets: targets, reservedCellCount: 0, patience: patience)
    _ = send(event, bytes, &sender, stop: nil)
  }

  private func send(
    _ message: Message, _ sender: inout CarefulSender, stop: StopRequest?
  ) -> CarefulSender.Outcome {
    for (event, bytes) in message.sequencerEvents {
      let outcome = send(event, bytes, &sender, stop: stop)
      if outcome != .sent { return outcome }
    }
    return .sent
  }

  private func send(
    _ event: SequencerEvent, _ bytes: [UInt8], _ sender: inout CarefulSender, stop: StopRequest?
  ) -> CarefulSender.Outcome {
    let cellCount = PoolStatistics.cellCount(carrying: bytes.count)
    while sender.freeCellCount < cellCount {
      sender.freeCellCount = client.freeCellCount(ofReceiversOf: sender.targets) - sender.reservedCellCount
      if sender.freeCellCount >= cellCount { break }
      if let outcome = waitForRoom(sender, stop) { return outcome }
    }
    sender.freeCellCount -= cellCount
    for target in sender.targets {
      while let errno = client.send(event, bytes: bytes, from: port.port, to: target) {
        guard [EAGAIN, ENOMEM].contains(errno) else { return .gone }
        sender.resentCount += 1
        if let outcome = waitForRoom(sender, stop) { return outcome }
      }
    }
    return .sent
  }

  private func waitForRoom(_ sender: CarefulSender, _ stop: StopRequest?) -> CarefulSender.Outcome? {
    if wait(for: -1, stop: stop, until: monotonicTime() + Self.retryInterval) == .stopRequested {
      return .stopped
    }
    guard let patience = sender.patience, monotonicTime() >= patience else { return nil }
    return .stopped
  }
}

/// What is known of the receivers of messages that must not be lost. A message for which a receiver has no room makes
/// it lose all that it has not read yet: so there is a look at its pool before.
struct CarefulSender {
  /// What became of an event.
  enum Outcome {
    case sent, stopped, gone
  }

  /// The ports that get the messages.
  var targets: [EndpointAddress] {
    didSet { freeCellCount = 0 }
  }
  /// Cells that are to be left free.
  var reservedCellCount: Int
  /// When to give up; never if nothing.
  var patience: Nanoseconds?
  /// How many cells the fullest receiver had free at the last look, less what was sent since.
  var freeCellCount = 0
  /// How often an event was sent again.
  var resentCount = 0

  init(targets: [EndpointAddress], reservedCellCount: Int, patience: Nanoseconds? = nil) {
    self.targets = targets
    self.reservedCellCount = reservedCellCount
    self.patience = patience
  }
}

extension SequencerClient {
  /// How much is sent before the next look where no program receives it.
  private static let unlimitedCellCount = 1000

  /// How many cells the fullest pool has free of the programs that get what is sent to some ports: directly, or passed
  /// on by the kernel's own ports, such as Midi Through.
  fileprivate func freeCellCount(ofReceiversOf targets: [EndpointAddress]) -> Int {
    var visited: Set<EndpointAddress> = []
    var waiting = targets
    var free = Self.unlimitedCellCount
    while let address = waiting.popLast() {
      guard visited.insert(address).inserted else { continue }
      if let count = freeCellCount(ofClient: address.client) {
        free = min(free, count)
      } else {
        waiting += subscribers(to: address)
      }
    }
    return free
  }
}
