internal import Algorithms
public import MIDICore

/// A note-by-note alignment of a performance with a score, or with another performance, through any tempo.
///
/// The performance may have any tempo, rubato, and pauses, and it may repeat and skip bars. Notes are matched by pitch and
/// order; channels and velocities don't matter. The result is the mistakes, and how the notes were played: the tempo, the
/// spread of chords, and the velocities.
public struct NoteAlignment: Sendable {
  /// An expected note and the actual note that plays it, as indices of the notes of both performances.
  public struct Match: Hashable, Sendable {
    /// The index of the expected note.
    public let expected: Int
    /// The index of the actual note.
    public let actual: Int
  }

  /// A part of the performance without a jump: it follows the expected notes from one to another.
  public struct Passage: Hashable, Sendable {
    /// The indices of the expected notes, from the first to the last chord with a match.
    public internal(set) var expected: Range<Int>
    /// The indices of the actual notes.
    public internal(set) var actual: Range<Int>
    /// The matches in order of the expected notes, each of which occurs once.
    public internal(set) var matches: [Match]
    /// The map between the times.
    public internal(set) var warp: TimeWarp
    /// The expected notes that earlier passages have played already; empty unless the performance repeats something.
    public internal(set) var repeated: Range<Int>
  }

  /// The score, or the performance to compare with.
  public let expected: Performance
  /// The performance.
  public let actual: Performance
  /// The passages in order of the performance. A performance without jumps has one, or none if no note matches.
  public private(set) var passages: [Passage] = []
  /// The mistakes in order of the performance.
  public private(set) var mistakes: [Mistake] = []
  /// The ornaments that the expected notes don't have, in order of the performance.
  public private(set) var ornaments: [Ornament] = []

  /// Aligns two performances.
  ///
  /// - Parameters:
  ///   - expected: The score, or the performance to compare with.
  ///   - actual: The performance.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  public init(expected: Performance, actual: Performance) {
    self.expected = expected
    self.actual = actual
    let (score, performance) = (PitchSequence(expected.notes), PitchSequence(actual.notes))
    let chords = ChordTable(score)
    findPassages(
      ChordPath(of: performance, through: chords, expected: score), chords, score, performance)
    let review = NoteAlignmentReview(passages, chords, score, performance)
    mistakes = review.mistakes
    ornaments = review.ornaments
  }

  /// Returns the time in the expected take of a time in the actual take, by the passage that plays then.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of notes.
  public func expectedTime(of actual: Nanoseconds) -> Nanoseconds {
    passage(at: actual)?.warp.expectedTime(of: actual) ?? actual
  }

  /// Returns whether the performance repeats something at a time that an earlier passage has played already.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of notes.
  public func isRepeated(at time: Nanoseconds) -> Bool {
    guard let passage = passage(at: time), !passage.repeated.isEmpty else { return false }
    let next = passage.matches.partitioningIndex { $0.expected >= passage.repeated.upperBound }
    return next == passage.matches.count || time < actual.notes[passage.matches[next].actual].onset
  }

  private func passage(at time: Nanoseconds) -> Passage? {
    let next = passages.partitioningIndex { passage in
      passage.actual.first.map { actual.notes[$0].onset > time } ?? true
    }
    return passages.indices ~= max(next - 1, 0) ? passages[max(next - 1, 0)] : nil
  }

  /// The number of matches in all passages.
  public var matchCount: Int { passages.reduce(0) { $0 + $1.matches.count } }

  private mutating func findPassages(
    _ path: ChordPath, _ chords: ChordTable, _ score: PitchSequence, _ performance: PitchSequence
  ) {
    let starts = path.steps.indices.filter { $0 == 0 || path.steps[$0].isJump }
    // A jump is found a few notes late, so that the last notes of a passage may belong to the next one.
    var unmatched: [Int] = []
    var (firstNote, farthest) = (0, 0)
    for (start, end) in zip(starts, starts.dropFirst() + [path.steps.count]) {
      let lastNote = end < path.steps.count ? path.steps[end].note : performance.count
      let steps = path.steps[start..<end]
      let notes = unmatched + (firstNote..<lastNote)
      firstNote = lastNote
      let matching = PassageMatching(
        steps, actualNotes: notes, chords: chords, expected: score, actual: performance)
      guard let first = matching.matches.first, let last = matching.matches.last else {
        unmatched = notes
        continue
      }
      let played = matching.matches.map(\.actual)
      let firstPlayed = min(played.min() ?? 0, passages.isEmpty ? 0 : .max)
      let lastPlayed = played.max() ?? 0
      unmatched = notes.filter { $0 > lastPlayed }
      if let previous = passages.indices.last {
        passages[previous].actual = passages[previous].actual.lowerBound..<firstPlayed
      }
      let range = chords.notes(
        Int(chords.chordOfNote[first.expected])..<Int(chords.chordOfNote[last.expected]) + 1)
      passages.append(
        Passage(
          expected: range, actual: firstPlayed..<performance.count, matches: matching.matches,
          warp: matching.warp,
          repeated: range.lowerBound..<max(range.lowerBound, min(range.upperBound, farthest))))
      farthest = max(farthest, range.upperBound)
    }
  }
}
