extension TrackDecoder {
  /// Reads channel messages as fast as can be, until something else comes or too few bytes are left to be sure:
  /// almost all that almost every file has.
  mutating func decodeRun(limit: Int) {
    // A delta time of four bytes, a status byte, two data bytes: so much is there for each event.
    let end = limit - 7
    guard position <= end else { return }
    let bytes = bytes
    let span = bytes.span
    var packed: [PackedEvent] = []
    swap(&packed, &events.packed)
    var status = runningStatusIsCancelled ? 0 : runningStatus
    var total: UInt64 = 0
    var next = position
    while next <= end {
      var cursor = next
      var byte = span[cursor]
      cursor += 1
      var delta = UInt64(byte & 0x7F)
      var length = 1
      while byte >= 0x80, length < 4 {
        byte = span[cursor]
        cursor += 1
        delta = delta << 7 | UInt64(byte & 0x7F)
        length += 1
      }
      let first = span[cursor]
      let isRunning = first < 0x80
      let newStatus = isRunning ? status : first
      // No status at all, a quantity of five bytes, or something that is no channel message.
      guard newStatus &- 0x80 < 0x70, byte < 0x80 else { break }
      cursor += isRunning ? 0 : 1
      let data = span[cursor]
      cursor += 1
      var second: UInt8 = 0
      if newStatus & 0xE0 != 0xC0 {
        second = span[cursor]
        cursor += 1
      }
      guard data | second < 0x80 else { break }
      packed.append(
        PackedEvent(delta: delta, status: newStatus, first: data, second: second, isRunning: isRunning))
      status = newStatus
      total += delta
      next = cursor
    }
    swap(&packed, &events.packed)
    if next > position {
      runningStatus = status
      runningStatusIsCancelled = false
      events.advance(by: total)
      advance(to: next)
    }
  }
}
