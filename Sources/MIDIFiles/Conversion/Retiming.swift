internal import MIDICore

/// Moves the events of tracks to other times, in the same order.
struct Retiming {
  /// The new time of each time; never earlier for a later one.
  let newTime: (Ticks) -> Ticks
  /// Whether the tempo events are left out.
  var leavesTemposOut = false
  /// The tempo event to be put at the start, in microseconds a quarter.
  var tempo: UInt32?

  init(_ newTime: @escaping (Ticks) -> Ticks) { self.newTime = newTime }

  func apply(_ track: MIDIFile.Track) -> MIDIFile.Track {
    var events = MIDIFile.Events()
    events.packed.reserveLargeCapacity(track.events.count + 1)
    var missingTempo = tempo
    track.events.forEachPacked { event, time in
      if leavesTemposOut, event.kind == MetaEvent.TypeByte.tempo { return }
      // After what a track says about itself at its start: its name, its number.
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

/// Makes sure that memory stays in proportion to a file whose events are moved: a delta time that was short may
/// become so long that thousands of events are needed to say it.
struct LengthLimit {
  /// So many gaps of 268,435,455 ticks may have to be bridged by empty text events, beyond one for each event:
  /// nine years on the grid of new recordings.
  private static let maxBridgeCount: UInt64 = 1 << 16

  private var bridgeCount: UInt64 = 0
  private var eventCount: UInt64 = 0

  /// Counts a track that is to be moved.
  mutating func add(_ track: MIDIFile.Track, _ retiming: Retiming) throws(MIDIFile.ConversionError) {
    bridgeCount += retiming.newTime(track.length).rawValue / PackedEvent.maxDelta
    eventCount += UInt64(track.events.count)
    guard bridgeCount <= Self.maxBridgeCount + eventCount else { throw .tooLong }
  }
}
