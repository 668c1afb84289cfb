internal import MIDICore

extension TrackDecoder {
  /// Decodes one event of any kind.
  ///
  /// It keeps no part of an incomplete event, unless no more bytes can follow.
  mutating func decodeEvent(limit: Int) throws(MIDIFile.Violation) -> Step {
    var cursor = Cursor(bytes: bytes, position: position, limit: limit)
    let deltaOffset = cursor.position
    guard let delta = cursor.quantity() else { return .outOfBytes }
    let strayOffset = cursor.position
    if runningStatus == 0 { cursor.skipDataBytes() }
    let strayCount = cursor.position - strayOffset
    guard let next = cursor.next else {
      if strayCount > 0, !canContinue {
        try reportStrayBytes(strayOffset..<cursor.position, repair: "left out")
        position = cursor.position
      }
      return .outOfBytes
    }

    let step: Step?
    switch next {
    case 0x00...0x7F, 0x80...0xEF: step = try decodeMessage(delta, &cursor)
    case 0xF0, 0xF7: step = try decodePacket(delta, &cursor)
    case 0xFF: step = try decodeMeta(delta, &cursor)
    default: step = try decodeSystemMessage(delta, &cursor)
    }
    guard let step else { return .outOfBytes }
    try checkQuantity(delta, "a delta time", in: deltaOffset..<strayOffset)
    if strayCount > 0 {
      let repair = "skipped to the status byte \(hexadecimal(next))"
      try reportStrayBytes(strayOffset..<strayOffset + strayCount, repair: repair)
    }
    position = cursor.position
    return step
  }

  /// Reports a System Exclusive message without an end.
  mutating func reportOpenPacket() throws(MIDIFile.Violation) {
    guard let offset = openPacketOffset else { return }
    openPacketOffset = nil
    try log.report(
      at: offset, expected: "a System Exclusive message that ends with F7",
      found: "no F7 in this packet and no continuation packet", repair: "treated as complete")
  }

  private mutating func reportStrayBytes(
    _ range: Range<Int>, repair: @autoclosure () -> String
  ) throws(MIDIFile.Violation) {
    let found = hexadecimal(bytes[range.lowerBound]) + (range.count > 1 ? " and \(range.count - 1) more" : "")
    try log.report(at: range.lowerBound, expected: "a status byte", found: found, repair: repair())
  }

  /// Reports a variable-length quantity with more bytes than the specification allows.
  private mutating func checkQuantity(
    _ value: UInt64, _ name: @autoclosure () -> String, in range: Range<Int>
  ) throws(MIDIFile.Violation) {
    guard range.count > Cursor.maxQuantityLength else { return }
    try log.report(
      at: range.lowerBound, expected: "\(name()) of at most four bytes", found: "\(range.count)",
      repair: "read as \(value)")
  }
}

// MARK: Messages

extension TrackDecoder {
  private mutating func decodeMessage(
    _ delta: UInt64, _ cursor: inout Cursor
  ) throws(MIDIFile.Violation) -> Step? {
    let offset = cursor.position
    let isRunning = (cursor.next ?? 0) < 0x80
    let status = isRunning ? runningStatus : cursor.byte() ?? 0
    let dataOffset = cursor.position
    guard let first = cursor.byte() else { return nil }
    let hasSecond = Message.dataByteCount(afterStatus: status) == 2
    guard let second = hasSecond ? cursor.byte() : 0 else { return nil }

    try reportOpenPacket()
    if isRunning, runningStatusIsCanceled {
      try log.report(
        at: offset,
        expected: "a status byte, because a meta event or System Exclusive packet ends running status",
        found: hexadecimal(first), repair: "running status \(hexadecimal(status)) continues")
    }
    for (byte, offset) in [(first, dataOffset), (second, dataOffset + 1)] where byte >= 0x80 {
      try log.report(
        at: offset, expected: "a data byte (00 to 7F)", found: hexadecimal(byte), repair: "read as 7F")
    }
    runningStatus = status
    runningStatusIsCanceled = false
    events.appendMessage(
      delta: events.bridgedDelta(carriedDelta + delta), status: status, first: min(first, 0x7F),
      second: min(second, 0x7F), isRunning: isRunning)
    return .event
  }

  /// Decodes a message that the file format has no event for, and keeps it in an F7 packet.
  private mutating func decodeSystemMessage(
    _ delta: UInt64, _ cursor: inout Cursor
  ) throws(MIDIFile.Violation) -> Step? {
    let offset = cursor.position
    guard let status = cursor.byte() else { return nil }
    let dataCount = Message.dataByteCount(afterStatus: status) ?? 0
    var packet = [status]
    while packet.count <= dataCount, let byte = cursor.next, byte < 0x80 {
      packet.append(byte)
      cursor.skip(1)
    }
    try reportOpenPacket()
    try log.report(
      at: offset, expected: "a channel message, F0, F7, or a meta event (FF)", found: hexadecimal(status),
      repair: "kept in an F7 packet")
    events.append(
      delta: events.bridgedDelta(carriedDelta + delta), kind: PackedEvent.escape, payload: packet)
    return .event
  }
}

// MARK: Packets and meta events

extension TrackDecoder {
  private mutating func decodePacket(
    _ delta: UInt64, _ cursor: inout Cursor
  ) throws(MIDIFile.Violation) -> Step? {
    let offset = cursor.position
    guard let kind = cursor.byte(),
      let payload = try payload(of: "a System Exclusive packet", &cursor)
    else { return nil }
    let isStart = kind == PackedEvent.systemExclusive
    if isStart { try reportOpenPacket() }
    if isStart || openPacketOffset != nil && !bytes[payload].isRealTimePacket {
      try checkContent(of: payload)
      let isComplete = !payload.isEmpty && bytes[payload.upperBound - 1] == 0xF7
      openPacketOffset = isComplete ? nil : openPacketOffset ?? offset
    }
    runningStatusIsCanceled = true
    events.append(delta: events.bridgedDelta(carriedDelta + delta), kind: kind, payloadInFile: payload)
    return .event
  }

  /// Reports a status byte in a System Exclusive packet, except a final F7.
  private mutating func checkContent(of payload: Range<Int>) throws(MIDIFile.Violation) {
    guard let offset = payload.first(where: { bytes[$0] >= 0x80 }) else { return }
    if bytes[offset] == 0xF7, offset == payload.upperBound - 1 { return }
    let found = hexadecimal(bytes[offset])
    try log.report(
      at: offset, expected: "a data byte of a System Exclusive message (00 to 7F), or F7 as its last",
      found: found,
      repair: "kept in the file, and played as 7F")
  }

  private mutating func decodeMeta(
    _ delta: UInt64, _ cursor: inout Cursor
  ) throws(MIDIFile.Violation) -> Step? {
    cursor.skip(1)
    let typeOffset = cursor.position
    guard let type = cursor.byte(), let data = try payload(of: "a meta event", &cursor) else { return nil }
    if type == MetaEvent.endOfTrackType {
      if !data.isEmpty {
        try log.report(
          at: typeOffset + 1, expected: "the length of End of Track, 0", found: "\(data.count)",
          repair: "its data is left out")
      }
      runningStatusIsCanceled = true
      return .endOfTrack(delta: delta)
    }
    let total = events.bridgedDelta(carriedDelta + delta)
    if type < 0x80 {
      if let expectation = MetaEvent.expectation(type: type, unmetBy: bytes[data]) {
        let found =
          data.isEmpty ? "none" : hexadecimal(bytes[data].prefix(8)) + (data.count > 8 ? " …" : "")
        try log.report(
          at: data.lowerBound, expected: expectation, found: found, repair: "kept, but has no effect")
      }
      events.append(delta: total, kind: type, payloadInFile: data)
    } else {
      try log.report(
        at: typeOffset, expected: "the type of a meta event (00 to 7F)", found: hexadecimal(type),
        repair: "kept unchanged")
      events.append(delta: total, .other(type: type, bytes: Array(bytes[data])))
    }
    runningStatusIsCanceled = true
    return .event
  }

  /// Reads the length and the bytes of a packet or meta event.
  ///
  /// - Returns: The range of the bytes that exist, or `nil` if more can follow.
  private mutating func payload(
    of name: String, _ cursor: inout Cursor
  ) throws(MIDIFile.Violation) -> Range<Int>? {
    let lengthOffset = cursor.position
    guard let length = cursor.quantity() else { return nil }
    let count = Int(length)
    let lengthRange = lengthOffset..<cursor.position
    let available = cursor.limit - cursor.position
    if count > available, canContinue { return nil }
    let range = cursor.position..<cursor.position + min(count, available)
    try checkQuantity(length, "the length of \(name)", in: lengthRange)
    if count > available {
      try log.report(
        at: lengthOffset, expected: "the length of \(name), at most \(available)", found: "\(count)",
        repair: "the available bytes are kept")
    }
    cursor.skip(range.count)
    return range
  }
}
