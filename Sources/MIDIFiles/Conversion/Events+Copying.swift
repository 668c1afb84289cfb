internal import MIDICore

extension MIDIFile.Events {
  /// Appends an event of another list without decoding it.
  ///
  /// - Complexity: Amortized O(1), or O(*n*) for *n* bytes of payload.
  mutating func append(_ event: PackedEvent, of source: MIDIFile.Events, at time: Ticks) {
    let delta = bridgedDelta(time.rawValue - Swift.min(lastTime.rawValue, time.rawValue))
    if event.isChannelMessage {
      appendMessage(
        delta: delta, status: event.kind, first: event.firstDataByte, second: event.secondDataByte,
        isRunning: event.isRunning)
    } else {
      append(delta: delta, kind: event.kind, payload: source.payload(of: event))
    }
  }
}

extension PackedEvent {
  /// Whether the event is a tempo, time signature, or key signature, which apply to all tracks.
  var isConductorEvent: Bool {
    kind == MetaEvent.TypeByte.tempo || kind == MetaEvent.TypeByte.timeSignature
      || kind == MetaEvent.TypeByte.keySignature
  }
}
