internal import HeapModule

/// Counts the numbers that can be paired with a point within their tolerances.
enum IntervalMatching {
  /// Returns the maximum number of pairs.
  ///
  /// In ascending order, each point is paired with the number whose interval ends first (Glover, 1967).
  ///
  /// - Parameters:
  ///   - numbers: The numbers, each with its tolerance.
  ///   - points: The points, in any order.
  /// - Complexity: O(*n* log *n*), where *n* is the number of numbers and points.
  static func count(of numbers: [(value: Double, tolerance: Double)], with points: [Double]) -> Int {
    let points = points.sorted()
    let intervals = numbers.map { points.indices(within: $0.tolerance, of: $0.value) }
      .filter { !$0.isEmpty }
      .sorted { $0.lowerBound < $1.lowerBound }
    var waiting = Heap<Int>()
    var next = 0
    var count = 0
    for point in points.indices {
      while next < intervals.count, intervals[next].lowerBound == point {
        waiting.insert(intervals[next].upperBound)
        next += 1
      }
      while let end = waiting.min, end <= point { waiting.removeMin() }
      if waiting.popMin() != nil { count += 1 }
    }
    return count
  }
}
