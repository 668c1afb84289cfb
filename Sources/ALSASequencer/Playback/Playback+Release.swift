internal import CALSA
internal import MIDICore
internal import Waiting

/// What is sent at once beside a replay: what ends it, and what states where it goes on.
extension Playback {
  /// How long a full receiver gets to make room. A note that goes on for ever is worse than an end that comes late.
  private static let patience = Nanoseconds.seconds(2)

  /// Who gets what is sent now.
  var currentReceivers: Receivers {
    Receivers(chosen == nil ? client.subscribers(to: port) : destination.map { [$0.address] } ?? [])
  }

  /// Ends what sounds, and the System Exclusive message that the receiver is in the middle of.
  func endNotes(_ sounding: SoundingState, isInsideSystemExclusive: Bool = false) {
    guard isAttached else { return }
    var events = sounding.releaseMessages.flatMap(\.sequencerEvents)
    if isInsideSystemExclusive { events.insert((SequencerEvent(type: SND_SEQ_EVENT_SYSEX), [0xF7]), at: 0) }
    sendWhenThereIsRoom(events)
  }

  /// Sends messages as soon as there is room for them.
  func sendWhenThereIsRoom(_ messages: [Message]) { sendWhenThereIsRoom(messages.flatMap(\.sequencerEvents)) }

  private func sendWhenThereIsRoom(_ events: [(event: SequencerEvent, bytes: [UInt8])]) {
    var receivers = currentReceivers
    let patience = monotonicTime() + Self.patience
    for (event, bytes) in events {
      while receivers.offer(event, bytes: bytes, from: port.port, of: client) != .taken,
        monotonicTime() < patience
      {
        _ = wait(stop: nil, until: monotonicTime() + Receivers.retryInterval)
      }
    }
  }
}
