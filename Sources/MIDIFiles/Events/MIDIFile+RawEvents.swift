internal import MIDICore

extension MIDIFile {
  /// Calls a function for each event in order, as raw bytes.
  ///
  /// The header comes first, as an event of track 0. The tracks follow, each with its End of Track. The bytes are in
  /// one array, which is overwritten for each event.
  ///
  /// - Parameter body: Receives the number of the track from 1, the ticks since its start, and the bytes of the event.
  ///   The bytes are a message with its status byte, a System Exclusive packet without its length, or an encoded meta
  ///   event. The bytes of the header are its format, number of tracks, and division. Returns whether to continue.
  /// - Complexity: O(*n*) in the number of events and their bytes.
  package func forEachRawEvent<Failure: Error>(
    _ body: (_ track: Int, _ time: Int64, _ bytes: [UInt8]) throws(Failure) -> Bool
  ) throws(Failure) {
    var bytes: [UInt8] = []
    for field in [format.rawValue, UInt16(truncatingIfNeeded: tracks.count), division.field] {
      bytes.appendBigEndian(field)
    }
    guard try body(0, 0, bytes) else { return }
    for (index, track) in tracks.enumerated() {
      var time = Ticks.zero
      // Use the packed events, because a decoded meta event doesn't have its original number of bytes.
      for event in track.events.packed {
        time.rawValue += event.delta
        bytes.removeAll(keepingCapacity: true)
        track.events.appendBytes(of: event, to: &bytes)
        guard try body(index + 1, Int64(clamping: time.rawValue), bytes) else { return }
      }
      let end = [0xFF, MetaEvent.endOfTrackType, 0]
      guard try body(index + 1, Int64(clamping: track.end.rawValue), end) else { return }
    }
  }
}

extension MIDIFile.Events {
  fileprivate func appendBytes(of event: PackedEvent, to bytes: inout [UInt8]) {
    if event.isChannelMessage {
      bytes.append(event.kind)
      bytes.append(event.firstDataByte)
      if Message.dataByteCount(afterStatus: event.kind) == 2 { bytes.append(event.secondDataByte) }
      return
    }
    var payload = payload(of: event)
    switch event.kind {
    case PackedEvent.systemExclusive, PackedEvent.escape:
      bytes.append(event.kind)
    default:
      bytes.append(0xFF)
      bytes.append(event.kind == PackedEvent.metaOfIllegalType ? payload.popFirst() ?? 0xFF : event.kind)
      // A length of several bytes exceeds the limits of libsmf, for which these bytes are made.
      bytes.append(UInt8(truncatingIfNeeded: payload.count))
    }
    bytes += payload
  }
}
