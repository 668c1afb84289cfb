/// The packed events of a track: an array, or a part of the array that all tracks of a decoded file share.
///
/// One large array fits into huge pages, which the kernel provides faster than the small pages of an array per
/// track. A list that is only a part copies its events before it changes.
struct PackedEvents: Sendable {
  private(set) var array: [PackedEvent]
  /// The positions of the list's events in ``array``.
  private(set) var range: Range<Int>

  /// Creates a list with all events of an array.
  init(_ array: [PackedEvent] = []) {
    self.array = array
    range = 0..<array.count
  }

  /// Returns the events at the given positions, in the same memory.
  func part(_ positions: Range<Int>) -> PackedEvents {
    var part = self
    part.range = range.lowerBound + positions.lowerBound..<range.lowerBound + positions.upperBound
    return part
  }

  /// Removes and returns all events.
  ///
  /// - Complexity: O(*n*) if the events are only a part of their array, O(1) otherwise.
  mutating func removeAll() -> [PackedEvent] {
    let all = range.count < array.count ? Array(array[range]) : array
    self = PackedEvents()
    return all
  }

  mutating func append(_ event: PackedEvent) { change { $0.append(event) } }

  mutating func removeLast(_ count: Int) { change { $0.removeLast(count) } }

  mutating func reserveLargeCapacity(_ minimumCapacity: Int) {
    change { $0.reserveLargeCapacity(minimumCapacity) }
  }

  mutating func releaseUnusedMemory() { change { $0.releaseUnusedMemory() } }

  @inline(__always)
  private mutating func change(_ body: (inout [PackedEvent]) -> Void) {
    if range.count < array.count { array = Array(array[range]) }
    body(&array)
    range = 0..<array.count
  }
}

extension PackedEvents: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { range.count }

  subscript(position: Int) -> PackedEvent {
    precondition(position < range.count, "no event at this position")
    return array[range.lowerBound + position]
  }
}
