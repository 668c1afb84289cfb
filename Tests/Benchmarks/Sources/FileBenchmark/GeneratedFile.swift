/// Files of notes and controllers of any size, with about four bytes per event with running status.
enum GeneratedFile {
  /// Returns the bytes of a file.
  ///
  /// - Parameters:
  ///   - eventCount: The number of events without End of Track, a multiple of the number of tracks.
  ///   - runningStatus: Whether repeated status bytes are omitted.
  static func bytes(eventCount: Int, trackCount: Int, runningStatus: Bool) -> [UInt8] {
    var file = Array("MThd".utf8) + [0, 0, 0, 6, 0, trackCount > 1 ? 1 : 0, 0, UInt8(trackCount), 1, 0xE0]
    for track in 0..<trackCount {
      let data = trackData(
        eventCount: eventCount / trackCount, channel: UInt8(track & 0x0F), runningStatus: runningStatus)
      let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: data.count >> $0) }
      file += Array("MTrk".utf8) + length + data
    }
    return file
  }

  private static func trackData(eventCount: Int, channel: UInt8, runningStatus: Bool) -> [UInt8] {
    var data: [UInt8] = []
    data.reserveCapacity(5 * eventCount)
    var lastStatus: UInt8 = 0
    for number in 0..<eventCount {
      // Half of the delta times have two bytes.
      let delta = number * 37 % 256
      if delta >= 0x80 { data.append(0x81) }
      data.append(UInt8(delta & 0x7F))
      let step = number & 3
      let status: UInt8 = (step == 0 || step == 3 ? 0x90 : 0xB0) | channel
      if !runningStatus || status != lastStatus { data.append(status) }
      lastStatus = status
      switch step {
      case 0: data += [UInt8(48 + number / 4 % 36), 100]
      case 3: data += [UInt8(48 + number / 4 % 36), 0]
      case 1: data += [1, UInt8(number & 0x7F)]
      default: data += [74, UInt8(number * 7 & 0x7F)]
      }
    }
    return data + [0, 0xFF, 0x2F, 0]
  }
}
