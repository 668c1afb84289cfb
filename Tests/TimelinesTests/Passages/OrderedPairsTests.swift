import MIDICore
import Testing

@testable import Timelines

@Suite struct OrderedPairsTests {
  private func items(_ keys: [Int], every step: Int64 = 100) -> [Matching<Int>.Item] {
    keys.enumerated().map { Matching.Item(key: $1, time: .milliseconds(Int64($0) * step)) }
  }

  private func times(_ pairs: OrderedPairs) -> [[Int64]] {
    pairs.onsets.map { [$0.expected / 1_000_000, $0.actual / 1_000_000] }
  }

  @Test func equalNotesArePairsAtAnyTempo() {
    let pairs = OrderedPairs(expected: items([1, 2, 3]), actual: items([1, 2, 3], every: 350))
    #expect(times(pairs) == [[0, 0], [100, 350], [200, 700]])
  }

  @Test(arguments: [
    ([9, 1, 2, 3, 4, 5], [[100, 0], [200, 100], [300, 200], [400, 300], [500, 400]]),
    ([1, 2, 9, 3, 4, 5], [[0, 0], [100, 100], [300, 200], [400, 300], [500, 400]]),
    ([1, 9, 3, 4, 5], [[0, 0], [200, 200], [300, 300], [400, 400]]),
  ])
  func missingAndWrongNotesArePassedOver(expected: [Int], pairs: [[Int64]]) {
    #expect(times(OrderedPairs(expected: items(expected), actual: items([1, 2, 3, 4, 5]))) == pairs)
  }

  /// The rest is equal, whichever take lacks a note.
  @Test(arguments: [6, 7]) func repeatedFigureKeepsItsDelay(missing: Int) {
    let notes = items(Array(repeating: [1, 2], count: 8).flatMap(\.self))
    var played = notes
    played.remove(at: missing)
    let delays = times(OrderedPairs(expected: notes, actual: played)).map { $0[1] - $0[0] }
    #expect(delays == Array(repeating: 0, count: 15))
  }

  @Test func chordsAreEqualInAnyOrder() {
    let pairs = OrderedPairs(expected: items([1, 2, 3], every: 0), actual: items([3, 1, 2], every: 0))
    #expect(pairs.onsets.count == 3)
  }

  @Test func differentMusicEndsThePairs() {
    let pairs = OrderedPairs(
      expected: items(Array(0..<40) + Array(100..<140)), actual: items(Array(0..<40) + Array(200..<240)))
    #expect(pairs.onsets.count == 40)
  }
}
