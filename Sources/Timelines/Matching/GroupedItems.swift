internal import MIDICore

/// The items of a list, grouped by key and sorted by time.
struct GroupedItems {
  /// The largest time, 146 years, so that the difference of two times can't overflow.
  private static let farthest = Int64.max / 2

  /// The index of each item in the given list, group by group.
  private(set) var indices: [Int32]
  /// The time of each item in the same order, in nanoseconds.
  private(set) var times: [Int64]
  /// The start of each group, and the end of the last.
  private var starts: [Int]

  /// Groups and sorts items. Times beyond 146 years count as 146 years.
  ///
  /// - Parameters:
  ///   - numbers: The group of each item, less than `count`.
  ///   - count: The number of groups.
  ///   - time: Returns the time of an item.
  /// - Complexity: O(*n*) for times in order, otherwise O(*n* log *n*), where *n* is the number of items.
  @inline(__always)
  init(numbers: [Int32], count: Int, time: (Int) -> Nanoseconds) {
    var starts = [Int](repeating: 0, count: count + 1)
    for number in numbers { starts[Int(number) + 1] += 1 }
    for line in 0..<count { starts[line + 1] += starts[line] }
    var indices = [Int32](repeating: 0, count: numbers.count)
    var times = [Int64](repeating: 0, count: numbers.count)
    var next = starts
    for (index, number) in numbers.enumerated() {
      let position = next[Int(number)]
      next[Int(number)] += 1
      indices[position] = Int32(index)
      times[position] = Self.limited(time(index))
    }
    self.starts = starts
    self.indices = indices
    self.times = times
    for line in 0..<count { sort(range(line)) }
  }

  /// Returns the items at other times, which have the same order.
  ///
  /// - Parameter time: Returns the other time of a time of the items.
  /// - Complexity: O(*n*), where *n* is the number of items.
  func retimed(_ time: (Nanoseconds) -> Nanoseconds) -> GroupedItems {
    var items = self
    items.times = times.map { Self.limited(time(Nanoseconds(rawValue: $0))) }
    return items
  }

  /// Sorts the items of a single group.
  init(times: [Nanoseconds]) {
    starts = [0, times.count]
    indices = Array(0..<Int32(times.count))
    self.times = times.map { Self.limited($0) }
    sort(0..<times.count)
  }

  /// The number of groups.
  var count: Int { starts.count - 1 }

  /// Returns the positions of a group's items.
  func range(_ line: Int) -> Range<Int> { starts[line]..<starts[line + 1] }

  private static func limited(_ time: Nanoseconds) -> Int64 { min(max(time.rawValue, -farthest), farthest) }

  private mutating func sort(_ range: Range<Int>) {
    guard zip(times[range], times[range].dropFirst()).contains(where: { $0 > $1 }) else { return }
    let sorted = range.sorted { (times[$0], indices[$0]) < (times[$1], indices[$1]) }
    let (sortedIndices, sortedTimes) = (sorted.map { indices[$0] }, sorted.map { times[$0] })
    indices.replaceSubrange(range, with: sortedIndices)
    times.replaceSubrange(range, with: sortedTimes)
  }
}
