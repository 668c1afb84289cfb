package import MIDICore

/// An encoder that writes the events of one track in order and keeps the time of the last one.
package struct TrackEncoder {
  package private(set) var time = Ticks.zero
  private let runningStatus: MIDIFile.RunningStatus
  /// The status byte that the next event may omit, or 0 if there is none.
  private var lastStatus: UInt8 = 0

  package init(runningStatus: MIDIFile.RunningStatus = .never) {
    self.runningStatus = runningStatus
  }

  /// Appends an event with its status byte; an event before its predecessor gets the predecessor's time.
  package mutating func append(_ event: MIDIFile.TrackEvent, to bytes: inout [UInt8]) {
    appendDelta(to: event.time, to: &bytes)
    bytes += event.event.bytes
    lastStatus = 0
  }

  /// Appends all events of a list; the first keeps its delta time.
  mutating func append(_ events: MIDIFile.Events, to bytes: inout [UInt8]) {
    var run = (next: 0, lastStatus: lastStatus)
    while run.next < events.packed.count {
      let runLength = Self.maxMessageLength * min(events.packed.count - run.next, Self.runLength)
      let needed = max(runLength, Self.maxLength(of: events.packed[run.next], in: events))
      let (room, runningStatus) = (max(bytes.capacity - bytes.count, needed), runningStatus)
      bytes.append(addingCapacity: room) { output in
        unsafe output.withUnsafeMutableBufferPointer { buffer, count in
          var unchecked = unsafe UncheckedOutput(buffer: buffer, count: count)
          Self.append(events, &run, runningStatus, to: &unchecked)
          count = unchecked.count
        }
      }
    }
    lastStatus = run.lastStatus
    time = time + events.lastTime
  }

  /// Appends the End of Track event.
  package mutating func appendEnd(at end: Ticks, to bytes: inout [UInt8]) {
    appendDelta(to: end, to: &bytes)
    for byte in [0xFF, MetaEvent.endOfTrackType, 0] { bytes.append(byte) }
  }

  /// Appends the delta time to a later time, after empty text events if one delta time can't express it.
  private mutating func appendDelta(to later: Ticks, to bytes: inout [UInt8]) {
    var gap = later.rawValue - min(time.rawValue, later.rawValue)
    while gap > PackedEvent.maxDelta {
      bytes.appendVariableLengthQuantity(PackedEvent.maxDelta)
      for byte in [0xFF, MetaEvent.TextKind.text.rawValue, 0] { bytes.append(byte) }
      gap -= PackedEvent.maxDelta
    }
    bytes.appendVariableLengthQuantity(gap)
    time = max(time, later)
  }
}

// MARK: Events

extension TrackEncoder {
  /// The maximum length of a message: a delta time of four bytes, a status byte, and two data bytes.
  private static let maxMessageLength = 7
  /// The maximum length of a payload's frame.
  ///
  /// It consists of a delta time of four bytes, the kind of packet or FF and the type, and a length of four bytes.
  private static let maxFrameLength = 10
  /// The minimum number of messages that are written at a time.
  private static let runLength = 1024

  @inline(__always)
  private static func maxLength(of event: PackedEvent, in events: MIDIFile.Events) -> Int {
    event.isChannelMessage
      ? maxMessageLength : maxFrameLength + events.payloads.byteCount(of: event.payloadIndex)
  }

  /// Appends events fast, until the output has no room for the next one.
  ///
  /// - Parameter run: The index of the next event, and the status byte that it may omit.
  @inline(__always)
  private static func append(
    _ events: MIDIFile.Events, _ run: inout (next: Int, lastStatus: UInt8),
    _ runningStatus: MIDIFile.RunningStatus, to output: inout UncheckedOutput
  ) {
    var (next, lastStatus) = run
    let packed = events.packed.array.span.extracting(events.packed.range)
    while next < packed.count {
      let event = packed[next]
      if event.isChannelMessage {
        guard output.freeCapacity >= maxMessageLength else { break }
        output.appendVariableLengthQuantity(event.delta)
        let status = event.kind
        let mayRun = runningStatus == .always || runningStatus == .asRead && event.isRunning
        if !mayRun || status != lastStatus { output.append(status) }
        lastStatus = status
        output.append(event.firstDataByte)
        if status & 0xE0 != 0xC0 { output.append(event.secondDataByte) }
      } else {
        guard output.freeCapacity >= maxLength(of: event, in: events) else { break }
        output = appending(event, of: events.payloads, to: output)
        // Meta events and System Exclusive packets end running status (Standard MIDI Files 1.0, "MTrk").
        lastStatus = 0
      }
      next &+= 1
    }
    run = (next, lastStatus)
  }

  /// Returns the output with a meta event or System Exclusive packet appended.
  ///
  /// Most files have few of these events, and the loop is up to 20% faster without this code. The output is passed by
  /// value: as an inout argument, it would stay in memory in the whole loop.
  @inline(never)
  private static func appending(
    _ event: PackedEvent, of payloads: PayloadStore, to given: UncheckedOutput
  ) -> UncheckedOutput {
    var output = given
    output.appendVariableLengthQuantity(event.delta)
    var index = 0
    switch event.kind {
    case PackedEvent.systemExclusive, PackedEvent.escape:
      output.append(event.kind)
    case PackedEvent.metaOfIllegalType:
      output.append(0xFF)
      payloads.append(event.payloadIndex, 0..<1, to: &output)
      index = 1
    default:
      output.append(0xFF)
      output.append(event.kind)
    }
    let count = payloads.byteCount(of: event.payloadIndex)
    output.appendVariableLengthQuantity(UInt64(count - index))
    payloads.append(event.payloadIndex, index..<count, to: &output)
    return output
  }
}
