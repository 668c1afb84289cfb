internal import MIDICore
internal import Timelines

/// The part of a score that a performance plays: some of its sources and channels, or of its pitches.
///
/// A score without the other parts is followed as surely as a whole one.
struct PlayedPart {
  /// Whether each note of the score is in the part.
  let isIncluded: [Bool]
  /// The probability that each note of the score is played.
  let probabilities: [Float]
  /// The notes of the part.
  let score: PitchSequence
  /// The chords of the part.
  let chords: ChordTable
  /// The chord of the score at which each chord of the part starts.
  private let wholeChords: [Int]

  /// The least notes that the score has too many.
  private static let leastCount = 16
  /// The most of the notes that the whole score has too many or too few that may remain.
  private static let mostRest = 0.6
  /// The least probability of a note in a part.
  private static let leastProbability: Float = 0.2

  /// Finds the sources and channels that are played.
  ///
  /// The search only counts the notes of each pitch, before anything is followed: in a performance without a part, the notes
  /// of that part are missing at their pitches. Repeats in the music can't hide that.
  ///
  /// - Returns: `nil` if the performance probably plays all parts, or if no part has nearly its notes.
  /// - Complexity: O(*n*), where *n* is the number of notes, for a score with few sources and channels.
  init?(_ notes: [Note], _ score: PitchSequence, _ whole: ChordTable, performance: PitchSequence) {
    guard performance.count + Self.leastCount <= score.count, performance.count > 0 else { return nil }
    let lines = NoteLines(notes)
    guard lines.lines.count > 1 else { return nil }
    var counts = PitchCounts(performance)
    for note in notes { counts.add(note.number, -1) }
    let most = min(Double(counts.distance) * Self.mostRest, Double(counts.distance - Self.leastCount))
    let isLineIncluded = Self.isIncluded(lines, notes, &counts)
    guard Double(counts.distance) <= most else { return nil }
    let probabilities = lines.lineOfNote.map {
      isLineIncluded[$0] ? MissingCosts.usual : MissingCosts.lowest
    }
    self.init(probabilities, score, whole)
  }

  /// Finds the notes that aren't improbable.
  ///
  /// - Parameter probabilities: The probability that each note of the score is played.
  /// - Returns: `nil` if these are all notes, or none.
  /// - Complexity: O(*n*), where *n* is the number of notes.
  init?(_ probabilities: [Float], _ score: PitchSequence, _ whole: ChordTable) {
    let isIncluded = probabilities.map { $0 >= Self.leastProbability }
    let included = isIncluded.indices.filter { isIncluded[$0] }
    guard !included.isEmpty, included.count < isIncluded.count else { return nil }
    self.probabilities = probabilities
    self.isIncluded = isIncluded
    self.score = score.notes(included)
    let chords = ChordTable(self.score, span: whole.span)
    self.chords = chords
    wholeChords = (0..<chords.count).map { chord in
      Int(whole.chordOfNote[included[chords.notes(chord..<chord + 1).lowerBound]])
    }
  }

  /// The costs of the part's notes.
  var costs: MissingCosts {
    MissingCosts(chords, zip(isIncluded, probabilities).lazy.filter(\.0).map(\.1))
  }

  /// Returns a path through the part as one through the whole score.
  func inWhole(_ path: [ChordPathSearch.Step]) -> [ChordPathSearch.Step] {
    path.map { .init(note: $0.note, chord: wholeChords[$0.chord], isJump: $0.isJump) }
  }

  /// Returns which sources and channels the performance plays, and leaves the notes that it has too many or too few.
  ///
  /// The search starts with all, and includes or excludes the one that mends most.
  private static func isIncluded(_ lines: NoteLines, _ notes: [Note], _ counts: inout PitchCounts) -> [Bool] {
    var isIncluded = [Bool](repeating: true, count: lines.lines.count)
    var pitches = [[Int: Int]](repeating: [:], count: lines.lines.count)
    for (note, line) in zip(notes, lines.lineOfNote) {
      pitches[line][Int(note.number.rawValue), default: 0] += 1
    }
    while true {
      let distances = pitches.indices.map { line in
        counts.distance(adding: pitches[line], sign: isIncluded[line] ? 1 : -1)
      }
      guard let line = distances.indices.min(by: { distances[$0] < distances[$1] }),
        distances[line] < counts.distance
      else { return isIncluded }
      for (pitch, count) in pitches[line] { counts.counts[pitch] += isIncluded[line] ? count : -count }
      isIncluded[line].toggle()
    }
  }
}

/// The number of notes of each pitch.
struct PitchCounts {
  /// The numbers, which are negative if notes are missing.
  var counts = [Int](repeating: 0, count: 128)

  /// Counts notes.
  init(_ notes: PitchSequence) { for pitch in notes.pitches { add(pitch, 1) } }

  /// Adds notes of a pitch.
  mutating func add(_ pitch: NoteNumber, _ count: Int) { counts[Int(pitch.rawValue)] += count }

  /// The sum of all numbers without their signs.
  var distance: Int { counts.reduce(0) { $0 + abs($1) } }

  /// Returns the distance after numbers were added or subtracted.
  func distance(adding other: [Int: Int], sign: Int) -> Int {
    other.reduce(distance) { $0 + abs(counts[$1.key] + sign * $1.value) - abs(counts[$1.key]) }
  }
}
