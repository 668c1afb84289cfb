internal import MIDICore

extension MIDIFile.Events {
  /// Adds an event of another list as it stands there, without a look at what it holds.
  ///
  /// - Complexity: amortized O(1), or O(*n*) for *n* bytes of payload.
  mutating func append(_ event: PackedEvent, of source: MIDIFile.Events, at time: Ticks) {
    let delta = bridgedDelta(time.rawValue - Swift.min(lastTime.rawValue, time.rawValue))
    if event.isChannelMessage {
      appendMessage(
        delta: delta, status: event.kind, first: event.firstDataByte, second: event.secondDataByte,
        isRunning: event.isRunning)
    } else {
      append(delta: delta, kind: event.kind, payload: source.payloads[event.payloadIndex])
    }
  }

  /// Calls `body` with each event, unread, and its time.
  func forEachPacked(_ body: (PackedEvent, Ticks) -> Void) {
    var time = Ticks.zero
    for event in packed {
      time.rawValue += event.delta
      body(event, time)
    }
  }

  /// The bytes of a packet or meta event. The type of a meta event above 7F stands before its data.
  func payload(of event: PackedEvent) -> ArraySlice<UInt8> { payloads[event.payloadIndex] }
}

extension PackedEvent {
  /// Whether this is a meta event.
  var isMeta: Bool { kind < 0x80 || kind == Self.metaOfIllegalType }

  /// Whether this is a part of a System Exclusive message, or an escape.
  var isPacket: Bool { kind == Self.systemExclusive || kind == Self.escape }

  /// Whether this says something about the piece and not about its track: tempo, time signature or key signature.
  var isConductorEvent: Bool {
    kind == MetaEvent.TypeByte.tempo || kind == MetaEvent.TypeByte.timeSignature
      || kind == MetaEvent.TypeByte.keySignature
  }
}
