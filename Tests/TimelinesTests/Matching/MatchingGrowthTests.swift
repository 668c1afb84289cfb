import MIDICore
import TestSupport
import Testing

@testable import Timelines

/// The growth of a matching's cost, for an optimized build.
@Suite(.serialized, .enabled(if: TestEnvironment.isFull, "takes long: Scripts/test --full"))
struct MatchingGrowthTests {
  /// The distribution of the items.
  enum Shape: String, CaseIterable {
    /// 88 keys, each at separate times, some missing, all with a slight deviation.
    case ordinary
    /// One key with 5,000 items within each tolerance.
    case crowded
    /// One key with all items within one tolerance.
    case oneMoment
  }

  private func lists(_ shape: Shape, _ count: Int) -> (
    expected: [Matching<Int>.Item], actual: [Matching<Int>.Item]
  ) {
    var generator = SeededGenerator(seed: 5)
    func list() -> [Matching<Int>.Item] {
      let times: [Int64] = (0..<count).map { index in
        switch shape {
        case .ordinary: Int64(index) * 10_000_000 + .random(in: 0...4_000_000, using: &generator)
        case .crowded: Int64(index) * 1000 + .random(in: 0...2_000_000, using: &generator)
        case .oneMoment: .random(in: 0...5_000_000, using: &generator)
        }
      }
      return times.sorted().enumerated().map { index, time in
        Matching<Int>.Item(key: shape == .ordinary ? index * 31 % 88 : 0, time: Nanoseconds(rawValue: time))
      }
    }
    return (list(), list())
  }

  @Test(arguments: Shape.allCases)
  func timeGrowsWithTheItems(shape: Shape) {
    for count in [10_000, 100_000, 1_000_000] {
      let lists = lists(shape, count)
      var fastest = Duration.seconds(1000)
      var pairs = 0
      for _ in 0..<3 {
        fastest = min(
          fastest,
          ProcessorTime.measure {
            pairs =
              Matching(expected: lists.expected, actual: lists.actual, tolerance: .milliseconds(5)).pairs
              .count
          })
      }
      print("\(shape.rawValue), \(count) against \(count): \(fastest), \(pairs) pairs")
      #expect(pairs > count * 9 / 10)
    }
  }
}
