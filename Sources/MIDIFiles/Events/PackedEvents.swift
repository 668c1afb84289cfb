internal import MIDICore

/// The packed events of a track: an array, or a part of an array that several tracks share.
///
/// The tracks of a decoded file share one array. A large array fits into huge pages, which the kernel provides faster
/// than the small pages of an array per track. A list that is a part copies its events before it changes.
struct PackedEvents: Sendable {
  /// The events, including the events of other tracks if the list is a part.
  ///
  /// Decoders, whose lists are whole arrays, append to it directly.
  var array: [PackedEvent] = []
  /// The positions of the list's events in ``array``, or `nil` for the whole array.
  private var part: Range<Int>?

  /// The positions of the list's events in ``array``.
  var range: Range<Int> { part ?? 0..<array.count }

  /// Creates an empty list.
  init() {}

  /// Creates a list of the events at the given positions; the caller must set ``array`` before use.
  init(part: Range<Int>) { self.part = part }

  mutating func append(_ event: PackedEvent) {
    copyPart()
    array.append(event)
  }

  mutating func removeLast(_ count: Int) {
    copyPart()
    array.removeLast(count)
  }

  mutating func reserveLargeCapacity(_ minimumCapacity: Int) {
    copyPart()
    array.reserveLargeCapacity(minimumCapacity)
  }

  /// Copies the events into a separate array if they are part of a shared one.
  private mutating func copyPart() {
    guard let part else { return }
    array = Array(array[part])
    self.part = nil
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
