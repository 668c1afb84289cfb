import MIDICore

@testable import Timelines

/// The best pairing of two short lists, found by trying all of them.
struct ExhaustiveMatching {
  /// The most pairs there can be.
  private(set) var count = 0
  /// The least sum of distances with so many pairs.
  private(set) var cost: Int64 = 0

  init(
    expected: [Matching<Int>.Item], actual: [Matching<Int>.Item], shift: Nanoseconds, tolerance: Nanoseconds
  ) {
    // For each set of actual items that are taken, as bits: the least sum so far.
    var sums: [Int64?] = [0] + [Int64?](repeating: nil, count: (1 << actual.count) - 1)
    for item in expected {
      // From the largest set down, so that no item of this round is counted upon.
      for taken in sums.indices.reversed() {
        guard let sum = sums[taken] else { continue }
        for (index, candidate) in actual.enumerated() where taken >> index & 1 == 0 {
          let distance = (candidate.time - shift - item.time).magnitude
          guard candidate.key == item.key, distance <= tolerance else { continue }
          let next = taken | 1 << index
          sums[next] = min(sums[next] ?? .max, sum + distance.rawValue)
        }
      }
    }
    for (taken, sum) in sums.enumerated() {
      guard let sum else { continue }
      if taken.nonzeroBitCount > count || (taken.nonzeroBitCount == count && sum < cost) {
        (count, cost) = (taken.nonzeroBitCount, sum)
      }
    }
  }
}
