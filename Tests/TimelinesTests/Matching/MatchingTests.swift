import MIDICore
import TestSupport
import Testing

@testable import Timelines

@Suite struct MatchingTests {
  private typealias Item = Matching<Int>.Item

  private func items(_ times: [Int64], key: Int = 0) -> [Item] {
    times.map { Item(key: key, time: Nanoseconds(rawValue: $0)) }
  }

  /// Returns the pairs, each as two indices.
  private func pairs(_ expected: [Item], _ actual: [Item], tolerance: Int64 = 10) -> [[Int]] {
    Matching(expected: expected, actual: actual, tolerance: Nanoseconds(rawValue: tolerance)).pairs
      .map { [$0.expected, $0.actual] }
  }

  @Test func emptyListsHaveNoPairs() {
    #expect(pairs([], []) == [])
    #expect(pairs(items([1]), []) == [])
    #expect(pairs([], items([1])) == [])
  }

  @Test func toleranceIsInclusive() {
    #expect(pairs(items([100]), items([110])) == [[0, 0]])
    #expect(pairs(items([100]), items([90])) == [[0, 0]])
    #expect(pairs(items([100]), items([111])) == [])
    #expect(pairs(items([100]), items([100]), tolerance: 0) == [[0, 0]])
    #expect(pairs(items([100]), items([100]), tolerance: -1) == [])
  }

  @Test func onlyItemsWithEqualKeysMatch() {
    #expect(pairs(items([100], key: 1), items([100], key: 2)) == [])
    #expect(pairs(items([100], key: 1) + items([105], key: 2), items([105], key: 2)) == [[1, 0]])
  }

  @Test func nearestItemIsPaired() {
    #expect(pairs(items([100]), items([95, 101, 102])) == [[0, 1]])
    #expect(pairs(items([95, 101, 102]), items([100])) == [[1, 0]])
  }

  @Test func morePairsPrecedeNearerPairs() {
    #expect(pairs(items([100, 110]), items([91, 100])) == [[0, 0], [1, 1]])
    #expect(pairs(items([100, 110, 120]), items([91, 100, 110])) == [[0, 0], [1, 1], [2, 2]])
  }

  @Test func earlierChoiceIsRevisedForSmallerSum() {
    // 100 would be paired with 104, until 105 needs it more.
    #expect(pairs(items([100, 105]), items([104])) == [[1, 0]])
    #expect(pairs(items([100, 105, 111]), items([104, 106])) == [[0, 0], [1, 1]])
  }

  @Test func firstItemsOfEqualTimesArePaired() {
    #expect(pairs(items([100, 100, 100]), items([100, 100])) == [[0, 0], [1, 1]])
    #expect(pairs(items([100, 100]), items([100, 100, 100])) == [[0, 0], [1, 1]])
    #expect(pairs(items([100, 100]), items([103, 103, 103])) == [[0, 0], [1, 1]])
    #expect(pairs(items([103, 103, 103]), items([100, 100])) == [[0, 0], [1, 1]])
  }

  @Test func unpairedItemsAreListedInOrder() {
    let matching = Matching(
      expected: items([300, 100, 200]), actual: items([501, 500, 205]), tolerance: Nanoseconds(rawValue: 10))
    #expect(matching.unmatchedExpected == [0, 1])
    #expect(matching.unmatchedActual == [0, 1])
  }

  @Test func extremeTimesDoNotOverflow() {
    let far = items([.min, .max])
    #expect(pairs(far, far, tolerance: .max) == [[0, 0], [1, 1]])
  }

  /// At most seven items per list, at few times, so that many are equal.
  @Test func countAndCostEqualExhaustiveSearch() {
    for seed in 0..<10_000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let span = Int64.random(in: 1...20, using: &generator)
      let keys = Int.random(in: 1...3, using: &generator)
      func list() -> [Item] {
        (0..<Int.random(in: 0...7, using: &generator)).map { _ in
          Item(
            key: Int.random(in: 1...keys, using: &generator),
            time: Nanoseconds(rawValue: .random(in: 0...span, using: &generator)))
        }
      }
      let (expected, unshifted) = (list(), list())
      let shift = Nanoseconds(rawValue: .random(in: -2...2, using: &generator))
      let actual = unshifted.map { Item(key: $0.key, time: $0.time - shift) }
      let tolerance = Nanoseconds(rawValue: .random(in: 0...8, using: &generator))
      let matching = Matching(expected: expected, actual: actual, tolerance: tolerance)
      let best = ExhaustiveMatching(expected: expected, actual: actual, tolerance: tolerance)
      let distances = matching.pairs.map {
        (actual[$0.actual].time - expected[$0.expected].time).magnitude
      }
      #expect(matching.pairs.count == best.count, "seed \(seed)")
      #expect(distances.reduce(0) { $0 + $1.rawValue } == best.cost, "seed \(seed)")
      #expect(distances.allSatisfy { $0 <= tolerance }, "seed \(seed)")
      #expect(
        matching.pairs.allSatisfy { expected[$0.expected].key == actual[$0.actual].key }, "seed \(seed)")
      let all = (matching.pairs.map(\.expected) + matching.unmatchedExpected).sorted()
      #expect(all == Array(expected.indices), "seed \(seed)")
      let allActual = (matching.pairs.map(\.actual) + matching.unmatchedActual).sorted()
      #expect(allActual == Array(actual.indices), "seed \(seed)")
    }
  }

  /// Two threads pair the keys of large lists. A single key needs one.
  @Test(arguments: [2, 7, 200]) func pairsOfManyItemsAreThoseOfEachKey(keyCount: Int) {
    var generator = SeededGenerator(seed: UInt64(keyCount))
    func list() -> [Item] {
      (0..<2 * parallelCount).map { index in
        Item(
          key: .random(in: 1...keyCount, using: &generator),
          time: Nanoseconds(rawValue: Int64(index) * 7 + .random(in: 0...9, using: &generator)))
      }
    }
    let (expected, actual) = (list(), list())
    var partners = [Int](repeating: -1, count: expected.count)
    for key in 1...keyCount {
      let (own, others) = (
        expected.indices.filter { expected[$0].key == key }, actual.indices.filter { actual[$0].key == key }
      )
      for pair in pairs(own.map { expected[$0] }, others.map { actual[$0] }, tolerance: 5) {
        partners[own[pair[0]]] = others[pair[1]]
      }
    }
    let matching = Matching(
      expected: expected, actual: actual, tolerance: Nanoseconds(rawValue: 5))
    #expect(matching.partners.map(Int.init) == partners)
    #expect(matching.unmatchedExpected == partners.indices.filter { partners[$0] < 0 })
    #expect(matching.unmatchedActual == Set(actual.indices).subtracting(partners).sorted())
  }
}
