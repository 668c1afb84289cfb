/// A set of note numbers, stored as one bit per note, that is iterated in ascending order.
package struct NoteSet: Hashable, Sendable, Sequence {
  private var bits: UInt128 = 0

  /// Creates an empty set.
  package init() {}

  /// Whether the set is empty.
  package var isEmpty: Bool { bits == 0 }

  /// The number of notes.
  package var count: Int { bits.nonzeroBitCount }

  /// Returns whether the set contains a note, in constant time.
  package func contains(_ note: NoteNumber) -> Bool { bits & Self.bit(note) != 0 }

  /// Adds a note, in constant time.
  package mutating func insert(_ note: NoteNumber) { bits |= Self.bit(note) }

  /// Removes a note, in constant time.
  package mutating func remove(_ note: NoteNumber) { bits &= ~Self.bit(note) }

  /// Returns an iterator over the notes in ascending order.
  package func makeIterator() -> Iterator { Iterator(bits: bits) }

  private static func bit(_ note: NoteNumber) -> UInt128 { 1 << UInt128(note.rawValue) }

  /// An iterator over the notes of a set.
  package struct Iterator: IteratorProtocol {
    fileprivate var bits: UInt128

    /// Returns the next note, or `nil` after the last.
    package mutating func next() -> NoteNumber? {
      guard bits != 0 else { return nil }
      defer { bits &= bits - 1 }
      return NoteNumber(masking: UInt8(truncatingIfNeeded: bits.trailingZeroBitCount))
    }
  }
}
