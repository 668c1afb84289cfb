/// The gain of each note of a take: positive if a change explains the note, negative if the change contradicts it,
/// otherwise 0.
///
/// Most changes that are examined explain few notes, so the other notes are examined only where they matter.
struct PassageGains {
  /// The notes that the change explains, in order.
  private(set) var explained: [Int]
  private let values: ListOnDemand<Int8>

  /// Creates the gains of some notes.
  ///
  /// - Parameters:
  ///   - count: The number of notes of the take.
  ///   - explained: The notes that the change explains, in order.
  ///   - gain: The gain of each of these notes.
  ///   - other: Returns the gain of another note, at most 0.
  init(count: Int, explained: [Int], gain: Int8 = 1, other: @escaping (Int) -> Int8) {
    self.explained = explained
    values = ListOnDemand(count: count, unknown: .max, element: other)
    for index in explained { values[index] = gain }
  }

  /// The indices of the notes.
  var indices: Range<Int> { values.indices }

  subscript(index: Int) -> Int8 { values[index] }

  /// Returns the range with the largest sum, or `nil` if no note is explained.
  ///
  /// It begins and ends with explained notes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes, and less if few notes are explained.
  func largestSum() -> (range: Range<Int>, sum: Int)? {
    var best: (range: Range<Int>, sum: Int)?
    var (start, next, sum) = (0, 0, 0)
    for index in explained {
      while sum > 0, next < index {
        sum += Int(self[next])
        next += 1
      }
      if sum <= 0 { (start, sum) = (index, 0) }
      sum += Int(self[index])
      next = index + 1
      if sum > best?.sum ?? 0 { best = (start..<next, sum) }
    }
    return best
  }

  /// Lets the change contradict all notes of a range.
  mutating func contradict(_ range: Range<Int>) {
    explained.removeAll(where: range.contains)
    for index in range { values[index] = -1 }
  }
}
