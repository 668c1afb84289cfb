internal import HeapModule

/// Chooses points of two lists to be paired within a tolerance: as many as possible, with the least sum of distances.
/// The kept points of both lists belong together in order.
///
/// Crossing pairs need no attention: exchanging their partners keeps both distances within the larger one and doesn't
/// increase their sum. So a choice is determined by the kept points, and its cost is the integral over time of the
/// number of kept points that wait for a partner. Expected points count up, and actual points count down.
///
/// The sweep visits the points in order of time and knows the least cost of each number of waiting points. This
/// function is convex, so it is stored as its slopes, split at zero: ``earlier`` holds the steps to fewer, ``later``
/// the steps to more. Each slope belongs to the one point whose choice changes at that step.
///
/// - An expected point adds a step: one more point waits, which is worth a skipped point. An actual point adds a step
///   in the opposite direction.
/// - Elapsed time makes each step away from zero more expensive by that time. It is added to all slopes of a side at
///   once.
/// - A point older than the tolerance can't wait. There is always one step up for each expected point that can wait, so
///   the most expensive one is removed, and likewise in the opposite direction. The waiting points are automatically
///   the youngest: a choice with an older one costs more and is never the best.
struct OrderedMatching {
  /// The data of a step in one number: whether the point is expected (negative) or actual, then the cost of the step
  /// minus the worth of a point in nanoseconds, then the number of the point, which decides between equal costs.
  private typealias Step = Int128

  private static let worth = Step(1) << 112
  private static let positionBits = 32

  /// Whether each expected point is kept.
  private(set) var keepsExpected: [Bool]
  /// Whether each actual point is kept; as many as expected points in each group.
  private(set) var keepsActual: [Bool]

  private let expected: [Int64]
  private let actual: [Int64]
  private let tolerance: Int64
  /// The steps to fewer waiting points, to which elapsed time is added.
  private var earlier = Heap<Step>()
  /// The steps to more waiting points, from which elapsed time is subtracted.
  private var later = Heap<Step>()

  /// Prepares for groups within two lists of points.
  ///
  /// - Parameters:
  ///   - expected: The expected points, ascending within each group. Their distances must fit 64 bits.
  ///   - actual: The actual points, likewise.
  ///   - tolerance: The maximum distance of a pair. A negative tolerance forms no pairs.
  init(expected: [Int64], actual: [Int64], tolerance: Int64) {
    self.expected = expected
    self.actual = actual
    self.tolerance = tolerance
    keepsExpected = [Bool](repeating: false, count: expected.count)
    keepsActual = [Bool](repeating: false, count: actual.count)
  }

  /// Takes the choices of another matching of the same points from a position in each list on.
  mutating func replace(from expected: Int, _ actual: Int, with other: OrderedMatching) {
    keepsExpected.replaceSubrange(expected..., with: other.keepsExpected[expected...])
    keepsActual.replaceSubrange(actual..., with: other.keepsActual[actual...])
  }

  /// Chooses among the points of one group, given as a range of each list.
  ///
  /// - Complexity: O(*n* log *w*), where *n* is the number of points, of which *w* are within one tolerance.
  mutating func match(_ expectedRange: Range<Int>, _ actualRange: Range<Int>) {
    guard tolerance >= 0 else { return }
    var expectedPosition = expectedRange.lowerBound
    var actualPosition = actualRange.lowerBound
    // A gap longer than the tolerance separates the group into components.
    while expectedPosition < expectedRange.upperBound, actualPosition < actualRange.upperBound {
      let begin = (expectedPosition, actualPosition)
      var last = min(expected[expectedPosition], actual[actualPosition])
      while true {
        let nextExpected = expectedPosition < expectedRange.upperBound ? expected[expectedPosition] : .max
        let nextActual = actualPosition < actualRange.upperBound ? actual[actualPosition] : .max
        let next = min(nextExpected, nextActual)
        guard next != .max, next - last <= tolerance else { break }
        last = next
        if nextExpected <= nextActual { expectedPosition += 1 } else { actualPosition += 1 }
      }
      matchComponent(begin.0..<expectedPosition, begin.1..<actualPosition)
    }
  }

  private mutating func matchComponent(_ expectedRange: Range<Int>, _ actualRange: Range<Int>) {
    if expectedRange.count == 1, actualRange.count == 1 {
      keepsExpected[expectedRange.lowerBound] = true
      keepsActual[actualRange.lowerBound] = true
    } else if !expectedRange.isEmpty, !actualRange.isEmpty {
      sweep(expectedRange, actualRange)
    }
  }

  private mutating func sweep(_ expectedRange: Range<Int>, _ actualRange: Range<Int>) {
    let begin = min(expected[expectedRange.lowerBound], actual[actualRange.lowerBound])
    var (expectedPosition, actualPosition) = (expectedRange.lowerBound, actualRange.lowerBound)
    var (oldestExpected, oldestActual) = (expectedPosition, actualPosition)
    while expectedPosition < expectedRange.upperBound || actualPosition < actualRange.upperBound {
      let isExpected =
        actualPosition == actualRange.upperBound
        || (expectedPosition < expectedRange.upperBound
          && expected[expectedPosition] <= actual[actualPosition])
      let now = isExpected ? expected[expectedPosition] : actual[actualPosition]
      while oldestExpected < expectedPosition, now - expected[oldestExpected] > tolerance {
        oldestExpected += 1
        if let step = later.popMax() { settle(step, isTaken: false) }
      }
      while oldestActual < actualPosition, now - actual[oldestActual] > tolerance {
        oldestActual += 1
        if let step = earlier.popMin() { settle(step, isTaken: true) }
      }
      let passed = Step(now - begin) << Self.positionBits
      if isExpected {
        addExpected(expectedPosition, passed)
        expectedPosition += 1
      } else {
        addActual(actualPosition, passed)
        actualPosition += 1
      }
    }
    // At the end, no point waits.
    for step in earlier.unordered { settle(step, isTaken: true) }
    for step in later.unordered { settle(step, isTaken: false) }
    earlier.removeAll { _ in true }
    later.removeAll { _ in true }
  }

  /// Adds a step above zero: the new one, or the most expensive below zero if that is more expensive.
  private mutating func addExpected(_ position: Int, _ passed: Step) {
    let step = Step(position) - Self.worth
    if let dearest = earlier.max, step < dearest - passed {
      earlier.replaceMax(with: step + passed)
      later.insert(dearest - passed - passed)
    } else {
      later.insert(step - passed)
    }
  }

  /// Adds a step below zero: the new one, or the cheapest above zero if that is cheaper.
  private mutating func addActual(_ position: Int, _ passed: Step) {
    // Numbered backward, because a taken step skips an actual point, and the first ones should be kept.
    let step = Step(UInt32.max - UInt32(position)) + Self.worth
    if let cheapest = later.min, cheapest + passed < step {
      later.replaceMin(with: step - passed)
      earlier.insert(cheapest + passed + passed)
    } else {
      earlier.insert(step + passed)
    }
  }

  /// Records the effect of a final step: if taken, an expected point is kept, or an actual point is skipped.
  private mutating func settle(_ step: Step, isTaken: Bool) {
    let isExpected = step < 0
    guard isExpected == isTaken else { return }
    let number = UInt32(truncatingIfNeeded: step)
    if isExpected { keepsExpected[Int(number)] = true } else { keepsActual[Int(UInt32.max - number)] = true }
  }
}
