internal import MIDICore

/// The way of a performance through the expected chords.
struct ChordPath {
  /// A played note that belongs to a chord.
  struct Step {
    /// The index of the actual note.
    var note: Int
    /// The chord.
    var chord: Int
    /// Whether the performance jumps to this chord, rather than reaching it from the chords before it.
    var isJump: Bool
  }

  /// The notes with a chord, in order of time. The chords ascend up to each jump.
  let steps: [Step]

  /// Finds the way with the least cost.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(of performance: PitchSequence, through chords: ChordTable, expected: PitchSequence) {
    guard chords.count > 0, performance.count > 0 else {
      steps = []
      return
    }
    var search = ChordPathSearch(chords)
    let jumps = Self.jumps(of: performance, chords: chords, expected: expected)
    for note in 0..<performance.count {
      search.add(pitch: performance.pitches[note], time: performance.onsets[note], jumps: jumps[note] ?? [])
    }
    steps = search.best
  }

  /// Returns the chords at which the pitches of the following notes occur, by note.
  private static func jumps(
    of performance: PitchSequence, chords: ChordTable, expected: PitchSequence
  ) -> [Int: [Int]] {
    let index = PitchSequenceIndex(expected, order: expected.inOrderOfChords(span: chords.span))
    let order = performance.inOrderOfChords(span: performance.chordSpan)
    var jumps: [Int: [Int]] = [:]
    for (position, code) in PitchSequenceIndex.codes(of: performance, order: order).enumerated() {
      let targets = index.notes(of: code).map { Int(chords.chordOfNote[Int($0)]) }
      guard !targets.isEmpty,
        let first = order[position..<position + PitchSequenceIndex.length].min()
      else { continue }
      jumps[Int(first), default: []] += targets.filter {
        chords.pitches[$0].contains(performance.pitches[Int(first)])
      }
    }
    return jumps
  }
}
