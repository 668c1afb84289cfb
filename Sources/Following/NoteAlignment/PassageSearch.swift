internal import MIDICore
internal import Timelines

/// Finds the passages of a performance.
///
/// The first search expects that nearly all notes are played as written. If the performance has the notes of a part only, a
/// search follows that part. If few notes are found, others look for another pitch of the whole performance, or of some
/// notes in other octaves; then for fewer notes, then for as many of each part and of each pitch as were found, and at last
/// only for the notes that are often played. The search that explains most counts.
struct PassageSearch {
  typealias Passage = NoteAlignment.Passage

  /// The parts of the notes of the shorter take, and of the expected notes that it reaches, from which a search is enough.
  private static let (enough, enoughOfReached) = (0.9, 0.75)
  /// The part of the sequences of notes that are at another interval in a transposed performance.
  private static let enoughSequences = 0.1
  /// The probabilities of notes in performances with fewer notes.
  private static let probabilities: [Float] = [0.5, 0.2]

  private let notes: [Note]
  private let score: PitchSequence
  private let chords: ChordTable
  private let given: PitchSequence

  /// The passages in order of the performance.
  private(set) var passages: [Passage] = []
  /// The number of semitones by which the performance is higher, or lower if it is negative.
  private(set) var semitones = 0
  /// The performance at the pitch of the score.
  private(set) var performance: PitchSequence
  /// The part that the performance plays, or `nil` for all notes.
  private(set) var part: PlayedPart?
  private var gain = -Float.infinity

  /// Finds the passages.
  ///
  /// - Parameter notes: The expected notes.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(_ notes: [Note], _ score: PitchSequence, _ given: PitchSequence, _ chords: ChordTable) {
    self.notes = notes
    self.score = score
    self.given = given
    self.chords = chords
    performance = given
    adopt(MissingCosts(chords))
    if let part = PlayedPart(notes, score, chords, performance: given) {
      adopt(MissingCosts(chords, part.probabilities), of: part)
    }
    guard !isEnough else { return }
    let intervals = PitchSequenceIndex.intervals(of: given, from: score)
    for (semitones, count) in intervals.prefix(2)
    where semitones != 0 && Double(count) >= Self.enoughSequences * Double(given.count) {
      adopt(MissingCosts(chords), semitones: semitones)
    }
    guard !isEnough else { return }
    let octave = ChordTable(score.inOneOctave)
    adopt(MissingCosts(octave), in: octave, semitones: semitones)
    guard !isEnough else { return }
    for probability in Self.probabilities {
      adopt(MissingCosts(chords, probability: probability), semitones: semitones)
    }
    for _ in 0..<2 { adopt(costsOfPresence, semitones: semitones) }
    let costs = costsOfPresence
    if let part = PlayedPart(costs.probabilities, score, chords) {
      adopt(costs, of: part, semitones: semitones)
    }
    // If nearly all notes are followed at one interval, it is that of the performance.
    if let interval = mainInterval { adopt(costsOfPresence, semitones: semitones + interval) }
  }

  /// The costs if the notes of each part and pitch are played as often as the passages play them.
  private var costsOfPresence: MissingCosts {
    MissingCosts(chords, NotePresence(notes, passages).probabilities(of: notes))
  }

  /// Whether most notes are followed at their pitch.
  private var isEnough: Bool {
    let count = passages.lazy.flatMap(\.transpositions).reduce(passages.matchCount) { $0 - $1.matches.count }
    let isExpected = part?.isIncluded
    let reachedCount = passages.reduce(0) { count, passage in
      count + passage.expected.count { chords.isLeading($0) && isExpected?[$0] != false }
    }
    return Double(count) >= Self.enough * Double(min(score.count, performance.count))
      && Double(count) >= Self.enoughOfReached * Double(reachedCount)
  }

  /// The interval at which nearly all notes are followed, or `nil` if there is none.
  private var mainInterval: Int? {
    var counts: [Int: Int] = [:]
    for transposition in passages.lazy.flatMap(\.transpositions) {
      counts[transposition.semitones, default: 0] += transposition.matches.count
    }
    return counts.first { Double($0.value) >= Self.enough * Double(passages.matchCount) }?.key
  }

  /// Searches again, and keeps the result if it explains more.
  ///
  /// - Parameters:
  ///   - octave: The chords in one octave, or `nil` to follow the pitches as they are.
  ///   - part: The part to follow, or `nil` for all notes.
  private mutating func adopt(
    _ costs: MissingCosts, in octave: ChordTable? = nil, of part: PlayedPart? = nil, semitones: Int = 0
  ) {
    let performance = semitones == 0 ? given : given.transposed(by: -semitones)
    let (expected, table) = (part?.score ?? score, part?.chords ?? chords)
    let pathCosts = part?.costs ?? costs
    func path(of performance: PitchSequence) -> [ChordPathSearch.Step] {
      let path =
        octave.map {
          ChordPathSearch.steps(
            of: performance.inOneOctave, through: $0, expected: score.inOneOctave, costs: costs)
        } ?? ChordPathSearch.steps(of: performance, through: table, expected: expected, costs: pathCosts)
      return PathGaps(expected, performance, table).filled(path)
    }
    var steps = path(of: performance)
    let repeats = PathRepeats(steps, performance)
    if !repeats.repeats.isEmpty { steps = repeats.completed(path(of: performance.notes(repeats.rest))) }
    let found = passages(part?.inWhole(steps) ?? steps, performance, costs)
    let foundGain = costs.gain(of: found)
    if foundGain > gain {
      (passages, gain, self.part) = (found, foundGain, part)
      (self.performance, self.semitones) = (performance, semitones)
    }
  }

  private func passages(
    _ path: [ChordPathSearch.Step], _ performance: PitchSequence, _ costs: MissingCosts
  ) -> [Passage] {
    var passages: [Passage] = []
    let starts = path.indices.filter { $0 == 0 || path[$0].isJump }
    // A jump is found a few notes late, so that the last notes of a passage may belong to the next one.
    var unmatched: [Int] = []
    var firstNote = 0
    var reached = IndexRanges()
    for (start, end) in zip(starts, starts.dropFirst() + [path.count]) {
      let lastNote = end < path.count ? path[end].note : performance.count
      let steps = path[start..<end]
      let notes = unmatched + (firstNote..<lastNote)
      firstNote = lastNote
      let matching = PassageMatching(
        steps, actualNotes: notes, chords: chords, expected: score, actual: performance,
        probabilities: costs.probabilities)
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
          warp: matching.warp, transpositions: matching.transpositions,
          repeated: reached.firstPart(of: range)))
      reached.insert(range)
    }
    return passages
  }
}

/// A set of indices, as ranges in order that don't touch.
private struct IndexRanges {
  private var ranges: [Range<Int>] = []

  /// Returns the first range of the set within a range, or an empty range at its start.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of ranges.
  func firstPart(of range: Range<Int>) -> Range<Int> {
    let next = ranges.partitioningIndex { $0.upperBound > range.lowerBound }
    guard next < ranges.count, ranges[next].overlaps(range) else {
      return range.lowerBound..<range.lowerBound
    }
    return ranges[next].clamped(to: range)
  }

  /// Adds a range.
  mutating func insert(_ range: Range<Int>) {
    let first = ranges.partitioningIndex { $0.upperBound >= range.lowerBound }
    let end = ranges.partitioningIndex { $0.lowerBound > range.upperBound }
    let parts = ranges[first..<end] + [range]
    let low = parts.map(\.lowerBound).min() ?? range.lowerBound
    ranges.replaceSubrange(
      first..<end, with: [low..<(parts.map(\.upperBound).max() ?? range.upperBound)])
  }
}
