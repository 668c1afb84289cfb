internal import MIDICore

/// Writes the events of one track, in order, and remembers where the last one stood.
struct TrackEncoder {
  private(set) var time = Ticks.zero
  private let runningStatus: MIDIFile.EncodingOptions.RunningStatus
  /// The status byte that the next event may leave out; 0 for none.
  private var lastStatus: UInt8 = 0

  init(runningStatus: MIDIFile.EncodingOptions.RunningStatus = .never) {
    self.runningStatus = runningStatus
  }

  /// Appends an event. One that stands before its predecessor is written at the predecessor's time.
  mutating func append(_ event: MIDIFile.TrackEvent, to bytes: inout [UInt8]) {
    var events = MIDIFile.Events()
    let gap = event.time.rawValue - min(time.rawValue, event.time.rawValue)
    events.append(MIDIFile.TrackEvent(time: Ticks(rawValue: gap), event: event.event))
    append(events, to: &bytes)
  }

  /// Appends all events of a list, the first after the delta time that it has there.
  mutating func append(_ events: MIDIFile.Events, to bytes: inout [UInt8]) {
    for event in events.packed {
      bytes.appendVariableLengthQuantity(event.delta)
      if event.isChannelMessage {
        append(message: event, to: &bytes)
      } else {
        append(event, payload: events.payloads[event.payloadIndex], to: &bytes)
      }
    }
    time = time + events.lastTime
  }

  /// Appends the End of Track event.
  mutating func appendEnd(at end: Ticks, to bytes: inout [UInt8]) {
    var bridge = MIDIFile.Events()
    let delta = bridge.bridgedDelta(end.rawValue - min(time.rawValue, end.rawValue))
    append(bridge, to: &bytes)
    bytes.appendVariableLengthQuantity(delta)
    bytes += [0xFF, MetaEvent.TypeByte.endOfTrack, 0]
    time = max(time, end)
  }

  @inline(__always)
  private mutating func append(message: PackedEvent, to bytes: inout [UInt8]) {
    let status = message.kind
    let isRunning =
      status == lastStatus
      && (runningStatus == .always || runningStatus == .asRead && message.isRunning)
    if !isRunning { bytes.append(status) }
    lastStatus = status
    bytes.append(message.firstDataByte)
    if status & 0xE0 != 0xC0 { bytes.append(message.secondDataByte) }
  }

  private mutating func append(_ event: PackedEvent, payload: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    // Meta events and System Exclusive packets end running status (Standard MIDI Files 1.0, "MTrk").
    lastStatus = 0
    var payload = payload
    switch event.kind {
    case PackedEvent.systemExclusive, PackedEvent.escape: bytes.append(event.kind)
    case PackedEvent.metaOfIllegalType: bytes += [0xFF, payload.popFirst() ?? 0xFF]
    default: bytes += [0xFF, event.kind]
    }
    bytes.appendVariableLengthQuantity(UInt64(payload.count))
    bytes += payload
  }
}
