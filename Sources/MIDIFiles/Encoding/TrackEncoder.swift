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
    var next = 0
    while next < events.packed.count {
      next = appendRun(events.packed, from: next, to: &bytes)
      guard next < events.packed.count, !events.packed[next].isChannelMessage else { continue }
      let event = events.packed[next]
      bytes.appendVariableLengthQuantity(event.delta)
      append(event, payload: events.payloads[event.payloadIndex], to: &bytes)
      next += 1
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

// MARK: Channel messages

extension TrackEncoder {
  /// A delta time of four bytes, a status byte, two data bytes.
  private static let largestMessageLength = 7
  /// So many messages are written at a time, at least.
  private static let runLength = 1024

  /// Appends channel messages as fast as can be, from the event with number `start`, until something else comes or
  /// there is no room for more. Returns the number of the next event.
  private mutating func appendRun(_ events: [PackedEvent], from start: Int, to bytes: inout [UInt8]) -> Int {
    let room = max(
      bytes.capacity - bytes.count, Self.largestMessageLength * min(events.count - start, Self.runLength))
    var next = start
    var lastStatus = lastStatus
    let runningStatus = runningStatus
    bytes.append(addingCapacity: room) { output in
      let events = events.span
      while next < events.count, output.freeCapacity >= Self.largestMessageLength {
        let event = events[next]
        guard event.isChannelMessage else { break }
        output.appendVariableLengthQuantity(event.delta)
        let status = event.kind
        let mayRun = runningStatus == .always || runningStatus == .asRead && event.isRunning
        if !mayRun || status != lastStatus { output.append(status) }
        lastStatus = status
        output.append(event.firstDataByte)
        if status & 0xE0 != 0xC0 { output.append(event.secondDataByte) }
        next &+= 1
      }
    }
    self.lastStatus = lastStatus
    return next
  }
}
