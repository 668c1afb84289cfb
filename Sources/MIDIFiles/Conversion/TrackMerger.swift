internal import HeapModule
internal import MIDICore

/// A sequence of the events of several tracks, ordered by time, then by track, then by position.
///
/// Each step takes O(log *k*) for *k* tracks.
struct TrackMerger: Sequence, IteratorProtocol {
  /// An event, its track, and its time.
  typealias Element = (track: Int, time: Ticks, event: PackedEvent)

  /// The next event of a track.
  private struct Cursor: Comparable {
    var time: UInt64
    var track: Int
    var position: Int

    static func < (left: Cursor, right: Cursor) -> Bool {
      (left.time, left.track) < (right.time, right.track)
    }
  }

  private let tracks: [MIDIFile.Events]
  private var cursors: Heap<Cursor>

  init(_ tracks: [MIDIFile.Events]) {
    self.tracks = tracks
    cursors = Heap(
      tracks.enumerated().compactMap { index, events in
        events.packed.first.map { Cursor(time: $0.delta, track: index, position: 0) }
      })
  }

  mutating func next() -> Element? {
    guard var cursor = cursors.min else { return nil }
    let events = tracks[cursor.track].packed
    let element = (track: cursor.track, time: Ticks(rawValue: cursor.time), event: events[cursor.position])
    if cursor.position + 1 < events.count {
      cursor.position += 1
      cursor.time += events[cursor.position].delta
      cursors.replaceMin(with: cursor)
    } else {
      cursors.removeMin()
    }
    return element
  }
}

extension MIDIFile.Events {
  /// Creates a list of the events of several tracks, ordered by time and then by track.
  ///
  /// - Throws: ``MIDIFile/ConversionError/tooManyEvents`` if the packets and meta events exceed the limit of one track.
  /// - Complexity: O(*n* log *k*), where *n* is the number of events and bytes, and *k* is the number of tracks.
  init(merging tracks: [MIDIFile.Events]) throws(MIDIFile.ConversionError) {
    self.init()
    guard tracks.reduce(0, { $0 + $1.payloads.count }) < PackedEvent.maxPayloadCount else {
      throw .tooManyEvents
    }
    packed.reserveLargeCapacity(tracks.reduce(0) { $0 + $1.count })
    for element in TrackMerger(tracks) {
      append(element.event, of: tracks[element.track], at: element.time)
    }
  }
}
