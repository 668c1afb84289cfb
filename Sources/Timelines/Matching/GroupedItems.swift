internal import MIDICore

/// The items of one list sorted into lines: those of one key follow one another in order of time.
struct GroupedItems {
  /// The farthest time: so no difference of two times can overflow. 146 years.
  private static let farthest = Int64.max / 2

  /// The index of each item in the list that was given, line by line.
  private(set) var indices: [Int32]
  /// The time of each item in the same order, in nanoseconds.
  private(set) var times: [Int64]
  /// Where each line begins, and where the last one ends.
  private var starts: [Int]

  /// Sorts items into lines. A time farther than 146 years from zero counts as 146 years.
  ///
  /// - Parameters:
  ///   - numbers: The line of each item, below `count`.
  ///   - count: How many lines there are.
  ///   - times: When each item was.
  ///   - shift: What is subtracted from the times.
  /// - Complexity: O(*n*) for times in order, O(*n* log *n*) for others.
  init(numbers: [Int32], count: Int, times given: [Nanoseconds], shift: Nanoseconds) {
    starts = [Int](repeating: 0, count: count + 1)
    for number in numbers { starts[Int(number) + 1] += 1 }
    for line in 0..<count { starts[line + 1] += starts[line] }
    indices = [Int32](repeating: 0, count: numbers.count)
    times = [Int64](repeating: 0, count: numbers.count)
    var next = starts
    for (index, number) in numbers.enumerated() {
      let position = next[Int(number)]
      next[Int(number)] += 1
      indices[position] = Int32(index)
      times[position] = Self.shifted(given[index], shift)
    }
    for line in 0..<count { sort(range(line)) }
  }

  /// The positions of a line's items.
  func range(_ line: Int) -> Range<Int> { starts[line]..<starts[line + 1] }

  private static func shifted(_ time: Nanoseconds, _ shift: Nanoseconds) -> Int64 {
    let (difference, overflows) = time.rawValue.subtractingReportingOverflow(shift.rawValue)
    if overflows { return time.rawValue < 0 ? -farthest : farthest }
    return min(max(difference, -farthest), farthest)
  }

  private mutating func sort(_ range: Range<Int>) {
    guard zip(times[range], times[range].dropFirst()).contains(where: { $0 > $1 }) else { return }
    let sorted = range.sorted { (times[$0], indices[$0]) < (times[$1], indices[$1]) }
    let (sortedIndices, sortedTimes) = (sorted.map { indices[$0] }, sorted.map { times[$0] })
    indices.replaceSubrange(range, with: sortedIndices)
    times.replaceSubrange(range, with: sortedTimes)
  }
}
