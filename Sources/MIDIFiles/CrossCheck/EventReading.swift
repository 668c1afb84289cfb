internal import MIDICore

/// One event as a reader of Standard MIDI Files finds it: what two readers must agree on.
///
/// The header is one as well, in the place of an event of track 0, so that a disagreement about it shows first.
public struct EventReading: Hashable, Sendable, CustomStringConvertible {
  /// The number of the track, from 1; 0 for the header.
  public var track: Int
  /// Ticks since the start of the track.
  public var time: Int64
  /// A message with its status byte, a System Exclusive packet after F0 without its length, a meta event as it
  /// stands; of the header format, number of tracks and division as they stand.
  public var bytes: [UInt8]

  /// One line: `track 1, tick 96: 90 3C 64`.
  public var description: String {
    let place = track == 0 ? "header" : "track \(track), tick \(time)"
    let shown = hexadecimal(bytes.prefix(Self.shownCount))
    let rest = bytes.count > Self.shownCount ? " … (\(bytes.count) bytes)" : ""
    return "\(place): \(shown)\(rest)"
  }

  private static let shownCount = 16
}

extension MIDIFile {
  /// Hands out what midirec reads in the file, in order: the header, then the tracks, each with its End of Track.
  ///
  /// The reading is one variable, overwritten for each event, so that its memory is taken once.
  ///
  /// - Parameter body: Says whether to go on.
  /// - Complexity: O(*n*) in the number of events and their bytes.
  func forEachReading(_ body: (EventReading) -> Bool) {
    var reading = EventReading(track: 0, time: 0, bytes: [])
    for field in [format.rawValue, UInt16(truncatingIfNeeded: tracks.count), division.field] {
      reading.bytes.appendBigEndian(field)
    }
    guard body(reading) else { return }
    for (index, track) in tracks.enumerated() {
      reading.track = index + 1
      var time = Ticks.zero
      // As they are packed, because a decoded meta event doesn't tell how many bytes it had.
      for event in track.events.packed {
        time.rawValue += event.delta
        reading.time = Int64(clamping: time.rawValue)
        reading.bytes.removeAll(keepingCapacity: true)
        track.events.appendBytes(of: event, to: &reading.bytes)
        guard body(reading) else { return }
      }
      reading.time = Int64(clamping: track.end.rawValue)
      reading.bytes = [0xFF, MetaEvent.TypeByte.endOfTrack, 0]
      guard body(reading) else { return }
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
      // Longer ones, whose length takes more than a byte, are beyond libsmf: see `LibSMFScope`.
      bytes.append(UInt8(truncatingIfNeeded: payload.count))
    }
    bytes += payload
  }
}
