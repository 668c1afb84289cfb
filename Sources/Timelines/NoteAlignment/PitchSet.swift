internal import MIDICore

/// A set of pitches.
///
/// `NoteSet` is a similar set. With it, the search takes a seventh longer, even if its functions can be inlined.
struct PitchSet: Hashable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// Creates an empty set.
  init() {}

  /// Creates the set of one pitch.
  init(_ pitch: NoteNumber) { insert(pitch) }

  /// The number of pitches.
  var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  /// Returns whether the set contains a pitch.
  func contains(_ pitch: NoteNumber) -> Bool {
    (pitch.rawValue < 64 ? low : high) & Self.bit(pitch) != 0
  }

  /// Adds a pitch.
  mutating func insert(_ pitch: NoteNumber) {
    if pitch.rawValue < 64 { low |= Self.bit(pitch) } else { high |= Self.bit(pitch) }
  }

  /// Removes a pitch.
  mutating func remove(_ pitch: NoteNumber) {
    if pitch.rawValue < 64 { low &= ~Self.bit(pitch) } else { high &= ~Self.bit(pitch) }
  }

  /// Adds the pitches of another set.
  mutating func formUnion(_ other: PitchSet) {
    low |= other.low
    high |= other.high
  }

  /// Removes the pitches of another set.
  mutating func subtract(_ other: PitchSet) {
    low &= ~other.low
    high &= ~other.high
  }

  private static func bit(_ pitch: NoteNumber) -> UInt64 { 1 << UInt64(pitch.rawValue & 63) }
}
