internal import MIDICore

/// Goes through the events of several tracks in order of time, those of one time by track, and within a track as
/// they stand. Each step takes O(log *k*) for *k* tracks.
struct TrackMerger: Sequence, IteratorProtocol {
  /// An event and where it came from.
  struct Element {
    var track: Int
    var time: Ticks
    var event: PackedEvent
  }

  /// The next event of a track.
  private struct Cursor {
    var time: UInt64
    var track: Int
    var position: Int

    func isBefore(_ other: Cursor) -> Bool {
      time != other.time ? time < other.time : track < other.track
    }
  }

  private let tracks: [MIDIFile.Events]
  /// A binary heap: each cursor is before its two children, the first before all.
  private var heap: [Cursor] = []

  init(_ tracks: [MIDIFile.Events]) {
    self.tracks = tracks
    heap = tracks.enumerated().compactMap { index, events in
      events.packed.first.map { Cursor(time: $0.delta, track: index, position: 0) }
    }
    for index in (0..<heap.count / 2).reversed() { siftDown(from: index) }
  }

  mutating func next() -> Element? {
    guard let cursor = heap.first else { return nil }
    let events = tracks[cursor.track].packed
    let element = Element(
      track: cursor.track, time: Ticks(rawValue: cursor.time), event: events[cursor.position])
    if cursor.position + 1 < events.count {
      heap[0].position += 1
      heap[0].time += events[cursor.position + 1].delta
    } else {
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
    }
    siftDown(from: 0)
    return element
  }

  private mutating func siftDown(from start: Int) {
    var parent = start
    while true {
      let left = 2 * parent + 1
      guard left < heap.count else { return }
      let right = left + 1
      let first = right < heap.count && heap[right].isBefore(heap[left]) ? right : left
      guard heap[first].isBefore(heap[parent]) else { return }
      heap.swapAt(first, parent)
      parent = first
    }
  }
}

extension MIDIFile.Events {
  /// Puts the events of several tracks together, in order of time, those of one time by track.
  ///
  /// - Throws: ``MIDIFile/ConversionError/tooManyEvents`` where there are more packets and meta events than one
  ///   track can have.
  /// - Complexity: O(*n* log *k*) for *n* events and bytes in *k* tracks.
  init(merging tracks: [MIDIFile.Events]) throws(MIDIFile.ConversionError) {
    self.init()
    guard tracks.reduce(0, { $0 + $1.payloads.count }) < PackedEvent.largestPayloadCount else {
      throw .tooManyEvents
    }
    packed.reserveLargeCapacity(tracks.reduce(0) { $0 + $1.count })
    for element in TrackMerger(tracks) {
      append(element.event, of: tracks[element.track], at: element.time)
    }
  }
}
