internal import MIDICore

/// The longest range of numbers with the largest sum, while numbers are added one by one.
///
/// Its first and its last number are positive.
struct LargestSum {
  private var (start, sum, positive) = (0, -1, 0)
  private var best = (range: 0..<0, sum: 0, positive: 0)

  /// Whether the next numbers may belong to the same range.
  var isOpen: Bool { sum >= 0 }

  /// Adds a number. Zeros and, unless the sum is open, negative numbers make no difference.
  ///
  /// - Returns: 1 if the sum is open from now on, -1 if it was open, and otherwise 0.
  mutating func add(_ number: Int, at index: Int) -> Int {
    guard number > 0 || isOpen else { return 0 }
    let wasOpen = isOpen
    if !wasOpen { (start, sum, positive) = (index, 0, 0) }
    sum += number
    if number > 0 {
      positive += 1
      if sum >= best.sum { best = (start..<(index + 1), sum, positive) }
    }
    return (isOpen ? 1 : 0) - (wasOpen ? 1 : 0)
  }

  /// Returns the selection with this range, or `nil` if no number was positive.
  func selection(
    _ part: TakePart = TakePart(), pitches: ClosedRange<NoteNumber> = Passage.allPitches
  ) -> PassagePartSearch.Selection? {
    guard best.sum > 0 else { return nil }
    return PassagePartSearch.Selection(
      range: best.range, sum: best.sum, explained: best.positive, part: part, pitches: pitches)
  }
}
