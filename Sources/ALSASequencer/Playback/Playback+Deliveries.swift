internal import CALSA
internal import MIDICore
internal import MIDIRecSystem

/// The deliveries of a timed replay.
extension Playback {
  /// Removes undelivered events from the queue, and waits until the delivered ones are known.
  mutating func settle(_ replay: inout Replay) throws(SequencerError) {
    try client.removeScheduled()
    let epoch = replay.epoch
    // The kernel delivers it after all events whose delivery has started.
    schedule(.marker(nil, epoch: epoch), at: try client.time(of: queue))
    try client.flush()
    let deadline = monotonicTime() + .seconds(1)
    while try !readDeliveries(&replay, { _ in }), replay.epoch == epoch, monotonicTime() < deadline {
      _ = wait(for: client.descriptor, stop: nil, until: deadline)
    }
    if replay.epoch == epoch { replay.takeBackPending() }
  }

  /// Reads the delivered events and the state of the connection.
  ///
  /// - Returns: `true` if the last marker of ``settle(_:)`` has arrived.
  @discardableResult
  mutating func readDeliveries(
    _ replay: inout Replay, _ observe: (PlaybackNotice) -> Void
  ) throws(SequencerError) -> Bool {
    var isLast = false
    while let event = try client.nextEventOrOverrun() {
      if event.isOverrun {
        // Markers were lost. A new one, delivered after them, confirms all earlier events.
        if !replay.isSettled {
          schedule(
            .marker(replay.nextMarker - 1, epoch: replay.epoch),
            at: max(replay.schedule.lastDue, try client.time(of: queue)))
          try client.flush()
        }
        for change in connections.recover(at: try client.time(of: queue)) {
          try take(change, &replay, observe)
        }
        continue
      }
      switch event.type {
      case SequencerEvent.markerType where event.sender == markerPort && event.epoch == replay.epoch:
        if let number = event.markerNumber {
          replay.take(marker: number, at: event.time)
        } else {
          isLast = true
        }
      case SND_SEQ_EVENT_BOUNCE:
        // The event contains the reason as an error number.
        replay.bounce = Int32(truncatingIfNeeded: event.numbers.0)
      default:
        guard let changes = connections.take(event, of: port) else { continue }
        noteReceivers()
        for change in changes { try take(change, &replay, observe) }
      }
    }
    return isLast
  }

  /// Schedules a marker.
  ///
  /// - Returns: `false` if alsa-lib's buffer is full.
  @discardableResult
  func schedule(_ marker: SequencerEvent, at time: Nanoseconds) -> Bool {
    var marker = marker
    marker.time = time
    return client.schedule(marker, on: queue, from: markerPort.port, to: markerPort)
  }

  /// Interrupts or resumes the replay when the connection with its endpoint changes.
  mutating func take(
    _ change: ConnectionEvent, _ replay: inout Replay, _ observe: (PlaybackNotice) -> Void
  ) throws(SequencerError) {
    switch change {
    case .lost(_, let endpoint, let time):
      try client.removeScheduled()
      replay.takeBackPending()
      replay.forgetHolds()
      liveSounding = ReleaseTracker()
      replay.report.gapCount += 1
      observe(
        .left(name: endpoint.displayName, at: replay.pausedAt ?? max(.zero, time - replay.schedule.origin)))
    case .back(_, let endpoint, _):
      let now = try client.time(of: queue)
      if replay.pausedAt == nil {
        replay.skip(until: now)
        restateControllers(&replay)
      }
      observe(.came(endpoint, at: replay.pausedAt ?? now - replay.schedule.origin))
    }
  }
}

/// Pauses of a timed replay.
extension Playback {
  /// Pauses or resumes the replay if the user has toggled the switch.
  mutating func follow(
    _ pause: PauseSwitch?, _ replay: inout Replay, _ observe: (PlaybackNotice) -> Void
  ) throws(SequencerError) {
    guard let pause else { return }
    pause.acknowledge()
    if pause.isPaused, replay.pausedAt == nil {
      // Messages due before this time are delivered, later ones aren't.
      let now = try client.time(of: queue)
      try settle(&replay)
      release(&replay)
      replay.pausedAt = max(.zero, now - replay.schedule.origin)
      observe(.paused(at: replay.pausedAt ?? .zero))
    } else if !pause.isPaused, let position = replay.pausedAt {
      observe(.resumed(at: position))
      replay.pausedAt = nil
      let start = QueueSchedule.firstTime(from: try client.time(of: queue))
      replay.schedule.origin = max(.zero, start - position).roundedUp(toMultipleOf: replay.schedule.period)
      if isAttached { restateControllers(&replay) }
    }
  }

  /// Restates the controllers of all channels. Notes aren't restarted.
  mutating func restateControllers(_ replay: inout Replay) {
    let messages = replay.controllers.messages
    for message in messages { replay.board?.willSend(message) }
    sendWhenThereIsRoom(messages.flatMap(\.sequencerEvents))
    for message in messages {
      replay.sounding.apply(message)
      replay.board?.wasSent(message, replay.sounding)
    }
  }

  /// Releases the notes and pedals that the receiver holds.
  func release(_ replay: inout Replay) {
    endNotes(replay.sounding, isInsideSystemExclusive: replay.isInsideSystemExclusive)
    replay.forgetHolds()
  }
}

/// Markers: midirec's own events, which follow other events in the kernel's queue and return, to report when those were
/// delivered.
extension SequencerEvent {
  /// The type of markers: events for any purpose.
  static var markerType: snd_seq_event_type { SND_SEQ_EVENT_USR0 }

  /// Returns a marker that follows an event or, without a number, all delivered events.
  static func marker(_ number: UInt64?, epoch: UInt32) -> SequencerEvent {
    var event = SequencerEvent(type: markerType)
    let low = UInt32(truncatingIfNeeded: number ?? 0)
    event.numbers = (low, number.map { UInt32($0 >> 32) | 1 << 31 } ?? 0, epoch)
    return event
  }

  /// The number of a marker, or `nil` for the last one.
  var markerNumber: UInt64? {
    let numbers = numbers
    guard numbers.1 & 1 << 31 != 0 else { return nil }
    return UInt64(numbers.1 & ~(1 << 31)) << 32 | UInt64(numbers.0)
  }

  var epoch: UInt32 { numbers.2 }
}
