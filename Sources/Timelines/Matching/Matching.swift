internal import MIDICore

/// Pairs expected and actual items with equal keys by time.
///
/// No pairing within the tolerance has more pairs, and none with as many pairs has a smaller sum of time distances. The
/// choice among such pairings is deterministic: the kept items of each key are paired in order of time, equal times in
/// order of their indices, and the first of equal times are kept.
struct Matching<Key: Hashable> {
  /// An expected or actual item: its key and its time.
  struct Item {
    var key: Key
    var time: Nanoseconds
  }

  /// The pairs, as indices of the two lists, in order of the expected ones.
  private(set) var pairs: [(expected: Int, actual: Int)] = []
  /// The ascending indices of expected items without a partner.
  private(set) var unmatchedExpected: [Int] = []
  /// The ascending indices of actual items without a partner.
  private(set) var unmatchedActual: [Int] = []

  /// Pairs items with equal keys whose times differ by at most `tolerance`.
  ///
  /// The lists may be in any order; unsorted lists take longer.
  ///
  /// - Parameters:
  ///   - shift: The time to subtract from the actual times.
  ///   - tolerance: The maximum distance of a pair. A negative tolerance forms no pairs.
  /// - Complexity: O(*n* log *w*) for lists in order of time, where *n* is the number of items, and *w* the number of
  ///   items of one key within one tolerance; otherwise O(*n* log *n*).
  init(expected: [Item], actual: [Item], shift: Nanoseconds = .zero, tolerance: Nanoseconds) {
    self.init(hashing: expected, actual: actual, shift: shift, tolerance: tolerance)
  }

  /// Creates a matching without pairs.
  private init() {}

  private init(hashing expected: [Item], actual: [Item], shift: Nanoseconds, tolerance: Nanoseconds) {
    var numbers: [Key: Int32] = [:]
    let expectedNumbers = expected.map { item in
      let number = numbers[item.key, default: Int32(numbers.count)]
      if number == numbers.count { numbers[item.key] = number }
      return number
    }
    match(
      expected, expectedNumbers, actual, actual.map { numbers[$0.key] ?? Int32(numbers.count) },
      lineCount: numbers.count, shift, tolerance)
  }

  /// Pairs items whose groups are numbered from 0. Items of the group after the last have no partner.
  private mutating func match(
    _ expected: [Item], _ expectedNumbers: [Int32], _ actual: [Item], _ actualNumbers: [Int32],
    lineCount: Int, _ shift: Nanoseconds, _ tolerance: Nanoseconds
  ) {
    let expectedLines = GroupedItems(
      numbers: expectedNumbers, count: lineCount, times: expected.map(\.time), shift: .zero)
    let actualLines = GroupedItems(
      numbers: actualNumbers, count: lineCount + 1, times: actual.map(\.time), shift: shift)
    var lines = OrderedMatching(
      expected: expectedLines.times, actual: actualLines.times, tolerance: tolerance.rawValue)
    for line in 0..<lineCount { lines.match(expectedLines.range(line), actualLines.range(line)) }
    take(lines, expectedLines, actualLines)
  }

  private mutating func take(
    _ lines: OrderedMatching, _ expectedLines: GroupedItems, _ actualLines: GroupedItems
  ) {
    var partners = [Int32](repeating: -1, count: expectedLines.indices.count)
    var isMatched = [Bool](repeating: false, count: actualLines.indices.count)
    // Every group keeps equally many expected and actual items, so one pass over all groups forms the pairs.
    var position = 0
    var count = 0
    for expectedPosition in expectedLines.indices.indices where lines.keepsExpected[expectedPosition] {
      while !lines.keepsActual[position] { position += 1 }
      partners[Int(expectedLines.indices[expectedPosition])] = actualLines.indices[position]
      isMatched[Int(actualLines.indices[position])] = true
      position += 1
      count += 1
    }
    pairs.reserveCapacity(count)
    unmatchedExpected.reserveCapacity(partners.count - count)
    for (index, partner) in partners.enumerated() {
      if partner >= 0 { pairs.append((index, Int(partner))) } else { unmatchedExpected.append(index) }
    }
    unmatchedActual = isMatched.indices.filter { !isMatched[$0] }
  }
}

extension Matching<Int> {
  /// Pairs items with equal keys whose times differ by at most `tolerance`, faster than for other kinds of keys.
  ///
  /// - Parameters:
  ///   - shift: The time to subtract from the actual times.
  ///   - tolerance: The maximum distance of a pair. A negative tolerance forms no pairs.
  init(expected: [Item], actual: [Item], shift: Nanoseconds = .zero, tolerance: Nanoseconds) {
    // The table of a set pays off only for many items.
    guard expected.count >= 1024 else {
      self.init(hashing: expected, actual: actual, shift: shift, tolerance: tolerance)
      return
    }
    self.init()
    var keys = KeySet()
    let expectedNumbers = expected.map { Int32(keys.insert($0.key)) }
    let actualNumbers = actual.map { Int32(keys.number(of: $0.key) ?? keys.count) }
    match(expected, expectedNumbers, actual, actualNumbers, lineCount: keys.count, shift, tolerance)
  }
}
