/// The packed events of a track: an array, or a part of the array that all tracks of a decoded file share.
///
/// One large array fits into huge pages, which the kernel provides faster than the small pages of an array per
/// track. A list that is only a part copies its events before it changes.
struct PackedEvents: Sendable {
  /// The events, among those of other tracks if the list is only a part. Decoders, whose lists are whole arrays,
  /// append to it directly.
  var array: [PackedEvent] = []
  /// The positions of the list's events in ``array``, or `nil` for all of it.
  private var part: Range<Int>?

  /// The positions of the list's events in ``array``.
  var range: Range<Int> { part ?? 0..<array.count }

  /// Creates an empty list.
  init() {}

  /// Creates a list of the events at the given positions of an array, which the caller sets before any use.
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

  /// Copies the events into an array of their own if they are only a part of a shared one.
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
