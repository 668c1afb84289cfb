/// Counts the numbers that can be paired with a point within their tolerances.
enum IntervalMatching {
  /// Returns the maximum number of pairs.
  ///
  /// In order of the ends of their intervals, each number is paired with its first free point. A number that comes later
  /// could exchange its point for any later point that an earlier number left.
  ///
  /// - Parameters:
  ///   - numbers: The numbers, each with its tolerance. A search is fast if neighbors in the list are near.
  ///   - points: The points, in any order.
  /// - Complexity: O(*n* log *n*), where *n* is the number of numbers and points.
  static func count(of numbers: some Sequence<(value: Double, tolerance: Double)>, with points: [Double])
    -> Int
  {
    let points = points.sorted()
    // Each interval is a range of points. Intervals are listed by their ends.
    var intervals: [(start: Int32, next: Int32)] = []
    var firstAtEnd = [Int32](repeating: -1, count: points.count + 1)
    var (start, end) = (0, 0)
    for number in numbers {
      start = points.firstIndex(near: start) {
        TranscriptionCriteria.isReached($0, from: number.value, number.tolerance)
      }
      end = points.firstIndex(near: end) {
        TranscriptionCriteria.isPassed($0, from: number.value, number.tolerance)
      }
      guard start < end else { continue }
      intervals.append((Int32(start), firstAtEnd[end]))
      firstAtEnd[end] = Int32(intervals.count - 1)
    }
    // The root of a point is the first free point from there.
    var free = DisjointSets(count: points.count + 1)
    var count = 0
    for end in firstAtEnd.indices {
      var next = firstAtEnd[end]
      while next >= 0 {
        let point = free.root(Int(intervals[Int(next)].start))
        next = intervals[Int(next)].next
        guard point < end else { continue }
        free.attach(point, to: point + 1)
        count += 1
      }
    }
    return count
  }
}
