import MIDICore

@testable import Timelines

/// The best pairing of two short lists, found by an exhaustive search.
struct ExhaustiveMatching {
  /// The maximum number of pairs.
  private(set) var count = 0
  /// The minimum sum of distances for this number of pairs.
  private(set) var cost: Int64 = 0

  init(expected: [Matching<Int>.Item], actual: [Matching<Int>.Item], tolerance: Nanoseconds) {
    // The minimum sum for each set of used actual items, as bits.
    var sums: [Int64?] = [0] + [Int64?](repeating: nil, count: (1 << actual.count) - 1)
    for item in expected {
      // From the largest set down, so that each item is used once per round.
      for taken in sums.indices.reversed() {
        guard let sum = sums[taken] else { continue }
        for (index, candidate) in actual.enumerated() where taken >> index & 1 == 0 {
          let distance = (candidate.time - item.time).magnitude
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
