internal import Algorithms
internal import MIDICore

/// Finds the alignment of a take as a whole: how much later it starts, and how much longer it takes.
///
/// Candidates come from the first and the last landmarks. The candidate under which most landmarks find a partner
/// within the tolerance wins. A drift is followed over longer and longer parts of the take, because after ten minutes
/// one percent is six seconds, and neighboring landmarks can't be distinguished.
struct AlignmentSearch {
  typealias Landmark = Matching<Int>.Item

  /// The minimum number of landmarks that support a shift or drift. With fewer, each note is reported instead.
  private static let minGain = 3

  private let expected: [Landmark]
  private let actual: [Landmark]
  private let tolerance: Nanoseconds

  /// Creates a search among landmarks in any order.
  init(expected: [Landmark], actual: [Landmark], tolerance: Nanoseconds) {
    self.expected = Self.inOrder(expected)
    self.actual = Self.inOrder(actual)
    self.tolerance = max(tolerance, .zero)
  }

  /// Returns landmarks in order of time, without a copy if they already are.
  private static func inOrder(_ landmarks: [Landmark]) -> [Landmark] {
    let isInOrder = landmarks.adjacentPairs().allSatisfy { $0.time <= $1.time }
    return isInOrder ? landmarks : landmarks.sorted { $0.time < $1.time }
  }

  /// Returns the alignment.
  ///
  /// - Parameters:
  ///   - isFree: Whether any shift is acceptable. Otherwise, a shift must explain clearly more landmarks.
  ///   - candidate: An alignment to examine in addition to the landmarks', or `nil`.
  /// - Complexity: O(*n* log *n*), where *n* is the number of landmarks.
  func alignment(isFree: Bool, candidate: TakeAlignment? = nil) -> TakeAlignment {
    let none = TakeAlignment()
    let unshifted = score(none)
    let possible = min(expected.count, actual.count)
    let fewest = max(Self.minGain, possible / 20)
    guard unshifted < max(expected.count, actual.count), possible > 0,
      isFree || possible - unshifted >= fewest
    else { return none }
    let lines = Line.allCases.map { AlignmentLines(expected, actual, tolerance, from: $0) }
    var best = (alignment: none, score: unshifted)
    // A shift within the tolerance isn't needed.
    func consider(shift: TakeAlignment) {
      let score = score(shift)
      let gain = score - best.score
      let isClear =
        self.isClear(gain, of: possible - best.score) && gain * 4 >= possible
        && shift.shift.magnitude > tolerance
      if isFree ? gain > 0 : isClear { best = (shift, score) }
    }
    for line in lines where line.firstShift.map({ $0.shift.magnitude > tolerance }) ?? false {
      consider(shift: line.shift())
    }
    if let candidate, candidate.tempoDrift == 0 { consider(shift: candidate) }
    func consider(drift: @autoclosure () -> TakeAlignment) {
      guard possible - best.score >= fewest else { return }
      let drift = drift()
      guard drift.tempoDrift != 0, moves(drift) else { return }
      let score = score(drift)
      let gain = score - best.score
      if isClear(gain, of: possible - best.score), gain >= fewest { best = (drift, score) }
    }
    for line in lines { consider(drift: line.drift()) }
    if let candidate { consider(drift: lines[0].sharpened(candidate)) }
    return best.alignment
  }

  /// Returns whether a gain is too large a part of the unexplained landmarks to be an accident.
  private func isClear(_ gain: Int, of unexplained: Int) -> Bool {
    gain >= Self.minGain && gain * 2 >= unexplained
  }

  /// The end of the takes from which a line is followed.
  enum Line: CaseIterable {
    case start, end
  }

  /// Returns whether the drift moves any landmark beyond the tolerance.
  private func moves(_ drift: TakeAlignment) -> Bool {
    guard let first = expected.first, let last = expected.last else { return false }
    let span = Int128(last.time.rawValue) - Int128(first.time.rawValue)
    return (span * Int128(drift.tempoDrift) / 1_000_000_000).magnitude > UInt128(tolerance.rawValue)
  }

  private func score(_ alignment: TakeAlignment) -> Int {
    Matching.pairCount(expected: expected, actual: actual.aligned(alignment), tolerance: tolerance)
  }
}

extension Array {
  /// Returns the items on the expectation's time axis.
  func aligned<Key>(_ alignment: TakeAlignment) -> Self where Element == Matching<Key>.Item {
    if alignment.shift == .zero, alignment.tempoDrift == 0 { return self }
    return map { Element(key: $0.key, time: alignment.expectedTime(of: $0.time)) }
  }
}
