internal import MIDICore

/// Finds how the actual take as a whole lies beside the expected one: how much later it is, and how much longer it
/// takes.
///
/// Candidates come from the first and the last landmarks; the one under which most landmarks find a partner in time
/// wins. A drift is followed from there on, over longer and longer parts of the take, because after ten minutes a
/// hundredth is six seconds, where no landmark could be told from its neighbors.
struct AlignmentSearch {
  typealias Landmark = Matching<Int>.Item

  /// A shift or a drift that fewer landmarks speak for is a matter of each.
  private static let minGain = 3

  private let expected: [Landmark]
  private let actual: [Landmark]
  private let tolerance: Nanoseconds

  /// Takes what both takes are aligned by, in order of time.
  init(expected: [Landmark], actual: [Landmark], tolerance: Nanoseconds) {
    self.expected = expected.sorted { $0.time < $1.time }
    self.actual = actual.sorted { $0.time < $1.time }
    self.tolerance = max(tolerance, .zero)
  }

  /// The alignment.
  ///
  /// - Parameter isFree: Whether any shift is right; otherwise one is only taken where it explains clearly more.
  /// - Complexity: O(*n* log *n*) in the number of landmarks.
  func alignment(isFree: Bool) -> TakeAlignment {
    let none = TakeAlignment()
    let unshifted = score(none)
    let possible = min(expected.count, actual.count)
    let fewest = max(Self.minGain, possible / 20)
    guard unshifted < max(expected.count, actual.count), possible > 0,
      isFree || possible - unshifted >= fewest
    else { return none }
    let lines = Line.allCases.map { AlignmentLines(expected, actual, tolerance, from: $0) }
    var best = (alignment: none, score: unshifted)
    // What is within the tolerance needs no shift to explain it.
    for line in lines where line.firstShift.map({ $0.shift.magnitude > tolerance }) ?? false {
      let shift = line.shift()
      let score = score(shift)
      let gain = score - best.score
      let isClear =
        self.isClear(gain, of: possible - best.score) && gain * 4 >= possible
        && shift.shift.magnitude > tolerance
      if isFree ? gain > 0 : isClear { best = (shift, score) }
    }
    for line in lines where possible - best.score >= fewest {
      let drift = line.drift()
      guard drift.tempoDrift != 0, moves(drift) else { continue }
      let score = score(drift)
      let gain = score - best.score
      if isClear(gain, of: possible - best.score), gain >= fewest { best = (drift, score) }
    }
    return best.alignment
  }

  /// Whether something explains so much of what is left to explain that it is no accident.
  private func isClear(_ gain: Int, of unexplained: Int) -> Bool {
    gain >= Self.minGain && gain * 2 >= unexplained
  }

  /// From which end a line is followed.
  enum Line: CaseIterable {
    case start, end
  }

  /// Whether the drift moves anything beyond the tolerance.
  private func moves(_ drift: TakeAlignment) -> Bool {
    guard let first = expected.first, let last = expected.last else { return false }
    let span = Int128(last.time.rawValue) - Int128(first.time.rawValue)
    return (span * Int128(drift.tempoDrift) / 1_000_000_000).magnitude > UInt128(tolerance.rawValue)
  }

  private func score(_ alignment: TakeAlignment) -> Int {
    Matching(expected: expected, actual: actual.aligned(alignment), tolerance: tolerance).pairs.count
  }
}

extension Array {
  /// The items on the expectation's axis.
  func aligned<Key>(_ alignment: TakeAlignment) -> Self where Element == Matching<Key>.Item {
    if alignment.shift == .zero, alignment.tempoDrift == 0 { return self }
    return map { Element(key: $0.key, time: alignment.expectedTime(of: $0.time)) }
  }
}
