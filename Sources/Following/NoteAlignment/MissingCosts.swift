internal import Glibc
internal import MIDICore
internal import Timelines

/// The costs of expected notes that aren't played.
///
/// A missing note is evidence against a place only as far as notes are usually played. If each note is played with a
/// probability *p*, a missing one costs *c* · −ln(1 − *p*): much in a complete performance, and little in one of the right
/// hand alone, for the notes of the left hand.
struct MissingCosts {
  /// The cost of a missing note in a performance that plays nearly all notes.
  private static let highest: Float = 0.6
  /// The probability of a note in a performance that plays nearly all notes.
  static let usual: Float = 0.9
  /// The cost of a note that is followed at another pitch than the others.
  private static let transposedCost: Float = 0.1
  /// The least probability of a note.
  static let lowest: Float = 0.08
  /// The gain of a followed note. A gain as small as the cost of an extra note would prefer a short passage with many notes
  /// to a long one with few.
  private static let followedGain: Float = 1
  /// The number of notes of a chord with their whole costs. All others together cost at most half as much as these, so
  /// that a chord of many notes costs less than the search allows.
  private static let wholeCount = 8

  /// Whether nearly all notes are played.
  let isHigh: Bool
  /// The cost of each missing note, in order of the chords, and in each in order of pitches.
  private var ofNotes: [Float] = []
  /// The index of each chord's first cost.
  private var starts: [Int]
  /// The sum of the costs of all chords before each chord.
  private var sums: [Double]
  private let chords: ChordTable
  /// The probability that each note is played, from ``lowest`` to ``usual``.
  let probabilities: [Float]

  /// Creates the costs of a performance in which each note has the same probability.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  init(_ chords: ChordTable, probability: Float = Self.usual) {
    self.init(chords, [Float](repeating: probability, count: chords.noteCount))
  }

  /// Creates the costs of a performance that plays some notes more probably than others.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  init(_ chords: ChordTable, _ probabilities: [Float]) {
    let probabilities = probabilities.map { min(max($0, Self.lowest), Self.usual) }
    self.chords = chords
    self.probabilities = probabilities
    isHigh = probabilities.allSatisfy { $0 == Self.usual }
    (starts, sums) = ([0], [0])
    for chord in 0..<chords.count {
      let (first, size) = (ofNotes.count, chords.sizes[chord])
      let part =
        size <= Self.wholeCount
        ? 1 : Float(Self.wholeCount) * (1.5 - 0.5 * Float(Self.wholeCount) / Float(size)) / Float(size)
      ofNotes += repeatElement(-1, count: size)
      var sum: Float = 0
      for note in chords.notes(chord..<chord + 1) {
        let place = first + chords.pitches[chord].rank(of: chords.pitchOfNote[note])
        // Voices in unison are one note.
        guard ofNotes[place] < 0 else { continue }
        let isAlternating = chords.alternations.contains(chords.pitchOfNote[note], at: chord)
        ofNotes[place] = part * Self.costs(isAlternating ? Self.lowest : probabilities[note]).missing
        sum += ofNotes[place]
      }
      starts.append(ofNotes.count)
      sums.append(sums[chord] + Double(sum))
    }
  }

  /// Returns the costs of missing and of playing a note.
  private static func costs(_ probability: Float) -> (missing: Float, played: Float) {
    let scale = highest / logf(1 - usual)
    return (scale * logf(1 - probability), scale * logf(probability))
  }

  /// Returns the cost of missing all notes of chords.
  func ofChords(_ range: Range<Int>) -> Float { Float(sums[range.upperBound] - sums[range.lowerBound]) }

  /// Returns the cost of a chord's note.
  func ofNote(_ pitch: NoteNumber, _ chord: Int) -> Float {
    ofNotes[starts[chord] + chords.pitches[chord].rank(of: pitch)]
  }

  /// Returns the cost of a chord's other notes until they are played.
  func ofOthers(_ pitch: NoteNumber, _ chord: Int) -> Float {
    ofChords(chord..<chord + 1) - ofNote(pitch, chord)
  }

  /// Returns how much passages explain: the played notes aren't extra, but others are missing, and jumps are necessary.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  func gain(of passages: [NoteAlignment.Passage]) -> Float {
    var isOpen = passages.isReached(of: probabilities.count)
    var gain = -ChordPathSearch.jumpCost * Float(max(passages.count - 1, 0))
    for match in passages.lazy.flatMap(\.matches) {
      isOpen[match.expected] = false
      gain += Self.followedGain - Self.costs(probabilities[match.expected]).played
    }
    for transposition in passages.lazy.flatMap(\.transpositions) {
      gain -= Self.transposedCost * Float(transposition.matches.count)
    }
    for note in isOpen.indices where isOpen[note] {
      let probability = chords.isLeading(note) ? probabilities[note] : min(probabilities[note], Self.lowest)
      gain -= Self.costs(probability).missing
    }
    return gain
  }
}
