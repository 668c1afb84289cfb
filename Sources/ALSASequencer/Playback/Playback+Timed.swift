internal import CALSA
internal import Glibc
public import MIDICore

extension Playback {
  /// What passes between the call and time zero, so that the first message is as punctual as the others.
  private static let leadTime = Nanoseconds.milliseconds(20)
  /// How far ahead of its time a message is handed to the kernel: by the rhythm longer than a busy machine keeps a thread
  /// waiting.
  private static let horizon = Nanoseconds.milliseconds(600)
  /// How often the thread looks what there is to do. While it works, the timer may be late, in a virtual machine most of
  /// all: so it does much at once, and seldom.
  private static let rhythm = Nanoseconds.milliseconds(200)
  /// How much of the kernel's pool is used for events and their markers. Half of them are delivered from one look to the
  /// next: so many markers, and as many bounces from each of several receivers, the input pool has room for.
  private static let largestCellCount = 1600

  /// Plays a recording, each message at its time, and then waits until its end.
  ///
  /// The kernel's timer sends the messages: so they are on time however busy the machine is. Times are absolute: a
  /// message that goes out late makes no other late. Where the endpoint goes away, time goes on, and the replay with
  /// it when the endpoint is back.
  ///
  /// While it plays, the calling thread has real-time priority, if the system grants it.
  ///
  /// - Parameters:
  ///   - passes: What to play, and how often.
  ///   - stop: What ends the replay early.
  ///   - pause: What halts it.
  ///   - endsWhenDestinationLeaves: Whether an endpoint that goes away ends the replay.
  ///   - observe: Is told what happens.
  public mutating func play(
    _ passes: Passes, stop: StopRequest, pause: PauseSwitch? = nil, endsWhenDestinationLeaves: Bool = false,
    observe: (PlaybackNotice) -> Void = { _ in }
  ) throws(SequencerError) -> PlaybackReport {
    let refusal = RealTimePriority.take()
    defer { RealTimePriority.giveBack() }
    var replay = try begin(passes)
    replay.report.priorityRefusal = refusal
    defer { client.stopQueue(queue) }
    do throws(SequencerError) {
      try run(
        &replay, stop: stop, pause: pause, endsWhenDestinationLeaves: endsWhenDestinationLeaves,
        observe: observe)
      if !replay.isSettled { try settle(&replay) }
    } catch {
      release(&replay)
      throw error
    }
    release(&replay)
    replay.report.lateness = replay.lateness.lateness
    return replay.report
  }

  private mutating func begin(_ passes: Passes) throws(SequencerError) -> Replay {
    var frequency = TimerFrequency.meeting(passes)
    if !client.setTimerFrequency(frequency.hertz, ofQueue: queue) { frequency = .usual }
    try client.startQueue(queue)
    let origin = firstTime(from: try client.time(of: queue))
    return Replay(passes, frequency: frequency, origin: origin)
  }

  /// When something can begin that is asked for now. On the usual grid, so that what is on a grid in the recording is on
  /// the timer's grid.
  private func firstTime(from now: Nanoseconds) -> Nanoseconds {
    TimerFrequency.usual.next(from: now + Self.leadTime)
  }

  private mutating func run(
    _ replay: inout Replay, stop: StopRequest, pause: PauseSwitch?, endsWhenDestinationLeaves: Bool,
    observe: (PlaybackNotice) -> Void
  ) throws(SequencerError) {
    var nextProgress = Nanoseconds.zero
    var drift = QueueDrift(period: replay.frequency.period)
    while true {
      try follow(pause, &replay, observe)
      let before = monotonicTime()
      var now = try client.time(of: queue)
      replay.origin = replay.origin + drift.correction(queue: now, before: before, after: monotonicTime())
      if replay.pausedAt == nil {
        if isAttached { try schedule(&replay, from: now) } else { replay.skip(until: now) }
      }
      try readDeliveries(&replay, observe)
      if !isAttached, endsWhenDestinationLeaves, replay.report.gapCount > 0 {
        replay.report.ending = .destinationLeft
        return
      }
      now = try client.time(of: queue)
      replay.report.elapsed = replay.pausedAt ?? max(.zero, now - replay.origin)
      if now >= nextProgress {
        observe(.progress(replay.report))
        nextProgress = now + .milliseconds(100)
      }
      if replay.hasEnded(at: now) {
        observe(.progress(replay.report))
        return
      }
      switch wait(
        for: monitor.descriptor, pause?.descriptor,
        isWaitingForLastDeliveries(replay, now) ? client.descriptor : nil,
        stop: stop, until: monotonicTime() + timeToWait(replay, now))
      {
      case .stopRequested:
        replay.report.ending = .stopped
        return
      case .ready(let ready) where ready.contains(.first):
        if try followEndpoints() { try goOn(&replay, observe) }
      case .ready, .deadlinePassed:
        break
      }
    }
  }

  /// Whether there is nothing more to do than to see the last events delivered. Otherwise the thread needn't wake up for
  /// each.
  private func isWaitingForLastDeliveries(_ replay: Replay, _ now: Nanoseconds) -> Bool {
    replay.isScheduled && now >= replay.end ?? .zero
  }

  private func timeToWait(_ replay: Replay, _ now: Nanoseconds) -> Nanoseconds {
    guard replay.pausedAt == nil else { return Self.rhythm }
    var time = Self.rhythm
    if let end = replay.end, end > now { time = min(time, end - now) }
    // In dense passages the pool is full before the horizon is reached, and there is room again when half is delivered.
    if replay.cellCount >= Self.largestCellCount, let middle = replay.middleDue {
      time = min(time, max(.milliseconds(1), middle - now))
    }
    return time
  }

  /// Hands the messages of the near future to the kernel, as far as its pool has room.
  private mutating func schedule(_ replay: inout Replay, from now: Nanoseconds) throws(SequencerError) {
    let isHardware = destination?.hardware != nil
    while replay.cellCount < Self.largestCellCount {
      if replay.pieces.isEmpty {
        guard let timed = replay.passes[replay.nextMessage] else { break }
        guard replay.origin + timed.time <= now + Self.horizon else { break }
        replay.pieces =
          timed.message.sequencerEvents.enumerated().map { index, piece in
            Replay.Piece(event: piece.event, bytes: piece.bytes, isFirst: index == 0)
          }[...]
        replay.nextMessage += 1
      }
      guard let piece = replay.pieces.first, let timed = replay.passes[replay.nextMessage - 1] else { break }
      let time = replay.origin + timed.time
      var due = max(time, replay.wire.free)
      guard due <= now + Self.horizon else { break }
      if isHardware, !piece.bytes.isEmpty { due = replay.wire.takeTurn(for: piece.bytes.count, from: time) }
      due = max(replay.frequency.nearest(to: due), replay.lastDue)
      guard scheduleWithMarker(piece, at: due, number: replay.nextMarker, epoch: replay.epoch) else { break }
      replay.lastDue = due
      replay.pieces.removeFirst()
      replay.append(
        Replay.Pending(
          message: replay.nextMessage - 1, time: time, due: due,
          cellCount: PoolStatistics.cellCount(carrying: piece.bytes.count) + 1, isFirst: piece.isFirst,
          isLast: replay.pieces.isEmpty))
    }
    try client.flush()
  }

  private func scheduleWithMarker(
    _ piece: Replay.Piece, at time: Nanoseconds, number: UInt64, epoch: UInt32
  ) -> Bool {
    let schedule = SequencerEvent.Schedule(queue: queue, time: time)
    let destination = destination?.address
    guard client.schedule(piece.event, bytes: piece.bytes, at: schedule, from: port.port, to: destination)
    else {
      return false
    }
    // Where the buffer has no room for the marker, the next one speaks for it, too.
    _ = client.schedule(.marker(number, epoch: epoch), at: schedule, from: markerPort.port, to: markerPort)
    return true
  }

  // MARK: Pauses, and endpoints that come and go

  private mutating func follow(
    _ pause: PauseSwitch?, _ replay: inout Replay, _ observe: (PlaybackNotice) -> Void
  ) throws(SequencerError) {
    guard let pause else { return }
    pause.acknowledge()
    if pause.isPaused, replay.pausedAt == nil {
      // The messages that were due before this moment are delivered, those after it are not.
      let now = try client.time(of: queue)
      try settle(&replay)
      release(&replay)
      replay.pausedAt = max(.zero, now - replay.origin)
      observe(.paused(at: replay.pausedAt ?? .zero))
    } else if !pause.isPaused, let position = replay.pausedAt {
      observe(.resumed(at: position))
      replay.pausedAt = nil
      let start = firstTime(from: try client.time(of: queue))
      replay.origin = replay.frequency.next(from: max(.zero, start - position))
      if isAttached { stateControllers(&replay) }
    }
  }

  /// Goes on where the endpoint is back.
  private mutating func goOn(
    _ replay: inout Replay, _ observe: (PlaybackNotice) -> Void
  ) throws(SequencerError) {
    guard let destination else { return }
    let now = try client.time(of: queue)
    if replay.pausedAt == nil {
      replay.skip(until: now)
      stateControllers(&replay)
    }
    observe(.came(destination, at: replay.pausedAt ?? now - replay.origin))
  }

  /// States what holds on all channels at this moment. Notes are not struck again.
  private mutating func stateControllers(_ replay: inout Replay) {
    for message in replay.controllers.messages {
      sendWhenThereIsRoom(message, patience: monotonicTime() + Self.patience)
      replay.sounding.apply(message)
    }
  }

  /// Takes back what was not delivered, and waits until it is known what was.
  private mutating func settle(_ replay: inout Replay) throws(SequencerError) {
    try client.removeScheduled()
    let epoch = replay.epoch
    let now = SequencerEvent.Schedule(queue: queue, time: try client.time(of: queue))
    // The kernel delivers it after all that it has begun to deliver.
    _ = client.schedule(.lastMarker(epoch: epoch), at: now, from: markerPort.port, to: markerPort)
    try client.flush()
    let patience = monotonicTime() + .seconds(1)
    while try !readDeliveries(&replay, { _ in }), replay.epoch == epoch, monotonicTime() < patience {
      _ = wait(for: client.descriptor, stop: nil, until: patience)
    }
    if replay.epoch == epoch { replay.takeBackPending() }
  }

  /// Reads which messages were delivered, and what became of the connection.
  ///
  /// - Returns: Whether the last marker of ``settle(_:)`` came.
  @discardableResult
  private mutating func readDeliveries(
    _ replay: inout Replay, _ observe: (PlaybackNotice) -> Void
  ) throws(SequencerError) -> Bool {
    var isLast = false
    while true {
      let event: SequencerEvent
      do {
        guard let next = try client.nextEvent() else { return isLast }
        event = next
      } catch {
        // Markers got lost: a new one, delivered after them, speaks for all that were.
        guard error.errno == ENOSPC else { throw error }
        if !replay.isSettled {
          let last = SequencerEvent.Schedule(
            queue: queue, time: max(replay.lastDue, try client.time(of: queue)))
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
        // It says why, as an errno.
        let isFull = [ENOSPC, ENOMEM, EAGAIN].contains(Int32(truncatingIfNeeded: event.numbers.0))
        replay.bounce = isFull ? .lost : .unsent
      case SND_SEQ_EVENT_PORT_UNSUBSCRIBED:
        guard event.connection.sender == port, let destination,
          event.connection.destination == destination.address
        else { continue }
        try client.removeScheduled()
        replay.takeBackPending()
        replay.sounding = SoundingState()
        replay.isInsideSystemExclusive = false
        replay.report.gapCount += 1
        self.destination = nil
        let time = replay.pausedAt ?? max(.zero, event.time - replay.origin)
        observe(.left(name: destination.displayName, at: time))
      default:
        break
      }
    }
  }

  // MARK: The end

  /// Ends what sounds. A receiver that has no room gets time to make some, because a note that goes on for ever is
  /// worse than an end that comes late.
  private func release(_ replay: inout Replay) {
    guard isAttached else { return }
    let patience = monotonicTime() + Self.patience
    if replay.isInsideSystemExclusive {
      sendWhenThereIsRoom(SequencerEvent(type: SND_SEQ_EVENT_SYSEX), bytes: [0xF7], patience: patience)
    }
    for message in replay.sounding.releaseMessages { sendWhenThereIsRoom(message, patience: patience) }
    replay.sounding = SoundingState()
    replay.isInsideSystemExclusive = false
  }
}

extension Replay {
  /// When it ends, by the queue's clock; nothing where there is no end.
  fileprivate var end: Nanoseconds? { passes.end.map { origin + $0 } }

  /// Whether all was delivered, and the end of the recording has come.
  fileprivate func hasEnded(at now: Nanoseconds) -> Bool {
    guard let end, pausedAt == nil else { return false }
    return isScheduled && isSettled && now >= end
  }
}

extension SequencerEvent {
  /// What markers are: events that programs may use as they like.
  fileprivate static var markerType: snd_seq_event_type { SND_SEQ_EVENT_USR0 }

  /// A marker that follows an event.
  fileprivate static func marker(_ number: UInt64, epoch: UInt32) -> SequencerEvent {
    var event = SequencerEvent(type: markerType)
    event.numbers = (UInt32(truncatingIfNeeded: number), UInt32(number >> 32) | 1 << 31, epoch)
    return event
  }

  /// A marker that follows everything that was delivered.
  fileprivate static func lastMarker(epoch: UInt32) -> SequencerEvent {
    var event = SequencerEvent(type: markerType)
    event.numbers = (0, 0, epoch)
    return event
  }

  /// The number of a marker; nothing for the last one.
  fileprivate var markerNumber: UInt64? {
    let numbers = numbers
    guard numbers.1 & 1 << 31 != 0 else { return nil }
    return UInt64(numbers.1 & ~(1 << 31)) << 32 | UInt64(numbers.0)
  }

  fileprivate var epoch: UInt32 { numbers.2 }
}
