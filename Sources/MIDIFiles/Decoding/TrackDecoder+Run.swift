extension TrackDecoder {
  /// Decodes channel messages fast, until a different event occurs or too few bytes are left to be safe.
  ///
  /// These messages are almost all events in most files.
  mutating func decodeRun(limit: Int) {
    // Each event needs up to a delta time of four bytes, a status byte, and two data bytes.
    let end = limit - 7
    guard position <= end else { return }
    var next = position
    var status: UInt8 = runningStatusIsCanceled ? 0 : runningStatus
    var duration: UInt64 = 0
    var packed: [PackedEvent] = []
    swap(&packed, &events.packed.array)
    var isFull = true
    while isFull {
      if packed.capacity == packed.count { packed.reserveCapacity(packed.count + packed.count / 2 + 16) }
      packed.append(addingCapacity: packed.capacity - packed.count) { output in
        Self.decode(bytes.span, from: &next, end: end, &status, &duration, into: &output)
        isFull = output.isFull && next <= end
      }
    }
    swap(&packed, &events.packed.array)
    guard next > position else { return }
    runningStatus = status
    runningStatusIsCanceled = false
    events.advance(by: duration)
    position = next
  }

  /// The loop that takes most of the decoding time.
  ///
  /// It uses branches where arithmetic would do. A correct branch prediction finds the next event without waiting for a
  /// byte.
  ///
  /// - Parameters:
  ///   - position: The position of the next event.
  ///   - lastStatus: The status byte for running status, or 0 if there is none.
  ///   - sum: The sum of the delta times.
  @inline(__always)
  private static func decode(
    _ bytes: Span<UInt8>, from position: inout Int, end: Int, _ lastStatus: inout UInt8, _ sum: inout UInt64,
    into output: inout OutputSpan<PackedEvent>
  ) {
    // Inout arguments would stay in memory in the whole loop.
    var (next, status, duration) = (position, lastStatus, sum)
    while next <= end, !output.isFull {
      var cursor = next
      var byte = bytes[cursor]
      cursor &+= 1
      var delta = UInt64(byte & 0x7F)
      if byte >= 0x80 {
        let lastOfQuantity = next &+ 4
        repeat {
          byte = bytes[cursor]
          cursor &+= 1
          delta = delta << 7 | UInt64(byte & 0x7F)
        } while byte >= 0x80 && cursor < lastOfQuantity
        if byte >= 0x80 { break }
      }
      byte = bytes[cursor]
      let isRunning = byte < 0x80
      var newStatus = status
      if !isRunning {
        newStatus = byte
        cursor &+= 1
      }
      // There is no status, or the event isn't a channel message.
      if newStatus < 0x80 || newStatus >= 0xF0 { break }
      let first = bytes[cursor]
      cursor &+= 1
      var second: UInt8 = 0
      if newStatus & 0xE0 != 0xC0 {
        second = bytes[cursor]
        cursor &+= 1
      }
      if first | second >= 0x80 { break }
      output.append(
        PackedEvent(delta: delta, status: newStatus, first: first, second: second, isRunning: isRunning))
      status = newStatus
      duration &+= delta
      next = cursor
    }
    (position, lastStatus, sum) = (next, status, duration)
  }
}
