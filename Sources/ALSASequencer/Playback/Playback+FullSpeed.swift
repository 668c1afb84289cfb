internal import Glibc
package import MIDICore
package import MIDIRecSystem

extension Playback {
  /// The number of messages between checks of the stop and the connections.
  private static let batch = 64
  /// Plays a recording at full speed: each message is sent as soon as every receiver has space for it, so no message is lost.
  ///
  /// Programs receive messages as fast as they read them. Instruments don't report their free space, so they receive
  /// messages at the rate of a MIDI link.
  ///
  /// - Parameters:
  ///   - passes: The recording, and its repetitions.
  ///   - stop: Ends the replay early.
  ///   - observe: Receives the progress.
  package mutating func playAtFullSpeed(
    _ passes: RepeatedRecording, stop: StopToken, observe: (PlaybackNotice) -> Void = { _ in }
  ) throws(SequencerError) -> PlaybackReport {
    var report = PlaybackReport()
    var sounding = ReleaseTracker()
    var receivers = currentReceivers
    var wire = destination?.hardware == nil ? nil : WireRateLimiter()
    let start = monotonicTime()
    var nextProgress = Nanoseconds.zero
    var number = 0
    let board = keeper?.board
    noteReceivers()
    defer {
      endNotes(sounding)
      board?.hold(ReleaseTracker())
    }
    while let message = passes[number]?.message {
      if number % Self.batch == 0 {
        report.elapsed = monotonicTime() - start
        if report.elapsed >= nextProgress {
          observe(.progress(report))
          nextProgress = report.elapsed + .milliseconds(100)
        }
        try followConnections(&receivers)
      }
      if let free = wire?.takeTurn(for: message.bytes.count, from: monotonicTime()), free > monotonicTime() {
        _ = wait(stop: stop, until: free)
      }
      guard isAttached else {
        report.interruption = .destinationLeft
        report.gapCount = 1
        report.unsentCount = passes.messageCount.map { $0 - number } ?? 0
        break
      }
      if number % Self.batch == 0, wait(stop: stop, until: .zero) == .stopRequested {
        report.interruption = .stopRequested
        break
      }
      board?.willSend(message)
      switch try send(message, to: &receivers, stop: stop) {
      case nil:
        report.sentCount += 1
        sounding.apply(message)
        board?.wasSent(message, sounding)
        number += 1
      case .stopRequested?: report.interruption = .stopRequested
      // The next step counts the unsent messages.
      case .destinationLeft?, .receiverFull?: break
      }
      if report.interruption != nil { break }
    }
    report.resentCount = receivers.refusalCount
    report.elapsed = monotonicTime() - start
    observe(.progress(report))
    return report
  }

  /// Reads the changes of connections.
  private mutating func followConnections(_ receivers: inout Receivers) throws(SequencerError) {
    var isChanged = false
    while let event = try client.nextEvent() {
      if connections.take(event, of: port) != nil { isChanged = true }
    }
    if isChanged {
      receivers.addresses = currentReceivers.addresses
      noteReceivers()
    }
  }

  /// Sends a message as soon as every receiver has space for it.
  ///
  /// - Returns: The reason of an early end, or `nil` if every receiver has the message.
  private mutating func send(
    _ message: Message, to receivers: inout Receivers, stop: StopToken
  ) throws(SequencerError) -> SendingInterruption? {
    for event in message.sequencerEvents {
      var served: [EndpointAddress] = []
      offering: while true {
        switch receivers.offer(event, served: &served, from: port.port, of: client) {
        case .taken: break offering
        case .full:
          if wait(stop: stop, until: monotonicTime() + Receivers.retryInterval) == .stopRequested {
            return .stopRequested
          }
          // Don't wait for disconnected receivers.
          try followConnections(&receivers)
        case .refused(let receiver, let errno):
          try followConnections(&receivers)
          if receivers.addresses.contains(receiver) { throw .refusal(by: receiver, errno: errno) }
        }
        guard isAttached else { return .destinationLeft }
      }
    }
    return nil
  }
}
