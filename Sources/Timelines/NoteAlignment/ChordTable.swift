internal import MIDICore

/// The expected notes, grouped by onset into chords. A single note is also a chord.
struct ChordTable {
  /// The onset of each chord's first note, in nanoseconds.
  private(set) var onsets: [Int64] = []
  /// The pitches of each chord.
  private(set) var pitches: [PitchSet] = []
  /// The number of different pitches of each chord.
  private(set) var sizes: [Int] = []
  /// The chord of each note.
  private(set) var chordOfNote: [Int32] = []
  /// The index of each chord's first note, and then the number of notes.
  private var starts: [Int] = []

  /// The longest distance of two onsets in one chord, in nanoseconds.
  let span: Int64

  /// Groups notes.
  init(_ notes: PitchSequence) {
    span = notes.chordSpan
    for index in 0..<notes.count {
      if onsets.last.map({ notes.onsets[index] - $0 > span }) ?? true {
        starts.append(index)
        onsets.append(notes.onsets[index])
        pitches.append(PitchSet())
      }
      pitches[pitches.count - 1].insert(notes.pitches[index])
      chordOfNote.append(Int32(onsets.count - 1))
    }
    starts.append(notes.count)
    sizes = pitches.map(\.count)
  }

  /// The number of chords.
  var count: Int { onsets.count }

  /// Returns the indices of the notes of some chords.
  func notes(_ chords: Range<Int>) -> Range<Int> { starts[chords.lowerBound]..<starts[chords.upperBound] }
}
