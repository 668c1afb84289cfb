internal import MIDICore

/// Finds by how much one recording as a whole is later than the other.
///
/// A capture begins whenever somebody starts it, so two takes of one performance are shifted. Shifts that bring
/// some pair of alike items together are tried, the one under which most items find a partner wins, and its
/// value is then the median over all pairs, so that no single late item decides it.
enum Alignment {
  /// How many items at the beginning and at the end give shifts to try. Up to so many may be missing there.
  private static let candidateCount = 16
  /// How many items are paired to judge a shift.
  private static let sampleCount = 2000

  /// The shift of `actual` against `expected`; zero when nothing is alike.
  ///
  /// - Complexity: O(*n*) in the number of items.
  static func shift<Key>(
    expected: [Matching<Key>.Item], actual: [Matching<Key>.Item], tolerance: Nanoseconds
  ) -> Nanoseconds {
    let candidates =
      [.zero]
      + shifts(expected.prefix(candidateCount), actual.prefix(candidateCount))
      + shifts(expected.suffix(candidateCount), actual.suffix(candidateCount))
    let sample = (Array(expected.prefix(sampleCount)), Array(actual.prefix(sampleCount)))
    var best = (shift: Nanoseconds.zero, count: 0)
    for candidate in candidates {
      let matching = Matching(expected: sample.0, actual: sample.1, shift: candidate, tolerance: tolerance)
      let count = matching.pairs.count
      let isCloser = count == best.count && candidate.magnitude < best.shift.magnitude
      if count > best.count || isCloser { best = (candidate, count) }
    }
    let matching = Matching(expected: expected, actual: actual, shift: best.shift, tolerance: tolerance)
    let differences = matching.pairs.map { actual[$0.actual].time - expected[$0.expected].time }.sorted()
    return differences.isEmpty ? .zero : differences[differences.count / 2]
  }

  private static func shifts<Key>(
    _ expected: ArraySlice<Matching<Key>.Item>, _ actual: ArraySlice<Matching<Key>.Item>
  ) -> [Nanoseconds] {
    expected.flatMap { expectedItem in
      actual.filter { $0.key == expectedItem.key }.map { $0.time - expectedItem.time }
    }
  }
}
