internal import CALSA
internal import Glibc
internal import MIDICore
internal import System

/// The deliveries of a timed replay.
extension Playback {
  /// Removes undelivered events from the queue, and waits until the delivered ones are known.
  mutating func settle(_ replay: inout Replay) throws(SequencerError) {
    try client.removeScheduled()
    let epoch = replay.epoch
    let now = SequencerEvent.Schedule(queue: queue, time: try client.time(of: queue))
    // The kernel delivers it after all events whose delivery has started.
    _ = client.schedule(.lastMarker(epoch: epoch), at: now, from: markerPort.port, to: markerPort)
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
    while true {
      let event: SequencerEvent
      do {
        guard let next = try client.nextEvent() else { return isLast }
        event = next
      } catch {
        // Markers were lost. A new one, delivered after them, confirms all earlier events.
        guard error.errno == ENOSPC else { throw error }
        if !replay.isSettled {
          let last = SequencerEvent.Schedule(
            queue: queue, time: max(replay.schedule.lastDue, try client.time(of: queue)))
          _ = client.schedule(
            .marker(replay.nextMarker - 1, epoch: replay.epoch), at: last, from: markerPort.port,
            to: markerPort)
          try client.flush()
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
        let isFull = [ENOSPC, ENOMEM, EAGAIN].contains(Int32(truncatingIfNeeded: event.numbers.0))
        replay.bounce = isFull ? .lost : .unsent
      case SND_SEQ_EVENT_PORT_SUBSCRIBED:
        noteReceivers()
      case SND_SEQ_EVENT_PORT_UNSUBSCRIBED:
        if chosen == nil { noteReceivers() }
        guard event.connection.sender == port, let destination,
          event.connection.destination == destination.address
        else { continue }
        try client.removeScheduled()
        replay.takeBackPending()
        replay.forgetHolds()
        replay.report.gapCount += 1
        self.destination = nil
        noteReceivers()
        let time = replay.pausedAt ?? max(.zero, event.time - replay.schedule.origin)
        observe(.left(name: destination.displayName, at: time))
      default:
        break
      }
    }
  }
}
