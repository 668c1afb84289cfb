/// Some note numbers, a bit each: it takes no memory of its own, and goes through its notes in ascending order.
package struct NoteSet: Hashable, Sendable, Sequence {
  private var bits: UInt128 = 0

  /// Makes an empty set.
  package init() {}

  /// Whether there is none.
  package var isEmpty: Bool { bits == 0 }

  /// How many there are.
  package var count: Int { bits.nonzeroBitCount }

  /// Whether a note is in it. Constant time.
  package func contains(_ note: NoteNumber) -> Bool { bits & Self.bit(note) != 0 }

  /// Adds a note. Constant time.
  package mutating func insert(_ note: NoteNumber) { bits |= Self.bit(note) }

  /// Takes a note out. Constant time.
  package mutating func remove(_ note: NoteNumber) { bits &= ~Self.bit(note) }

  /// The notes in ascending order.
  package func makeIterator() -> Iterator { Iterator(bits: bits) }

  private static func bit(_ note: NoteNumber) -> UInt128 { 1 << UInt128(note.rawValue) }

  /// Goes through the notes.
  package struct Iterator: IteratorProtocol {
    fileprivate var bits: UInt128

    /// The next note.
    package mutating func next() -> NoteNumber? {
      guard bits != 0 else { return nil }
      defer { bits &= bits - 1 }
      return NoteNumber(masking: UInt8(truncatingIfNeeded: bits.trailingZeroBitCount))
    }
  }
}
