internal import CALSA
internal import Glibc
package import MIDICore
package import MIDIRecSystem

extension Playback {
  /// The interval between the thread's checks. While it works, the timer may be late, especially in a virtual machine,
  /// so it does much work rarely.
  private static let pollInterval = Nanoseconds.milliseconds(200)
  /// The number of cells used for events and their markers. Half of them are delivered between checks; the input pool
  /// has space for their markers and for bounces from several receivers.
  private static let maxCellCount = 1600

  /// Plays a recording in time, and then waits until its end.
  ///
  /// The kernel's timer sends the messages, so that they are on time on a busy machine. Times are absolute: a late
  /// message doesn't delay later ones. If the endpoint is disconnected, time continues, and the replay continues when
  /// the endpoint is reconnected. The calling thread has real-time priority during the replay, if the system grants it.
  ///
  /// - Parameters:
  ///   - passes: The recording, and its repetitions.
  ///   - stop: Ends the replay early.
  ///   - pause: Pauses the replay.
  ///   - endsWhenDestinationLeaves: Whether a disconnected endpoint ends the replay.
  ///   - observe: Receives notices.
  package mutating func play(
    _ passes: RepeatedRecording, stop: StopToken, pause: PauseSwitch? = nil,
    endsWhenDestinationLeaves: Bool = false,
    observe: (PlaybackNotice) -> Void = { _ in }
  ) throws(SequencerError) -> PlaybackReport {
    RealTimePriority.loadCode()
    let priority = RealTimePriority.acquire()
    defer { priority.release() }
    var replay = Replay(
      try QueueSchedule.start(passes, period: QueueSchedule.period(meeting: passes), on: queue, of: client),
      board: keeper?.board)
    noteReceivers()
    replay.report.priorityRefusal = priority.refusal
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
    replay.report.lateness = replay.lateness.isEmpty ? nil : replay.lateness
    return replay.report
  }

  private mutating func run(
    _ replay: inout Replay, stop: StopToken, pause: PauseSwitch?, endsWhenDestinationLeaves: Bool,
    observe: (PlaybackNotice) -> Void
  ) throws(SequencerError) {
    var nextProgress = Nanoseconds.zero
    var drift = QueueDrift(period: replay.schedule.period)
    while true {
      try follow(pause, &replay, observe)
      let before = monotonicTime()
      var now = try client.time(of: queue)
      replay.schedule.origin =
        replay.schedule.origin + drift.correction(queue: now, before: before, after: monotonicTime())
      if replay.pausedAt == nil {
        if isAttached { try schedule(&replay, from: now) } else { replay.skip(until: now) }
      }
      try readDeliveries(&replay, observe)
      if !isAttached, endsWhenDestinationLeaves, replay.report.gapCount > 0 {
        replay.report.interruption = .destinationLeft
        return
      }
      now = try client.time(of: queue)
      replay.report.elapsed = replay.pausedAt ?? max(.zero, now - replay.schedule.origin)
      if now >= nextProgress {
        observe(.progress(replay.report))
        nextProgress = now + .milliseconds(100)
      }
      if replay.hasEnded(at: now) {
        observe(.progress(replay.report))
        return
      }
      // While more than the last deliveries are outstanding, the thread needn't wake up for each.
      let isAtEnd = replay.schedule.isComplete && now >= replay.end ?? .zero
      let outcome = wait(
        for: monitor.descriptor, pause?.descriptor, isAtEnd ? client.descriptor : nil, live?.descriptor,
        stop: stop, until: monotonicTime() + timeToWait(replay, now))
      if outcome == .stopRequested {
        replay.report.interruption = .stopRequested
        return
      }
      if outcome.contains(.fourth) { sendLive() }
      if outcome.contains(.first) {
        for change in try followEndpoints() { try take(change, &replay, observe) }
      }
    }
  }

  private func timeToWait(_ replay: Replay, _ now: Nanoseconds) -> Nanoseconds {
    guard replay.pausedAt == nil else { return Self.pollInterval }
    var time = Self.pollInterval
    if let end = replay.end, end > now { time = min(time, end - now) }
    // In dense passages, the pool is full before the lookahead is reached, and has space again when half is delivered.
    if replay.cellCount >= Self.maxCellCount, let middle = replay.middleDue {
      time = min(time, max(.milliseconds(1), middle - now))
    }
    return time
  }

  /// Passes the events of the near future to the kernel, as far as its pool has space.
  private mutating func schedule(_ replay: inout Replay, from now: Nanoseconds) throws(SequencerError) {
    let isHardware = destination?.hardware != nil
    while replay.cellCount < Self.maxCellCount, let event = replay.schedule.next(at: now) {
      replay.willSend(event)
      guard client.schedule(event.event, on: queue, from: port.port, to: destination?.address) else {
        replay.wasNotSent(event)
        break
      }
      // If the buffer has no space for the marker, the next one also confirms this event.
      schedule(.marker(replay.nextMarker, epoch: replay.epoch), at: event.due)
      replay.schedule.advance(past: event, isPaced: isHardware)
      replay.append(event)
    }
    try client.flush()
  }
}

extension Replay {
  /// The end on the queue's clock, or `nil` if the replay doesn't end.
  fileprivate var end: Nanoseconds? { schedule.messages.end.map { schedule.origin.adding($0) } }

  /// Returns whether everything was delivered, and the end of the recording is reached.
  fileprivate func hasEnded(at now: Nanoseconds) -> Bool {
    guard let end, pausedAt == nil else { return false }
    return schedule.isComplete && isSettled && now >= end
  }
}
