internal import CALSA
internal import Glibc
package import MIDICore
package import Waiting

extension Playback {
  /// How often the thread looks what there is to do. While it works, the timer may be late, in a virtual machine most of
  /// all: so it does much at once, and seldom.
  private static let pollInterval = Nanoseconds.milliseconds(200)
  /// How much of the kernel's pool is used for events and their markers. Half of them are delivered from one look to the
  /// next: so many markers, and as many bounces from each of several receivers, the input pool has room for.
  private static let maxCellCount = 1600

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
  package mutating func play(
    _ passes: RepeatedRecording, stop: StopToken, pause: PauseSwitch? = nil, endsWhenDestinationLeaves: Bool = false,
    observe: (PlaybackNotice) -> Void = { _ in }
  ) throws(SequencerError) -> PlaybackReport {
    RealTimePriority.loadCode()
    let refusal = RealTimePriority.take()
    defer { RealTimePriority.giveBack() }
    var replay = Replay(
      try QueueSchedule.start(passes, frequency: .meeting(passes), on: queue, of: client))
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

  private mutating func run(
    _ replay: inout Replay, stop: StopToken, pause: PauseSwitch?, endsWhenDestinationLeaves: Bool,
    observe: (PlaybackNotice) -> Void
  ) throws(SequencerError) {
    var nextProgress = Nanoseconds.zero
    var drift = QueueDrift(period: replay.schedule.frequency.period)
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
        replay.report.ending = .destinationLeft
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
    replay.schedule.isComplete && now >= replay.end ?? .zero
  }

  private func timeToWait(_ replay: Replay, _ now: Nanoseconds) -> Nanoseconds {
    guard replay.pausedAt == nil else { return Self.pollInterval }
    var time = Self.pollInterval
    if let end = replay.end, end > now { time = min(time, end - now) }
    // In dense passages the pool is full before the horizon is reached, and there is room again when half is delivered.
    if replay.cellCount >= Self.maxCellCount, let middle = replay.middleDue {
      time = min(time, max(.milliseconds(1), middle - now))
    }
    return time
  }

  /// Hands the events of the near future to the kernel, as far as its pool has room.
  private mutating func schedule(_ replay: inout Replay, from now: Nanoseconds) throws(SequencerError) {
    let isHardware = destination?.hardware != nil
    while replay.cellCount < Self.maxCellCount, let event = replay.schedule.next(at: now),
      scheduleWithMarker(event, number: replay.nextMarker, epoch: replay.epoch)
    {
      replay.schedule.advance(past: event, isPaced: isHardware)
      replay.append(event)
    }
    try client.flush()
  }

  private func scheduleWithMarker(_ event: QueueSchedule.Event, number: UInt64, epoch: UInt32) -> Bool {
    let schedule = SequencerEvent.Schedule(queue: queue, time: event.due)
    let destination = destination?.address
    guard
      client.schedule(event.event, bytes: event.bytes, at: schedule, from: port.port, to: destination)
    else { return false }
    // Where the buffer has no room for the marker, the next one speaks for it, too.
    _ = client.schedule(.marker(number, epoch: epoch), at: schedule, from: markerPort.port, to: markerPort)
    return true
  }
}

extension Replay {
  /// When it ends, by the queue's clock; nothing where there is no end.
  fileprivate var end: Nanoseconds? { schedule.messages.end.map { schedule.origin + $0 } }

  /// Whether all was delivered, and the end of the recording has come.
  fileprivate func hasEnded(at now: Nanoseconds) -> Bool {
    guard let end, pausedAt == nil else { return false }
    return schedule.isComplete && isSettled && now >= end
  }
}
