internal import MIDICore
internal import Timelines

/// The matches of the notes between two jumps.
///
/// The way through the chords gives a first map of times. Then the notes of each pitch are paired by time. Where many notes
/// are left in both takes at one interval, they are paired too: a hand or a few bars are transposed.
struct PassageMatching {
  /// The number of chords before and after the passage whose notes may belong to it.
  private static let margin = 8

  /// The matches in order of the expected notes.
  private(set) var matches: [NoteAlignment.Match] = []
  /// The map of times.
  private(set) var warp = TimeWarp([])
  /// The matches at other pitches, in order of the expected notes.
  private(set) var transpositions: [NoteAlignment.Transposition] = []

  private let chords: ChordTable
  private let expected: PitchSequence
  private let actual: PitchSequence
  private let probabilities: [Float]

  /// Matches the notes of a passage.
  ///
  /// - Parameters:
  ///   - steps: The way of the performance in this passage; at least one step.
  ///   - actualNotes: The indices of the actual notes that may belong to it, in ascending order.
  ///   - probabilities: The probability that each expected note is played.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(
    _ steps: ArraySlice<ChordPathSearch.Step>, actualNotes: [Int], chords: ChordTable,
    expected: PitchSequence, actual: PitchSequence, probabilities: [Float]
  ) {
    self.probabilities = probabilities
    self.chords = chords
    self.expected = expected
    self.actual = actual
    guard let first = steps.first?.chord, let last = steps.last?.chord else { return }
    let range = chords.notes(max(0, first - Self.margin)..<min(chords.count, last + 1 + Self.margin))
    warp = map(steps.map { ($0.chord, chords.onsets[$0.chord], $0.note) })
    match(range, actualNotes)
    matchBetweenNeighbors(actualNotes)
    let intervals = intervals(range, actualNotes)
    guard !intervals.isEmpty else {
      warp = warpOfMatches
      return
    }
    for _ in 0..<Self.roundCount {
      matchTransposed(range, actualNotes, intervals)
      warp = warpOfMatches
    }
  }

  private var warpOfMatches: TimeWarp {
    map(
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
      // Of several voices in unison, usually the most probable is played.
      var (voices, others): ([Item], [Item]) = ([], [])
      for item in first[pitch] {
        guard let voice = voices.last, expected.onsets[voice.note] == expected.onsets[item.note] else {
          voices.append(item)
          continue
        }
        if probabilities[item.note] > probabilities[voice.note] {
          voices[voices.count - 1] = item
          others.append(voice)
        } else {
          others.append(item)
        }
      }
      let pairs = pairs(voices, with: played[pitch])
      matches += pairs
      guard !others.isEmpty else { continue }
      let taken = Set(pairs.map(\.actual))
      matches += self.pairs(others, with: played[pitch].filter { !taken.contains($0.note) })
    }
    matches = matches.ordered(by: \.expected)
  }
}

extension PassageMatching {
  /// Returns whether each expected note of a range with all matches has one.
  private func isMatched(in range: Range<Int>) -> [Bool] {
    var isMatched = [Bool](repeating: false, count: range.count)
    for match in matches { isMatched[match.expected - range.lowerBound] = true }
    return isMatched
  }

  /// Returns the notes without a match, of all actual notes in ascending order.
  private func unmatched(_ actualNotes: [Int]) -> [Int] {
    guard let first = actualNotes.first, let last = actualNotes.last else { return [] }
    var isMatched = [Bool](repeating: false, count: last - first + 1)
    for match in matches { isMatched[match.actual - first] = true }
    return actualNotes.filter { !isMatched[$0 - first] }
  }
}

// MARK: Rolled chords

extension PassageMatching {
  /// Pairs the notes that are left at their pitch between the chords before and after them.
  ///
  /// The notes of a slowly rolled chord are farther from its time than others may be.
  private mutating func matchBetweenNeighbors(_ actualNotes: [Int]) {
    guard let first = matches.first, let last = matches.last else { return }
    let range = Int(chords.chordOfNote[first.expected])..<Int(chords.chordOfNote[last.expected]) + 1
    let left = unmatched(actualNotes)
    let notes = chords.notes(range)
    guard !left.isEmpty, notes.count > matches.count else { return }
    let isMatched = isMatched(in: notes)
    // The first and last actual time of each chord; of a chord without a match, they are in the opposite order.
    var times = [(first: Int64, last: Int64)](repeating: (.max, .min), count: range.count)
    for match in matches {
      let (chord, time) = (
        Int(chords.chordOfNote[match.expected]) - range.lowerBound, actual.onsets[match.actual]
      )
      times[chord] = (min(times[chord].first, time), max(times[chord].last, time))
    }
    var isTaken: Set<Int> = []
    for note in notes where !isMatched[note - notes.lowerBound] {
      let chord = Int(chords.chordOfNote[note]) - range.lowerBound
      guard chord > 0 else { continue }
      let before = times[chord - 1].last
      let isLast = chord + 1 == range.count
      let after = isLast ? .max : times[chord + 1].first
      guard before > .min, isLast ? range.upperBound == chords.count : after < .max else { continue }
      let start = left.partitioningIndex { actual.onsets[$0] > before }
      let partner = left[start...].prefix { actual.onsets[$0] < after }.first {
        actual.pitches[$0] == expected.pitches[note] && !isTaken.contains($0)
      }
      guard let partner else { continue }
      isTaken.insert(partner)
      matches.append(.init(expected: note, actual: partner))
    }
    if !isTaken.isEmpty { matches = matches.ordered(by: \.expected) }
  }
}

// MARK: Transpositions

extension PassageMatching {
  /// The least notes of a transposition.
  private static let leastCount = 8
  /// The weights of a note in a run: at the interval, at another pitch or the expected one, and missing.
  ///
  /// A hand that plays a ninth of the notes can be transposed; wrong notes are much rarer.
  private static let weights = (atInterval: 8, atOther: -1, missing: -8)
  /// The longest distance in time of a transposed note and its expected time, in nanoseconds.
  private static let transposedReach: Int64 = 200_000_000
  /// The distance in time that an interval costs if no note around a pair has it, in nanoseconds.
  private static let rareIntervalCost: Int64 = 800_000_000
  /// The longest distance in time of a note that tells the interval of others, in nanoseconds.
  private static let hitReach: Int64 = 60_000_000
  /// The longest distance in time of a pair, in nanoseconds, and the most notes that are examined for one.
  private static let (candidateReach, mostNear): (Int64, Int) = (500_000_000, 256)
  /// The number of rounds in which notes are paired again after the times have changed.
  private static let roundCount = 4
  /// The number of notes before and after a note, and the farthest pitch, that tell its interval.
  private static let (neighborCount, neighborInterval) = (24, 9)
  /// The most intervals at which notes are transposed in a passage.
  private static let maxIntervalCount = 8

  /// Pairs all notes again, at the expected pitch or at one of some intervals.
  ///
  /// A pair at the interval of most notes around it is better than another one, unless that is much nearer.
  private mutating func matchTransposed(_ range: Range<Int>, _ actualNotes: [Int], _ intervals: [Int]) {
    let items = items(range)
    let others: [Item] = actualNotes.map { (actual.onsets[$0], $0) }
    let shares = shares(items, others, [0] + intervals)
    var (partners, isTaken): ([Int: (note: Int, interval: Int)], Set<Int>) = ([:], [])
    for candidate in candidates(items, others, [0] + intervals, shares)
    where partners[candidate.expected] == nil && isTaken.insert(candidate.actual).inserted {
      partners[candidate.expected] = (candidate.actual, candidate.interval)
    }
    transpositions = intervals.flatMap { interval in
      let weights = items.map { item in
        partners[item.note].map { $0.interval == interval ? Self.weights.atInterval : Self.weights.atOther }
          ?? Self.weights.missing
      }
      return Self.runs(weights).map { run in
        let matches = items[run].compactMap { item in
          partners[item.note].flatMap { partner in
            partner.interval == interval
              ? NoteAlignment.Match(expected: item.note, actual: partner.note) : nil
          }
        }
        return NoteAlignment.Transposition(semitones: interval, matches: matches.ordered(by: \.expected))
      }
    }.ordered { $0.matches[0].expected }
    matches = partners.filter { $0.value.interval == 0 }.map {
      .init(expected: $0.key, actual: $0.value.note)
    }
    matches = (matches + transpositions.flatMap(\.matches)).ordered(by: \.expected)
  }

  /// Returns the runs with many notes at an interval.
  private static func runs(_ weights: [Int]) -> [Range<Int>] {
    weights.rangesWithLargeSum(atLeast: leastCount * Self.weights.atInterval)
  }

  /// Returns for each note how often the notes before and after it with similar pitches have an actual note at each
  /// interval at their time, in thousandths.
  private func shares(_ items: [Item], _ others: [Item], _ intervals: [Int]) -> [[Int64]] {
    var hits: [[Bool]] = []
    var first = 0
    for item in items {
      while first < others.count, others[first].time < item.time - Self.hitReach { first += 1 }
      var hit = [Bool](repeating: false, count: intervals.count)
      for other in others[first...].prefix(Self.mostNear) {
        guard other.time <= item.time + Self.hitReach else { break }
        let interval =
          Int(actual.pitches[other.note].rawValue) - Int(expected.pitches[item.note].rawValue)
        if let place = intervals.firstIndex(of: interval) { hit[place] = true }
      }
      hits.append(hit)
    }
    return items.indices.map { index in
      var counts = [Int64](repeating: 1, count: intervals.count)
      let pitch = Int(expected.pitches[items[index].note].rawValue)
      for other in max(0, index - Self.neighborCount)..<min(items.count, index + Self.neighborCount)
      where abs(Int(expected.pitches[items[other].note].rawValue) - pitch) <= Self.neighborInterval {
        for place in intervals.indices where hits[other][place] { counts[place] += 1 }
      }
      let sum = counts.reduce(0, +)
      return counts.map { $0 * 1000 / sum }
    }
  }

  /// Returns the notes with their actual times, in order.
  private func items(_ range: Range<Int>) -> [Item] {
    range.map { (warp.actualTime(of: expected.onsets[$0]), $0) }.sorted { $0 < $1 }
  }

  /// Returns the intervals at which many expected notes without a match have an actual note without one at their time.
  private func intervals(_ range: Range<Int>, _ actualNotes: [Int]) -> [Int] {
    let left: [Item] = unmatched(actualNotes).map { (actual.onsets[$0], $0) }
    guard min(range.count - matches.count, left.count) >= Self.leastCount else { return [] }
    let (items, isMatched) = (items(range), isMatched(in: range))
    var votes = [Int](repeating: 0, count: 256)
    var places: [Set<Int>?] = []
    var first = 0
    for item in items {
      if isMatched[item.note - range.lowerBound] {
        places.append(nil)
        continue
      }
      while first < left.count, left[first].time < item.time - Self.transposedReach { first += 1 }
      let near = left[first...].prefix(Self.maxCandidateCount).prefix {
        $0.time <= item.time + Self.transposedReach
      }
      let found = Set(
        near.map { Int(actual.pitches[$0.note].rawValue) - Int(expected.pitches[item.note].rawValue) })
      for interval in found { votes[interval + 128] += 1 }
      places.append(found)
    }
    return votes.indices.filter { votes[$0] >= Self.leastCount && $0 != 128 }
      .sorted { (votes[$0], -abs($0 - 128)) > (votes[$1], -abs($1 - 128)) }.map { $0 - 128 }
      .prefix(Self.maxIntervalCount)
      .filter { interval in
        let weights = places.map { place in
          place.map { $0.contains(interval) ? Self.weights.atInterval : Self.weights.missing }
            ?? Self.weights.atOther
        }
        return !Self.runs(weights).isEmpty
      }
  }

  /// Returns the pairs at some intervals, nearest first.
  private func candidates(
    _ items: [Item], _ others: [Item], _ intervals: [Int], _ shares: [[Int64]]
  ) -> [(cost: Int64, expected: Int, actual: Int, interval: Int)] {
    var candidates: [(cost: Int64, expected: Int, actual: Int, interval: Int)] = []
    var first = 0
    for (item, shares) in zip(items, shares) {
      while first < others.count, others[first].time < item.time - Self.candidateReach { first += 1 }
      for other in others[first...].prefix(Self.mostNear) {
        guard other.time <= item.time + Self.candidateReach else { break }
        let interval =
          Int(actual.pitches[other.note].rawValue) - Int(expected.pitches[item.note].rawValue)
        guard let place = intervals.firstIndex(of: interval) else { continue }
        let distance = Int64((other.time - item.time).magnitude)
        let cost = distance + Self.rareIntervalCost * (1000 - shares[place]) / 1000
        candidates.append((cost, item.note, other.note, interval))
      }
    }
    return candidates.sorted { ($0.cost, $0.expected, $0.actual) < ($1.cost, $1.expected, $1.actual) }
  }
}

extension PassageMatching {
  /// The time of a note in the actual take, in nanoseconds, and its index.
  typealias Item = (time: Int64, note: Int)

  /// The longest distance of a pair if the expected note is probably played, in nanoseconds.
  private static let reach: Int64 = 1_000_000_000
  /// The most actual notes to which an expected note is compared; no one plays a key more often in two seconds.
  private static let maxCandidateCount = 64

  /// Pairs expected and actual notes of one pitch by time, in order, so that the sum of the gains is the largest.
  ///
  /// The gain of a pair is its longest distance minus the distance of its times, so that a pair that would cost two others
  /// isn't worth it. The less probably the expected note is played, the nearer the actual one has to be, because it is more
  /// easily another note.
  ///
  /// - Parameters:
  ///   - expected: The expected notes in order of time.
  ///   - actual: The actual notes in order of time.
  /// - Returns: The pairs in descending order, as indices of notes.
  /// - Complexity: O(*n*), where *n* is the number of notes.
  private func pairs(_ expected: [Item], with actual: [Item]) -> [NoteAlignment.Match] {
    // The largest sum of the first actual notes, and the last pair of the series with this sum.
    var sums = [Int64](repeating: 0, count: actual.count + 1)
    var last = [Int](repeating: -1, count: actual.count + 1)
    var series: [(expected: Int, actual: Int, previous: Int)] = []
    var (low, high, filled) = (0, 0, 0)
    for item in expected {
      while low < actual.count, actual[low].time < item.time - Self.reach { low += 1 }
      high = max(high, low)
      while high < actual.count, actual[high].time <= item.time + Self.reach { high += 1 }
      while filled < high {
        filled += 1
        if sums[filled] < sums[filled - 1] {
          (sums[filled], last[filled]) = (sums[filled - 1], last[filled - 1])
        }
      }
      let candidates = Self.nearest(to: item.time, low..<high, of: actual)
      let reach = Int64(Float(Self.reach) * (probabilities[item.note] / MissingCosts.usual))
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
