internal import Algorithms
public import MIDICore

extension NoteAlignment {
  /// The notes of a chord as they were played.
  public struct ChordSpread: Hashable, Sendable {
    /// The time of the chord in the expected take.
    public let expectedTime: Nanoseconds
    /// The matches in order of the actual onsets, at least two.
    public let matches: [Match]
    /// The time from the first to the last onset.
    public let spread: Nanoseconds
  }

  /// The chords with at least two different notes that were played, in order of the performance.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of matches.
  public var chordSpreads: [ChordSpread] {
    let chords = ChordTable(PitchSequence(expected.notes))
    return passages.flatMap { passage in
      passage.matches.chunked { chords.chordOfNote[$0.expected] == chords.chordOfNote[$1.expected] }
        .compactMap { group in
          let played = group.sorted { actual.notes[$0.actual].onset < actual.notes[$1.actual].onset }
          guard Set(group.map { expected.notes[$0.expected].number }).count > 1, let first = played.first,
            let last = played.last
          else { return nil }
          return ChordSpread(
            expectedTime: Nanoseconds(rawValue: chords.onsets[Int(chords.chordOfNote[first.expected])]),
            matches: played,
            spread: actual.notes[last.actual].onset.subtracting(actual.notes[first.actual].onset))
        }
    }
  }
}
