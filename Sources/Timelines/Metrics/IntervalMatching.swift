internal import HeapModule

/// Finds how many numbers can be given a partner within a tolerance of their own.
enum IntervalMatching {
  /// The largest count of pairs.
  ///
  /// In order, each point goes to the number that can wait the shortest (Glover 1967).
  ///
  /// - Parameters:
  ///   - numbers: Numbers, each with its tolerance.
  ///   - points: What they are paired with, in any order.
  /// - Complexity: O(*n* log *n*)
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
