internal import MIDICore

/// The pairs of equal notes of two takes in the same order, at whatever times they are.
///
/// The search reads both takes side by side. After a difference, it continues at the nearest place with a few equal notes.
/// After a passage with other notes, that place may be far away, and more equal notes are needed. Notes that start
/// together are in order of their keys.
struct OrderedPairs {
  /// The number of equal notes after a difference, and after a passage with other notes.
  private static let (run, longRun) = (4, 8)
  /// The maximum number of notes of both takes that are left out together.
  private static let reach = 24

  /// The onsets of the pairs in nanoseconds, in order of the expected ones.
  private(set) var onsets: [(expected: Int64, actual: Int64)] = []

  /// Pairs notes by their keys and their order.
  ///
  /// - Parameter passesPassages: Whether the search continues after passages with other notes.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(expected: [Matching<Int>.Item], actual: [Matching<Int>.Item], passesPassages: Bool = false) {
    let (expected, actual) = (expected.inOrder, actual.inOrder)
    lazy var runs = KeyRuns(actual, count: Self.longRun)
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
      guard
        let skip = Self.skip(expected[one...], actual[two...], delay, &budget)
          ?? (passesPassages ? runs.skip(expected[one...], from: two, &budget) : nil)
      else { return }
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

/// The places of all runs of notes with some keys.
private struct KeyRuns {
  private let items: [Matching<Int>.Item]
  private let count: Int
  /// The first place of each run, and the next place of the run at each place.
  private var first: [UInt: Int32] = [:]
  private var next: [Int32]

  init(_ items: [Matching<Int>.Item], count: Int) {
    (self.items, self.count) = (items, count)
    next = [Int32](repeating: -1, count: items.count)
    for place in (0..<max(items.count - count + 1, 0)).reversed() {
      let hash = hash(items[place..<place + count])
      next[place] = first[hash] ?? -1
      first[hash] = Int32(place)
    }
  }

  private func hash(_ run: ArraySlice<Matching<Int>.Item>) -> UInt {
    run.reduce(0) { ($0 &+ UInt(bitPattern: $1.key)) &* 0x9E37_79B9_7F4A_7C15 }
  }

  /// Returns the fewest notes of both takes whose omission makes the next ones equal, or `nil` if they never are.
  ///
  /// - Parameters:
  ///   - others: The rest of the other take.
  ///   - start: The place at which the rest of this take starts. It doesn't decrease from call to call.
  mutating func skip(
    _ others: ArraySlice<Matching<Int>.Item>, from start: Int, _ budget: inout Int
  ) -> (expected: Int, actual: Int)? {
    var best: (expected: Int, actual: Int)?
    for left in 0..<max(others.count - count + 1, 0) where budget > 0 {
      if let best, left >= best.expected + best.actual { break }
      budget -= 1
      let run = others.dropFirst(left).prefix(count)
      let hash = hash(run)
      guard var place = first[hash].map(Int.init) else { continue }
      while place >= 0, place < start { place = Int(next[place]) }
      // Earlier places aren't needed again.
      first[hash] = place < 0 ? nil : Int32(place)
      guard place >= 0, zip(run, items[place...]).allSatisfy({ $0.key == $1.key }) else { continue }
      if left + place - start < best.map({ $0.expected + $0.actual }) ?? .max {
        best = (left, place - start)
      }
    }
    return best
  }
}

extension [Matching<Int>.Item] {
  /// The items in order of their times, and of their keys if they are at the same time.
  fileprivate var inOrder: Self {
    sorted { ($0.time, $0.key) < ($1.time, $1.key) }
  }
}
