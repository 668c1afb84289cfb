internal import MIDICore

/// The onsets and pitches of notes, in order of their onsets.
struct PitchSequence {
  /// The farthest onset, 73 years, so that differences of times can't overflow.
  private static let farthest = Int64.max / 4

  /// The onset of each note, in nanoseconds.
  let onsets: [Int64]
  /// The end of each note, or its onset if the note is hanging.
  let ends: [Int64]
  /// The pitch of each note.
  let pitches: [NoteNumber]

  /// Creates the sequence of notes that are in order of their onsets. Onsets beyond 73 years count as 73 years.
  init(_ notes: [Note]) {
    onsets = notes.map { Self.limited($0.onset) }
    ends = notes.map { Self.limited($0.offset ?? $0.onset) }
    pitches = notes.map(\.number)
  }

  /// Returns a time in nanoseconds, at most 73 years from zero.
  static func limited(_ time: Nanoseconds) -> Int64 { min(max(time.rawValue, -farthest), farthest) }

  /// The number of notes.
  var count: Int { onsets.count }

  /// The longest distance of two onsets in one chord, in nanoseconds.
  ///
  /// A score has chords of equal onsets, so that only tiny distances belong to a chord: 20 ms, less than a 64th note.
  /// Fingers strike a chord within about 40 ms.
  var chordSpan: Int64 {
    let gaps = zip(onsets, onsets.dropFirst()).map { $1 - $0 }
    let equal = gaps.count { $0 == 0 }
    let near = gaps.count { 0 < $0 && $0 <= Self.playedSpan }
    return equal >= near ? Self.writtenSpan : Self.playedSpan
  }

  private static let writtenSpan: Int64 = 20_000_000
  private static let playedSpan: Int64 = 40_000_000

  /// Returns the notes in order of chords, and in a chord in order of pitches, which doesn't depend on the order in which
  /// the fingers strike.
  func inOrderOfChords(span: Int64) -> [Int32] {
    var order: [Int32] = []
    order.reserveCapacity(count)
    var start = 0
    while start < count {
      var end = start + 1
      while end < count, onsets[end] - onsets[start] <= span { end += 1 }
      if end - start == 1 {
        order.append(Int32(start))
      } else {
        order += (start..<end).sorted { (pitches[$0].rawValue, $0) < (pitches[$1].rawValue, $1) }
          .map { Int32($0) }
      }
      start = end
    }
    return order
  }
}
