internal import MIDICore

extension MIDIFile {
  /// The file's bytes, without running status.
  ///
  /// Tracks beyond the 65,535th can't be said in the header and are a programmer's mistake. A delta time beyond
  /// 268,435,455 ticks is bridged by empty text events.
  ///
  /// - Complexity: O(*n*) in the number of events and bytes.
  public var encoded: [UInt8] {
    precondition(tracks.count <= UInt16.max, "a Standard MIDI File has at most 65,535 tracks")
    var bytes = Self.encodedHeader(format: format, trackCount: UInt16(tracks.count), division: division)
    for track in tracks {
      var body: [UInt8] = []
      var encoder = TrackEncoder()
      for event in track.events { encoder.append(event, to: &body) }
      encoder.appendEnd(at: track.end, to: &body)
      bytes += Self.encodedTrackHeader(length: UInt32(clamping: body.count))
      bytes += body
    }
    return bytes
  }

  static func encodedHeader(format: Format, trackCount: UInt16, division: Division) -> [UInt8] {
    Array("MThd".utf8) + bigEndian(UInt32(6)) + bigEndian(format.rawValue) + bigEndian(trackCount)
      + bigEndian(division.field)
  }

  static func encodedTrackHeader(length: UInt32) -> [UInt8] {
    Array("MTrk".utf8) + bigEndian(length)
  }
}

/// Writes the events of one track, in order, and remembers where the last one stood.
struct TrackEncoder {
  /// The largest delta time that four bytes can say.
  private static let largestDelta: UInt64 = 0x0FFF_FFFF

  private(set) var time = Ticks.zero

  /// Appends an event. One that stands before its predecessor is written at the predecessor's time.
  mutating func append(_ event: MIDIFile.TrackEvent, to bytes: inout [UInt8]) {
    appendDelta(to: event.time, &bytes)
    switch event.event {
    case .message(let message):
      bytes += message.bytes
    case .systemExclusive(let packet):
      bytes.append(0xF0)
      appendWithLength(packet, &bytes)
    case .escape(let packet):
      bytes.append(0xF7)
      appendWithLength(packet, &bytes)
    case .meta(let meta):
      let (type, data) = meta.parts
      bytes += [0xFF, type]
      appendWithLength(data, &bytes)
    }
  }

  /// Appends the End of Track event.
  mutating func appendEnd(at end: Ticks, to bytes: inout [UInt8]) {
    appendDelta(to: end, &bytes)
    bytes += [0xFF, MetaEvent.endOfTrackType, 0]
  }

  private mutating func appendDelta(to newTime: Ticks, _ bytes: inout [UInt8]) {
    var delta = newTime.rawValue - min(time.rawValue, newTime.rawValue)
    time = max(time, newTime)
    while delta > Self.largestDelta {
      appendVariableLengthQuantity(UInt32(Self.largestDelta), &bytes)
      bytes += [0xFF, MetaEvent.TextKind.text.rawValue, 0]
      delta -= Self.largestDelta
    }
    appendVariableLengthQuantity(UInt32(delta), &bytes)
  }

  private func appendWithLength(_ data: [UInt8], _ bytes: inout [UInt8]) {
    appendVariableLengthQuantity(UInt32(clamping: data.count), &bytes)
    bytes += data
  }

  private func appendVariableLengthQuantity(_ value: UInt32, _ bytes: inout [UInt8]) {
    var shift = 21
    while shift > 0 {
      if value >> shift != 0 { bytes.append(UInt8(truncatingIfNeeded: value >> shift) | 0x80) }
      shift -= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: value) & 0x7F)
  }
}

private func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
  stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
}
