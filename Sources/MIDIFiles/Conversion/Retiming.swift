internal import MIDICore

/// A change of the times of events that keeps their order.
struct Retiming {
  /// Returns the new time of a time; must not decrease for later times.
  let newTime: (Ticks) -> Ticks
  /// Whether to drop the tempo events.
  var dropsTempos = false
  /// The tempo to add at the start, in microseconds per quarter note.
  var tempo: UInt32?

  init(_ newTime: @escaping (Ticks) -> Ticks) { self.newTime = newTime }

  func apply(_ track: MIDIFile.Track) -> MIDIFile.Track {
    var events = MIDIFile.Events()
    events.packed.reserveLargeCapacity(track.events.count + 1)
    var missingTempo = tempo
    track.events.forEachPacked { event, time in
      if dropsTempos, event.kind == MetaEvent.TypeByte.tempo { return }
      // The events that describe the track, such as its name, come first.
      if let tempo = missingTempo, time > .zero || !event.isMeta {
        events.append(delta: 0, .tempo(microsecondsPerQuarter: tempo))
        missingTempo = nil
      }
      events.append(event, of: track.events, at: newTime(time))
    }
    if let tempo = missingTempo { events.append(delta: 0, .tempo(microsecondsPerQuarter: tempo)) }
    return MIDIFile.Track(events: events, end: newTime(track.end))
  }
}

/// A limit on the events that retiming adds, so that memory stays proportional to the file.
///
/// A short delta time can become long enough to need thousands of events.
struct LengthLimit {
  /// The maximum number of gaps that empty text events bridge, in addition to one per event.
  ///
  /// Gaps of 268,435,455 ticks each cover nine years at the resolution of new recordings.
  private static let maxBridgeCount: UInt64 = 1 << 16

  private var bridgeCount: UInt64 = 0
  private var eventCount: UInt64 = 0

  /// Counts the events that a track needs after retiming.
  mutating func add(_ track: MIDIFile.Track, _ retiming: Retiming) throws(MIDIFile.ConversionError) {
    try add(eventCount: track.events.count, length: retiming.newTime(track.length))
  }

  /// Counts the events that a track of a length needs.
  mutating func add(eventCount count: Int, length: Ticks) throws(MIDIFile.ConversionError) {
    bridgeCount += length.rawValue / PackedEvent.maxDelta
    eventCount += UInt64(count)
    guard bridgeCount <= Self.maxBridgeCount + eventCount else { throw .tooLong }
  }
}
