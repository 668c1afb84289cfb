internal import CALSA
internal import MIDICore
internal import System

/// Pauses of a timed replay, and disconnects of its endpoint.
extension Playback {
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
      replay.schedule.origin = replay.schedule.frequency.next(from: max(.zero, start - position))
      if isAttached { stateControllers(&replay) }
    }
  }

  /// Continues the replay at a reconnected endpoint.
  mutating func goOn(
    _ replay: inout Replay, _ observe: (PlaybackNotice) -> Void
  ) throws(SequencerError) {
    guard let destination else { return }
    let now = try client.time(of: queue)
    if replay.pausedAt == nil {
      replay.skip(until: now)
      stateControllers(&replay)
    }
    observe(.came(destination, at: replay.pausedAt ?? now - replay.schedule.origin))
  }

  /// Restates the controllers of all channels. Notes aren't restarted.
  private mutating func stateControllers(_ replay: inout Replay) {
    let messages = replay.controllers.messages
    for message in messages { replay.board?.willSend(message) }
    sendWhenThereIsRoom(messages)
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
