public import MIDICore
internal import Timelines

/// A map between expected and actual times through any tempo: lines between the chords that both takes have.
public struct TimeWarp: Hashable, Sendable {
  /// A moment in both takes.
  public struct Point: Hashable, Sendable {
    /// The time in the expected take.
    public let expected: Nanoseconds
    /// The time in the actual take.
    public let actual: Nanoseconds

    /// Creates a point.
    public init(expected: Nanoseconds, actual: Nanoseconds) {
      self.expected = expected
      self.actual = actual
    }
  }

  /// The points in order; both times ascend strictly. Without points, both times are equal.
  public let points: [Point]

  /// Creates the map through most of the given points: the longest series in which both times ascend.
  ///
  /// - Parameter points: Points whose expected times ascend strictly.
  /// - Complexity: O(*n* log *n*), where *n* is the number of points.
  public init(_ points: [Point]) {
    // The last point of the earliest-ending series of each length, and the point before each.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: points.count)
    for (index, point) in points.enumerated() {
      let length = ends.partitioningIndex { points[$0].actual >= point.actual }
      if length > 0 { previous[index] = ends[length - 1] }
      if length < ends.count { ends[length] = index } else { ends.append(index) }
    }
    var series: [Point] = []
    series.reserveCapacity(ends.count)
    var index = ends.last ?? -1
    while index >= 0 {
      series.append(points[index])
      index = previous[index]
    }
    self.points = series.reversed()
  }

  /// Returns the time in the actual take, rounded to the nearest nanosecond.
  ///
  /// Before the first and after the last point, the tempo is that of the next four points.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of points.
  public func actualTime(of expected: Nanoseconds) -> Nanoseconds { map(expected, fromExpected: true) }

  /// Returns the time in the expected take, rounded to the nearest nanosecond.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of points.
  public func expectedTime(of actual: Nanoseconds) -> Nanoseconds { map(actual, fromExpected: false) }

  /// Returns the time in the actual take of a time in nanoseconds, at most 73 years from zero.
  func actualTime(of expected: Int64) -> Int64 {
    PitchSequence.limited(actualTime(of: Nanoseconds(rawValue: expected)))
  }

  private func map(_ time: Nanoseconds, fromExpected: Bool) -> Nanoseconds {
    guard !points.isEmpty else { return time }
    func source(_ index: Int) -> Int64 {
      fromExpected ? points[index].expected.rawValue : points[index].actual.rawValue
    }
    func target(_ index: Int) -> Int64 {
      fromExpected ? points[index].actual.rawValue : points[index].expected.rawValue
    }
    let next = points.indices.partitioningIndex { source($0) > time.rawValue }
    let anchor = max(next - 1, 0)
    let line =
      next == 0
      ? (from: 0, to: min(4, points.count - 1))
      : next == points.count ? (from: max(0, next - 5), to: next - 1) : (from: next - 1, to: next)
    let distance = Int128(time.rawValue) - Int128(source(anchor))
    let run = Int128(source(line.to)) - Int128(source(line.from))
    let rise = Int128(target(line.to)) - Int128(target(line.from))
    let (product, overflows) = distance.multipliedReportingOverflow(by: rise)
    let offset = run == 0 || overflows ? distance : product.dividedRounding(run)
    return Nanoseconds(rawValue: Int64(clamping: Int128(target(anchor)) + offset))
  }
}
