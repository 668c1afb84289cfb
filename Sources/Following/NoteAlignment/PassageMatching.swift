internal import MIDICore
internal import Timelines

/// The matches of the notes between two jumps.
///
/// The way through the chords gives a first map of times. Then the notes of each pitch are paired by time.
struct PassageMatching {
  /// The number of chords before and after the passage whose notes may belong to it.
  private static let margin = 8

  /// The matches in order of the expected notes.
  private(set) var matches: [NoteAlignment.Match] = []
  /// The map of times.
  private(set) var warp = TimeWarp([])

  private let chords: ChordTable
  private let expected: PitchSequence
  private let actual: PitchSequence

  /// Matches the notes of a passage.
  ///
  /// - Parameters:
  ///   - steps: The way of the performance in this passage; at least one step.
  ///   - actualNotes: The indices of the actual notes that may belong to it, in ascending order.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(
    _ steps: ArraySlice<ChordPathSearch.Step>, actualNotes: [Int], chords: ChordTable,
    expected: PitchSequence, actual: PitchSequence
  ) {
    self.chords = chords
    self.expected = expected
    self.actual = actual
    guard let first = steps.first?.chord, let last = steps.last?.chord else { return }
    let range = chords.notes(max(0, first - Self.margin)..<min(chords.count, last + 1 + Self.margin))
    warp = map(steps.map { ($0.chord, chords.onsets[$0.chord], $0.note) })
    match(range, actualNotes)
    warp = map(
      matches.map { (Int(chords.chordOfNote[$0.expected]), expected.onsets[$0.expected], $0.actual) })
  }

  /// Returns the map through the median onsets of each chord.
  private func map(_ notes: [(chord: Int, onset: Int64, note: Int)]) -> TimeWarp {
    TimeWarp(
      notes.chunked { $0.chord == $1.chord }.compactMap { group in
        guard let expected = group.map(\.onset).median(),
          let actual = group.map({ actual.onsets[$0.note] }).median()
        else { return nil }
        return TimeWarp.Point(
          expected: Nanoseconds(rawValue: expected), actual: Nanoseconds(rawValue: actual))
      })
  }

  private mutating func match(_ range: Range<Int>, _ actualNotes: [Int]) {
    // Notes by pitch.
    var first = [[Item]](repeating: [], count: 128)
    var played = first
    for note in range {
      first[Int(expected.pitches[note].rawValue)].append((warp.actualTime(of: expected.onsets[note]), note))
    }
    for note in actualNotes { played[Int(actual.pitches[note].rawValue)].append((actual.onsets[note], note)) }
    for pitch in 0..<128 where !first[pitch].isEmpty && !played[pitch].isEmpty {
      // Of several voices in unison, usually one is played.
      var (voices, others): ([Item], [Item]) = ([], [])
      for item in first[pitch] {
        let isFirst = voices.last.map { expected.onsets[$0.note] != expected.onsets[item.note] } ?? true
        if isFirst { voices.append(item) } else { others.append(item) }
      }
      let pairs = Self.pairs(voices, with: played[pitch])
      matches += pairs
      guard !others.isEmpty else { continue }
      let taken = Set(pairs.map(\.actual))
      matches += Self.pairs(others, with: played[pitch].filter { !taken.contains($0.note) })
    }
    matches = matches.ordered(by: \.expected)
  }
}

extension PassageMatching {
  /// The time of a note in the actual take, in nanoseconds, and its index.
  typealias Item = (time: Int64, note: Int)

  /// The longest distance of a pair, in nanoseconds.
  private static let reach: Int64 = 1_000_000_000
  /// The most actual notes to which an expected note is compared; no one plays a key more often in two seconds.
  private static let maxCandidateCount = 64

  /// Pairs expected and actual notes of one pitch by time, in order, so that the sum of the gains is the largest.
  ///
  /// The gain of a pair is a second minus the distance of its times. A pair that would cost two others isn't worth it.
  ///
  /// - Parameters:
  ///   - expected: The expected notes in order of time.
  ///   - actual: The actual notes in order of time.
  /// - Returns: The pairs in descending order, as indices of notes.
  /// - Complexity: O(*n*), where *n* is the number of notes.
  private static func pairs(_ expected: [Item], with actual: [Item]) -> [NoteAlignment.Match] {
    // The largest sum of the first actual notes, and the last pair of the series with this sum.
    var sums = [Int64](repeating: 0, count: actual.count + 1)
    var last = [Int](repeating: -1, count: actual.count + 1)
    var series: [(expected: Int, actual: Int, previous: Int)] = []
    var (low, high, filled) = (0, 0, 0)
    for item in expected {
      while low < actual.count, actual[low].time < item.time - reach { low += 1 }
      high = max(high, low)
      while high < actual.count, actual[high].time <= item.time + reach { high += 1 }
      while filled < high {
        filled += 1
        if sums[filled] < sums[filled - 1] {
          (sums[filled], last[filled]) = (sums[filled - 1], last[filled - 1])
        }
      }
      let candidates = nearest(to: item.time, low..<high, of: actual)
      for position in candidates.reversed() {
        let sum = sums[position] + reach - Int64((actual[position].time - item.time).magnitude)
        if sum > sums[position + 1] {
          series.append((item.note, actual[position].note, last[position]))
          (sums[position + 1], last[position + 1]) = (sum, series.count - 1)
        }
      }
      guard let first = candidates.first else { continue }
      for position in first..<high where sums[position + 1] < sums[position] {
        (sums[position + 1], last[position + 1]) = (sums[position], last[position])
      }
    }
    var pairs: [NoteAlignment.Match] = []
    var index = last[filled]
    while index >= 0 {
      pairs.append(.init(expected: series[index].expected, actual: series[index].actual))
      index = series[index].previous
    }
    return pairs
  }

  /// Returns the positions of the candidates: all, or the nearest if there are too many.
  private static func nearest(to time: Int64, _ range: Range<Int>, of items: [Item]) -> Range<Int> {
    guard range.count > maxCandidateCount else { return range }
    let middle = items[range].partitioningIndex { $0.time >= time }
    let start = min(
      max(range.lowerBound, middle - maxCandidateCount / 2), range.upperBound - maxCandidateCount)
    return start..<start + maxCandidateCount
  }
}
