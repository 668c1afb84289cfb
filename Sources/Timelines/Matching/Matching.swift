internal import MIDICore

/// Pairs expected and actual items with equal keys by time.
///
/// No pairing within the tolerance has more pairs, and none with as many pairs has a smaller sum of time distances. The
/// choice among such pairings is deterministic: the kept items of each key are paired in order of time, equal times in
/// order of their indices, and the first of equal times are kept.
struct Matching<Key: Hashable & Sendable> {
  /// An expected or actual item: its key and its time.
  struct Item {
    var key: Key
    var time: Nanoseconds
  }

  /// The actual partner of each expected item, or a negative number if it has none.
  let partners: [Int32]
  /// The ascending indices of expected items without a partner.
  let unmatchedExpected: [Int]
  /// The ascending indices of actual items without a partner.
  let unmatchedActual: [Int]

  /// The pairs, as indices of the two lists, in order of the expected ones.
  ///
  /// - Complexity: O(*n*), where *n* is the number of expected items.
  var pairs: [(expected: Int, actual: Int)] {
    var pairs: [(expected: Int, actual: Int)] = []
    pairs.reserveLargeCapacity(partners.count - unmatchedExpected.count)
    for (index, partner) in partners.enumerated() where partner >= 0 { pairs.append((index, Int(partner))) }
    return pairs
  }

  /// Pairs items with equal keys whose times differ by at most `tolerance`.
  ///
  /// The lists may be in any order; unsorted lists take longer.
  ///
  /// - Parameter tolerance: The maximum distance of a pair. A negative tolerance forms no pairs.
  /// - Complexity: O(*n* log *w*) for lists in order of time, where *n* is the number of items, and *w* the number of
  ///   items of one key within one tolerance; otherwise O(*n* log *n*).
  init(expected: [Item], actual: [Item], tolerance: Nanoseconds) {
    self.init(Self.groups(hashing: expected, actual), tolerance)
  }

  /// The items of both lists, grouped by key. More actual groups than expected ones have no partners.
  typealias Groups = (expected: GroupedItems, actual: GroupedItems)

  private static func groups(hashing expected: [Item], _ actual: [Item]) -> Groups {
    var numbers: [Key: Int32] = [:]
    let expectedNumbers = expected.map { item in
      let number = numbers[item.key, default: Int32(numbers.count)]
      if number == numbers.count { numbers[item.key] = number }
      return number
    }
    let actualNumbers = actual.map { numbers[$0.key] ?? Int32(numbers.count) }
    return groups(expected, expectedNumbers, actual, actualNumbers, count: numbers.count)
  }

  private static func groups(
    _ expected: [Item], _ expectedNumbers: [Int32], _ actual: [Item], _ actualNumbers: [Int32], count: Int
  ) -> Groups {
    both(
      if: expected.count >= parallelCount,
      { GroupedItems(numbers: expectedNumbers, count: count, time: { expected[$0].time }) },
      { GroupedItems(numbers: actualNumbers, count: count + 1, time: { actual[$0].time }) })
  }

  private static func matched(_ groups: Groups, _ tolerance: Nanoseconds) -> OrderedMatching {
    let (count, itemCount) = (groups.expected.count, groups.expected.indices.count)
    @Sendable func matched(_ lines: Range<Int>) -> OrderedMatching {
      var matching = OrderedMatching(
        expected: groups.expected.times, actual: groups.actual.times, tolerance: tolerance.rawValue)
      for line in lines { matching.match(groups.expected.range(line), groups.actual.range(line)) }
      return matching
    }
    guard itemCount >= parallelCount else { return matched(0..<count) }
    let half = (0..<count).partitioningIndex { groups.expected.range($0).lowerBound * 2 >= itemCount }
    var (all, rest) = both({ matched(0..<half) }, { matched(half..<count) })
    if half < count {
      all.replace(
        from: groups.expected.range(half).lowerBound, groups.actual.range(half).lowerBound, with: rest)
    }
    return all
  }

  /// Pairs items of the same group whose times differ by at most `tolerance`.
  init(_ groups: Groups, _ tolerance: Nanoseconds) {
    let lines = Self.matched(groups, tolerance)
    let (expectedLines, actualLines) = groups
    var partners = [Int32](repeating: -1, count: expectedLines.indices.count)
    var isMatched = [Bool](repeating: false, count: actualLines.indices.count)
    // Every group keeps equally many expected and actual items, so one pass over all groups forms the pairs.
    var position = 0
    for expectedPosition in expectedLines.indices.indices where lines.keepsExpected[expectedPosition] {
      while !lines.keepsActual[position] { position += 1 }
      partners[Int(expectedLines.indices[expectedPosition])] = actualLines.indices[position]
      isMatched[Int(actualLines.indices[position])] = true
      position += 1
    }
    self.partners = partners
    unmatchedExpected = partners.indices.filter { partners[$0] < 0 }
    unmatchedActual = isMatched.indices.filter { !isMatched[$0] }
  }
}

extension Matching<Int> {
  /// Pairs items with equal keys whose times differ by at most `tolerance`, faster than for other kinds of keys.
  ///
  /// - Parameter tolerance: The maximum distance of a pair. A negative tolerance forms no pairs.
  init(expected: [Item], actual: [Item], tolerance: Nanoseconds) {
    self.init(Self.groups(expected, actual), tolerance)
  }

  /// Returns the number of pairs, faster than the pairs.
  static func pairCount(expected: [Item], actual: [Item], tolerance: Nanoseconds) -> Int {
    pairCount(groups(expected, actual), tolerance)
  }

  /// Returns the number of pairs of the same group, faster than the pairs.
  static func pairCount(_ groups: Groups, _ tolerance: Nanoseconds) -> Int {
    matched(groups, tolerance).keepsExpected.count { $0 }
  }

  /// Returns the items of both lists, grouped by key.
  static func groups(_ expected: [Item], _ actual: [Item]) -> Groups {
    // The table of a set pays off only for many items.
    guard expected.count >= 1024 else { return groups(hashing: expected, actual) }
    var keys = KeySet()
    let expectedNumbers = expected.map { Int32(keys.insert($0.key)) }
    let actualNumbers = actual.map { Int32(keys.number(of: $0.key) ?? keys.count) }
    return groups(expected, expectedNumbers, actual, actualNumbers, count: keys.count)
  }

  /// Pairs times that differ by at most `tolerance`, as if all had equal keys.
  init(expectedTimes: [Nanoseconds], actualTimes: [Nanoseconds], tolerance: Nanoseconds) {
    self.init((GroupedItems(times: expectedTimes), GroupedItems(times: actualTimes)), tolerance)
  }
}
