internal import MIDICore

/// Pairs what was expected with what came, by time, among things that are alike.
///
/// No pairing within the tolerance has more pairs, and none with as many has a smaller sum of distances in time.
/// Of several such pairings it is always the same one: each kind's kept items are paired in order of time, those of
/// one time in order of their indices, and among those of one time the first ones are kept.
struct Matching<Key: Hashable> {
  /// Something expected or actual: what makes it alike to others, and when it was.
  struct Item {
    var key: Key
    var time: Nanoseconds
  }

  /// The pairs, as indices of the two lists, in order of the expected ones.
  private(set) var pairs: [(expected: Int, actual: Int)] = []
  /// The indices of what was expected and has no partner, ascending.
  private(set) var unmatchedExpected: [Int] = []
  /// The indices of what came and has no partner, ascending.
  private(set) var unmatchedActual: [Int] = []

  /// Pairs items with equal keys whose times differ by at most `tolerance`.
  ///
  /// The lists may be in any order; they take longer when they are not in order of time.
  ///
  /// - Parameters:
  ///   - shift: What is subtracted from the actual times.
  ///   - tolerance: The largest distance of a pair. Nothing is within a negative one.
  /// - Complexity: O(*n* log *w*) in the number of items, for lists in order of time, where *w* is how many items of
  ///   one key are within one tolerance; O(*n* log *n*) for others.
  init(expected: [Item], actual: [Item], shift: Nanoseconds = .zero, tolerance: Nanoseconds) {
    self.init(hashing: expected, actual: actual, shift: shift, tolerance: tolerance)
  }

  /// Begins without pairs.
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

  /// Pairs items whose lines are numbered from 0. What is in the line after the last one has no partner.
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

  private mutating func take(_ lines: OrderedMatching, _ expectedLines: GroupedItems, _ actualLines: GroupedItems) {
    var partners = [Int32](repeating: -1, count: expectedLines.indices.count)
    var isMatched = [Bool](repeating: false, count: actualLines.indices.count)
    // Every line keeps as many expected as actual items, so one walk over all lines pairs each with its own.
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
  /// Pairs items with equal keys whose times differ by at most `tolerance`, as for other keys, but faster.
  ///
  /// - Parameters:
  ///   - shift: What is subtracted from the actual times.
  ///   - tolerance: The largest distance of a pair. Nothing is within a negative one.
  init(expected: [Item], actual: [Item], shift: Nanoseconds = .zero, tolerance: Nanoseconds) {
    // The table of a set is not worth while for a few.
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
