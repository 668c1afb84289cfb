internal import MIDICore

/// The notes of two takes whose partners in time may change if some expected notes are replaced.
///
/// All other notes are farther than the tolerance from them, so their partners stay.
struct MatchingWindow {
  typealias Item = Matching<Int>.Item

  /// The expected notes before the replacement.
  let given: Range<Int>
  /// The expected notes after the replacement.
  let expected: Range<Int>
  /// The actual notes.
  let actual: Range<Int>

  /// Finds the notes near the replaced ones.
  ///
  /// - Parameters:
  ///   - replaced: The expected notes that were replaced. All others are the same before and after it.
  ///   - given: The expected notes before the replacement in order of time.
  ///   - expected: The expected notes after the replacement in order of time.
  ///   - actual: The actual notes in order of time.
  ///   - tolerance: The largest distance of partners.
  /// - Complexity: O(*n*), where *n* is the number of notes that are found.
  init(
    replacing replaced: Range<Int>, of given: [Item], in expected: [Item], actual: [Item],
    tolerance: Nanoseconds
  ) {
    var (low, actualLow) = (replaced.lowerBound, 0)
    while low > 0 {
      let last = given[low - 1].time
      let latest = last.adding(tolerance)
      actualLow = actual.firstIndex(near: actualLow) { $0.time > last }
      func isFar(_ items: [Item], _ next: Int) -> Bool { next == items.count || items[next].time > latest }
      if isFar(given, low), isFar(expected, low), isFar(actual, actualLow) { break }
      low -= 1
    }
    let shift = expected.count - given.count
    var (high, actualHigh) = (replaced.upperBound, actual.count)
    while high < given.count {
      let next = given[high].time
      let earliest = next.subtracting(tolerance)
      actualHigh = actual.firstIndex(near: actualHigh) { $0.time >= next }
      func isFar(_ items: [Item], _ end: Int) -> Bool { end == 0 || items[end - 1].time < earliest }
      if isFar(given, high), isFar(expected, high + shift), isFar(actual, actualHigh) { break }
      high += 1
    }
    self.given = low..<high
    self.expected = low..<high + shift
    self.actual = (low > 0 ? actualLow : 0)..<(high < given.count ? actualHigh : actual.count)
  }
}
