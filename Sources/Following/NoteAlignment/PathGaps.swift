internal import MIDICore
internal import Timelines

/// Fills the gaps of a path: many notes in a row that it doesn't follow, or only a few by chance, because they are a passage
/// at another pitch.
struct PathGaps {
  /// The least notes of such a passage.
  private static let leastCount = 16
  /// The number of chords before and after a gap that may belong to it.
  private static let margin = 2
  /// The least part of a gap's notes that have to be followed.
  private static let enough = 0.5

  private let score: PitchSequence
  private let performance: PitchSequence
  private let chords: ChordTable

  /// Creates the search for the gaps of a performance.
  init(_ score: PitchSequence, _ performance: PitchSequence, _ chords: ChordTable) {
    self.score = score
    self.performance = performance
    self.chords = chords
  }

  /// Returns a path with the chords of its gaps.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  func filled(_ path: [ChordPathSearch.Step]) -> [ChordPathSearch.Step] {
    var isOpen = [Int](repeating: 1, count: performance.count)
    for step in path { isOpen[step.note] = -2 }
    var filled: [ChordPathSearch.Step] = []
    var next = 0
    for gap in isOpen.rangesWithLargeSum(atLeast: Self.leastCount) {
      while next < path.count, path[next].note < gap.lowerBound {
        filled.append(path[next])
        next += 1
      }
      let after = path[next...].firstIndex { $0.note >= gap.upperBound } ?? path.count
      let first = max(0, (filled.last?.chord ?? -1) + 1 - Self.margin)
      let end = min(chords.count, after < path.count ? path[after].chord + Self.margin : chords.count)
      guard first < end, let found = steps(gap, in: first..<end), let last = found.last else { continue }
      filled += found
      next = after
      if next < path.count, path[next].chord >= last.chord {
        var step = path[next]
        step.isJump = false
        filled.append(step)
        next += 1
      }
    }
    return filled + path[next...]
  }

  /// Returns the steps of a gap through some chords, or `nil` if they are too few.
  private func steps(_ gap: Range<Int>, in range: Range<Int>) -> [ChordPathSearch.Step]? {
    let (expected, actual) = (score[chords.notes(range)], performance[gap])
    let intervals = PitchSequenceIndex.intervals(of: actual, from: expected)
    guard let semitones = intervals.first?.semitones, semitones != 0 else {
      return stepsBesideAlternations(gap, in: range)
    }
    let part = ChordTable(expected, span: chords.span)
    let steps = ChordPathSearch.steps(
      of: actual.transposed(by: -semitones), through: part, expected: expected, costs: MissingCosts(part))
    guard Double(steps.count) >= Self.enough * Double(gap.count), !steps.dropFirst().contains(where: \.isJump)
    else { return nil }
    return steps.map {
      .init(note: gap.lowerBound + $0.note, chord: range.lowerBound + $0.chord, isJump: false)
    }
  }

  /// Returns the steps of a gap through the notes beside written-out trills and tremolos, or `nil` if they are too few.
  ///
  /// A search loses the place where the other hand plays too rarely among the many chords of a trill. Without these chords,
  /// the other hand leads, and the notes of the trill are matched by their times.
  private func stepsBesideAlternations(_ gap: Range<Int>, in range: Range<Int>) -> [ChordPathSearch.Step]? {
    let notes = chords.notes(range)
    let leading = notes.filter(chords.isLeading)
    guard leading.count < notes.count else { return nil }
    let (expected, actual) = (score.notes(leading), performance[gap])
    let part = ChordTable(expected, span: chords.span, notes: leading, of: chords)
    let steps = ChordPathSearch.steps(
      of: actual, through: part, expected: expected,
      costs: MissingCosts(part, Self.probabilities(expected, actual)))
    let trills = chords.alternations.pitches(in: range)
    let count = gap.count { !trills.contains(performance.pitches[$0]) }
    guard Double(steps.count) >= Self.enough * Double(count), !steps.dropFirst().contains(where: \.isJump)
    else { return nil }
    return steps.map { step in
      let first = leading[part.notes(step.chord..<step.chord + 1).lowerBound]
      return .init(note: gap.lowerBound + step.note, chord: Int(chords.chordOfNote[first]), isJump: false)
    }
  }

  /// Returns the probability that each note is played, by the number of notes of its pitch.
  private static func probabilities(_ expected: PitchSequence, _ actual: PitchSequence) -> [Float] {
    let (all, played) = (PitchCounts(expected).counts, PitchCounts(actual).counts)
    return expected.pitches.map { Float(played[Int($0.rawValue)]) / Float(all[Int($0.rawValue)]) }
  }
}

extension [Int] {
  /// Returns the ranges whose numbers have a large sum, without parts that lower it as much.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  func rangesWithLargeSum(atLeast least: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var (start, sum, peak, end) = (0, 0, 0, 0)
    for (index, number) in enumerated() {
      sum += number
      if sum > peak { (peak, end) = (sum, index + 1) }
      if sum < 0 || sum <= peak - least || index == count - 1 {
        if peak >= least { ranges.append(start..<end) }
        (start, sum, peak, end) = (index + 1, 0, 0, index + 1)
      }
    }
    return ranges
  }
}
