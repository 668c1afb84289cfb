internal import MIDICore

/// The pairing of expected and actual notes in rounds, each among the notes that the previous rounds left.
struct NoteMatching {
  /// The maximum distance in time of a pair, one second (about the slowest beat). Farther notes are missing and extra.
  static let searchWindow = Nanoseconds.seconds(1)

  /// The notes without an equal note within the tolerance, in order.
  let unmatched: (expected: [Int], actual: [Int])
  /// The actual partner of each expected note, or a negative number if it has none.
  private(set) var partners: [Int32]
  /// The expected notes of the pairs whose onsets differ beyond the tolerance.
  private(set) var displaced: [Int] = []
  /// The expected notes without a partner, in order.
  private(set) var missing: [Int] = []
  /// The actual notes without a partner, in order.
  private(set) var extra: [Int] = []

  /// Pairs notes: equal within the tolerance; equal number within the tolerance on any channel; equal nearby; different
  /// number within the tolerance on the same channel; equal number nearby on any channel.
  ///
  /// - Parameters:
  ///   - expected: The keys and onsets of the expected notes.
  ///   - actual: The keys and onsets of the actual notes, on the expectation's time axis.
  ///   - tolerance: The accepted difference of onsets.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(expected: [Matching<Int>.Item], actual: [Matching<Int>.Item], tolerance: Nanoseconds) {
    let inTime = Matching(expected: expected, actual: actual, tolerance: tolerance)
    self.init(
      inTime.partners, (inTime.unmatchedExpected, inTime.unmatchedActual), expected, actual, tolerance)
  }

  /// Pairs the notes of two takes under an alignment.
  init(_ items: TakeItems, _ alignment: TakeAlignment, tolerance: Nanoseconds) {
    let inTime = Matching<Int>(items.groups(alignment), tolerance)
    self.init(
      inTime.partners, (inTime.unmatchedExpected, inTime.unmatchedActual), items.expected,
      items.actual.aligned(alignment), tolerance)
  }

  /// Pairs notes again after some of the expected ones were replaced.
  ///
  /// - Parameters:
  ///   - before: The pairs before the replacement, with the same tolerance.
  ///   - window: The notes that may have other partners in time.
  init(
    _ before: NoteMatching, replacing window: MatchingWindow, expected: [Matching<Int>.Item],
    actual: [Matching<Int>.Item], tolerance: Nanoseconds
  ) {
    let inside = Matching(
      expected: Array(expected[window.expected]), actual: Array(actual[window.actual]), tolerance: tolerance)
    var partners = before.partners
    for index in before.unmatched.expected { partners[index] = -1 }
    partners.replaceSubrange(
      window.given, with: inside.partners.map { $0 < 0 ? $0 : $0 + Int32(window.actual.lowerBound) })
    func merged(_ old: [Int], _ range: Range<Int>, _ new: [Int], _ newRange: Range<Int>) -> [Int] {
      let shift = newRange.upperBound - range.upperBound
      return old.prefix { $0 < range.lowerBound } + new.map { $0 + range.lowerBound }
        + old[old.partitioningIndex { $0 >= range.upperBound }...].map { $0 + shift }
    }
    let unmatched = (
      merged(before.unmatched.expected, window.given, inside.unmatchedExpected, window.expected),
      merged(before.unmatched.actual, window.actual, inside.unmatchedActual, window.actual)
    )
    self.init(partners, unmatched, expected, actual, tolerance)
  }

  /// Pairs the notes that aren't paired in time.
  private init(
    _ partners: [Int32], _ unmatched: (expected: [Int], actual: [Int]), _ expected: [Matching<Int>.Item],
    _ actual: [Matching<Int>.Item], _ tolerance: Nanoseconds
  ) {
    self.partners = partners
    self.unmatched = unmatched
    (missing, extra) = unmatched
    let (sameNumber, window) = (ComparisonKeys.sourceAndNumber, max(Self.searchWindow, tolerance))
    _ = match(expected, actual, tolerance, by: sameNumber)
    displaced = match(expected, actual, window) { $0 }
    matchPitches(expected, actual, tolerance)
    displaced += match(expected, actual, window, by: sameNumber)
  }

  /// Pairs some of the remaining notes.
  ///
  /// - Returns: The expected notes of the pairs.
  private mutating func match(
    _ expected: [Matching<Int>.Item], _ actual: [Matching<Int>.Item], _ tolerance: Nanoseconds,
    by key: (Int) -> Int
  ) -> [Int] {
    guard !missing.isEmpty, !extra.isEmpty else { return [] }
    func items(_ indices: [Int], _ all: [Matching<Int>.Item]) -> [Matching<Int>.Item] {
      indices.map { Matching.Item(key: key(all[$0].key), time: all[$0].time) }
    }
    let matching = Matching(
      expected: items(missing, expected), actual: items(extra, actual), tolerance: tolerance)
    let matched = matching.pairs.map { missing[$0.expected] }
    for pair in matching.pairs { partners[missing[pair.expected]] = Int32(extra[pair.actual]) }
    missing = matching.unmatchedExpected.map { missing[$0] }
    extra = matching.unmatchedActual.map { extra[$0] }
    return matched
  }

  /// Pairs notes of one channel within the tolerance whose numbers differ, the nearest numbers first.
  private mutating func matchPitches(
    _ expected: [Matching<Int>.Item], _ actual: [Matching<Int>.Item], _ tolerance: Nanoseconds
  ) {
    guard !missing.isEmpty, !extra.isEmpty else { return }
    var nearest = PitchMatching(tolerance: tolerance)
    nearest.match(missing.map { (expected[$0], $0) }, extra.map { (actual[$0], $0) })
    guard !nearest.pairs.isEmpty || nearest.isCrowded else { return }
    for pair in nearest.pairs { partners[pair.expected] = Int32(pair.actual) }
    missing.removeAll { partners[$0] >= 0 }
    extra.removeAll(where: Set(nearest.pairs.map(\.actual)).contains)
    if nearest.isCrowded { _ = match(expected, actual, tolerance, by: ComparisonKeys.channel) }
  }
}
