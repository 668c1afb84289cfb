internal import MIDICore

/// The pairs of equal notes of two takes in the same order, at whatever times they are.
///
/// The search reads both takes side by side. After a difference, it continues at the nearest place with a few equal notes.
/// Notes that start together are in order of their keys.
struct OrderedPairs {
  /// The number of equal notes after a difference.
  private static let run = 4
  /// The maximum number of notes of both takes that are left out together.
  private static let reach = 24

  /// The onsets of the pairs in nanoseconds, in order of the expected ones.
  private(set) var onsets: [(expected: Int64, actual: Int64)] = []

  /// Pairs notes by their keys and their order.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(expected: [Matching<Int>.Item], actual: [Matching<Int>.Item]) {
    let (expected, actual) = (expected.inOrder, actual.inOrder)
    onsets.reserveCapacity(min(expected.count, actual.count))
    // Takes without a common order give up early.
    var budget = 8 * expected.count + 10_000
    var (one, two) = (0, 0)
    while one < expected.count, two < actual.count {
      if expected[one].key == actual[two].key {
        onsets.append((expected[one].time.rawValue, actual[two].time.rawValue))
        (one, two) = (one + 1, two + 1)
        continue
      }
      let delay = onsets.last.map { $0.actual - $0.expected } ?? 0
      guard let skip = Self.skip(expected[one...], actual[two...], delay, &budget) else { return }
      (one, two) = (one + skip.expected, two + skip.actual)
    }
  }

  /// Returns the fewest notes whose omission makes the next ones equal, or `nil` if there are too many.
  ///
  /// - Parameter delay: The delay before them. In a repeated figure, the omission that keeps it is right.
  private static func skip(
    _ expected: ArraySlice<Matching<Int>.Item>, _ actual: ArraySlice<Matching<Int>.Item>, _ delay: Int64,
    _ budget: inout Int
  ) -> (expected: Int, actual: Int)? {
    for count in 1...reach {
      var best: (skip: (expected: Int, actual: Int), distance: Int64)?
      for left in 0...count {
        budget -= 1
        let skip = (expected: left, actual: count - left)
        let (one, two) = (
          expected.dropFirst(skip.expected).prefix(run), actual.dropFirst(skip.actual).prefix(run)
        )
        if one.count == two.count, zip(one, two).allSatisfy({ $0.key == $1.key }) {
          let next = zip(one, two).first { _ in true }.map { $1.time.rawValue - $0.time.rawValue }
          let distance = abs((next ?? delay) - delay)
          if distance < best?.distance ?? .max { best = (skip, distance) }
        }
        guard budget > 0 else { return best?.skip }
      }
      if let best { return best.skip }
    }
    return nil
  }
}

extension [Matching<Int>.Item] {
  /// The items in order of their times, and of their keys if they are at the same time.
  fileprivate var inOrder: Self {
    sorted { ($0.time, $0.key) < ($1.time, $1.key) }
  }
}
