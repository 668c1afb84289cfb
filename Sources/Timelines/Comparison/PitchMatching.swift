internal import MIDICore

/// Pairs notes within the tolerance whose numbers differ, the nearest numbers first.
struct PitchMatching {
  typealias Candidate = (item: Matching<Int>.Item, index: Int)

  /// The maximum number of examined pairs of a crowd. If nearly every note differs, the order in time says as much as
  /// the pitch.
  private static let pairLimit = 4096

  /// The pairs, as the given indices.
  private(set) var pairs: [(expected: Int, actual: Int)] = []
  /// Whether notes were skipped because too many were at one time.
  private(set) var isCrowded = false
  private let tolerance: Nanoseconds

  /// Creates a matching without pairs.
  init(tolerance: Nanoseconds) { self.tolerance = tolerance }

  /// Pairs notes of one source and channel.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  mutating func match(_ expected: [Candidate], _ actual: [Candidate]) {
    let (expected, actual) = both(
      if: expected.count >= parallelCount, { Self.sorted(expected) }, { Self.sorted(actual) })
    var (first, firstActual) = (0, 0)
    while first < expected.count, firstActual < actual.count {
      let channel = Self.place(expected[first])
      let other = Self.place(actual[firstActual])
      if channel < other, !isNear(expected[first], actual[firstActual]) {
        first += 1
      } else if other < channel, !isNear(expected[first], actual[firstActual]) {
        firstActual += 1
      } else {
        let end = component(expected, actual, first, firstActual)
        matchComponent(expected[first..<end.expected], actual[firstActual..<end.actual])
        (first, firstActual) = (end.expected, end.actual)
      }
    }
  }

  private static func place(_ candidate: Candidate) -> (Int, Nanoseconds) {
    (ComparisonKeys.channel(of: candidate.item.key), candidate.item.time)
  }

  private static func sorted(_ candidates: [Candidate]) -> [Candidate] {
    candidates.ordered(byTime: \.item.time).ordered { ComparisonKeys.channel(of: $0.item.key) }
  }

  private func isNear(_ left: Candidate, _ right: Candidate) -> Bool {
    ComparisonKeys.channel(of: left.item.key) == ComparisonKeys.channel(of: right.item.key)
      && left.item.time.distance(to: right.item.time) <= tolerance
  }

  /// Returns the ends of a group of notes that are connected in time.
  private func component(
    _ expected: [Candidate], _ actual: [Candidate], _ first: Int, _ firstActual: Int
  ) -> (expected: Int, actual: Int) {
    var (next, nextActual) = (first + 1, firstActual + 1)
    while true {
      if next < expected.count, isNear(expected[next], actual[nextActual - 1]) {
        next += 1
      } else if nextActual < actual.count, isNear(expected[next - 1], actual[nextActual]) {
        nextActual += 1
      } else {
        return (next, nextActual)
      }
    }
  }

  private mutating func matchComponent(_ expected: ArraySlice<Candidate>, _ actual: ArraySlice<Candidate>) {
    if let only = expected.first, let other = actual.first, expected.count == 1, actual.count == 1 {
      pairs.append((only.index, other.index))
      return
    }
    guard expected.count * actual.count <= Self.pairLimit else { return isCrowded = true }
    var edges: [(semitones: Int, distance: Nanoseconds, expected: Int, actual: Int)] = []
    for left in expected {
      for right in actual where isNear(left, right) {
        edges.append(
          (
            abs(left.item.key - right.item.key), left.item.time.distance(to: right.item.time), left.index,
            right.index
          ))
      }
    }
    edges.sort { $0 < $1 }
    var (taken, takenActual) = (Set<Int>(), Set<Int>())
    for edge in edges where !taken.contains(edge.expected) && !takenActual.contains(edge.actual) {
      taken.insert(edge.expected)
      takenActual.insert(edge.actual)
      pairs.append((edge.expected, edge.actual))
    }
  }
}
