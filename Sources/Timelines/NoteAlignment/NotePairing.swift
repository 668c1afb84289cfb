internal import Algorithms

/// Pairs expected and actual notes of one pitch by time, in order, so that the sum of the gains is the largest.
///
/// The gain of a pair is a second minus the distance of its times. A pair that would cost two others isn't worth it.
struct NotePairing {
  /// A note at its time in the actual take.
  struct Item {
    /// The time in nanoseconds.
    var time: Int64
    /// The index of the note.
    var note: Int
  }

  /// The longest distance of a pair, in nanoseconds.
  private static let reach: Int64 = 1_000_000_000
  /// The most actual notes to which an expected note is compared; no one plays a key more often in two seconds.
  private static let maxCandidateCount = 64

  /// The pairs in descending order, as indices of notes.
  private(set) var pairs: [(expected: Int, actual: Int)] = []

  /// Pairs notes.
  ///
  /// - Parameters:
  ///   - expected: The expected notes in order of time.
  ///   - actual: The actual notes in order of time.
  /// - Complexity: O(*n*), where *n* is the number of notes.
  init(_ expected: some Sequence<Item>, with actual: [Item]) {
    // The largest sum of the first actual notes, and the last pair of the series with this sum.
    var sums = [Int64](repeating: 0, count: actual.count + 1)
    var last = [Int](repeating: -1, count: actual.count + 1)
    var series: [(expected: Int, actual: Int, previous: Int)] = []
    var (low, high, filled) = (0, 0, 0)
    for item in expected {
      while low < actual.count, actual[low].time < item.time - Self.reach { low += 1 }
      high = max(high, low)
      while high < actual.count, actual[high].time <= item.time + Self.reach { high += 1 }
      while filled < high {
        filled += 1
        if sums[filled] < sums[filled - 1] {
          (sums[filled], last[filled]) = (sums[filled - 1], last[filled - 1])
        }
      }
      let candidates = Self.nearest(to: item.time, low..<high, of: actual)
      for position in candidates.reversed() {
        let sum = sums[position] + Self.reach - Int64((actual[position].time - item.time).magnitude)
        if sum > sums[position + 1] {
          series.append((item.note, actual[position].note, last[position]))
          (sums[position + 1], last[position + 1]) = (sum, series.count - 1)
        }
      }
      guard let first = candidates.first else { continue }
      for position in first..<high where sums[position + 1] < sums[position] {
        (sums[position + 1], last[position + 1]) = (sums[position], last[position])
      }
    }
    var index = last[filled]
    while index >= 0 {
      pairs.append((series[index].expected, series[index].actual))
      index = series[index].previous
    }
  }

  /// Returns the positions of the candidates: all, or the nearest if there are too many.
  private static func nearest(to time: Int64, _ range: Range<Int>, of items: [Item]) -> Range<Int> {
    guard range.count > maxCandidateCount else { return range }
    let middle = items[range].partitioningIndex { $0.time >= time }
    let start = min(
      max(range.lowerBound, middle - maxCandidateCount / 2), range.upperBound - maxCandidateCount)
    return start..<start + maxCandidateCount
  }
}
