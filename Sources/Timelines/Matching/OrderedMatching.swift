internal import HeapModule

/// Chooses which points of two lists on a line are paired within a tolerance: as many as can be, and among such
/// choices one with the least sum of distances. The kept points of both lists belong together in order.
///
/// Pairs that cross need not be looked at: when two pairs cross, exchanging their partners keeps both distances within
/// the larger one, and their sum doesn't grow. So a choice is known by which points are kept, and its cost is the
/// integral over time of how many kept points wait for a partner: expected ones count up, actual ones down.
///
/// The sweep goes over the points in order of time and knows for every number of waiting points what it costs to get
/// there at best. This function is convex, so it is held as its slopes, split at zero: ``earlier`` are the steps to
/// fewer, ``later`` the steps to more. Each slope stands for the one point whose choice changes at that step.
///
/// - An expected point adds a step: for it, one more waits, and that is worth a skipped point. An actual one is alike
///   in the other direction.
/// - Time that passes makes each step away from zero dearer by as much. It is added to all slopes of a side at once.
/// - A point that is older than the tolerance can't wait any longer. There is always one step up for each expected
///   point that can still wait, so the dearest one goes; and alike the other way. That the points that wait are in fact
///   the youngest needs no care: a choice where an older one waits instead costs more and is never the best.
struct OrderedMatching {
  /// What is known of a step, as one number: whether the point is expected (below zero) or actual, then the cost of the
  /// step less the worth of a point in nanoseconds, then the number of the point, which decides between equals.
  private typealias Step = Int128

  private static let worth = Step(1) << 112
  private static let positionBits = 32

  /// Which of the expected points are kept.
  private(set) var keepsExpected: [Bool]
  /// Which of the actual points are kept; as many of each line.
  private(set) var keepsActual: [Bool]

  private let expected: [Int64]
  private let actual: [Int64]
  private let tolerance: Int64
  /// The steps to fewer waiting points; time that has passed is added to them.
  private var earlier = Heap<Step>()
  /// The steps to more waiting points; time that has passed is subtracted from them.
  private var later = Heap<Step>()

  /// Prepares for lines within two lists of points.
  ///
  /// - Parameters:
  ///   - expected: Points, ascending within each line; no two may be farther apart than fits 64 bits.
  ///   - actual: The same of the other list.
  ///   - tolerance: The largest distance of a pair. Nothing is within a negative one.
  init(expected: [Int64], actual: [Int64], tolerance: Int64) {
    self.expected = expected
    self.actual = actual
    self.tolerance = tolerance
    keepsExpected = [Bool](repeating: false, count: expected.count)
    keepsActual = [Bool](repeating: false, count: actual.count)
  }

  /// Chooses among the points of one line: those in a range of each list.
  ///
  /// - Complexity: O(*n* log *w*) in the number of points, *w* of them within one tolerance.
  mutating func match(_ expectedRange: Range<Int>, _ actualRange: Range<Int>) {
    guard tolerance >= 0 else { return }
    var expectedPosition = expectedRange.lowerBound
    var actualPosition = actualRange.lowerBound
    // Where nothing happens for longer than the tolerance, the line falls into components.
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
    // In the end none waits.
    for step in earlier.unordered { settle(step, isTaken: true) }
    for step in later.unordered { settle(step, isTaken: false) }
    earlier.removeAll { _ in true }
    later.removeAll { _ in true }
  }

  /// One step more above zero: the new one, or the dearest below zero where that is dearer.
  private mutating func addExpected(_ position: Int, _ passed: Step) {
    let step = Step(position) - Self.worth
    if let dearest = earlier.max, step < dearest - passed {
      earlier.replaceMax(with: step + passed)
      later.insert(dearest - passed - passed)
    } else {
      later.insert(step - passed)
    }
  }

  /// One step more below zero: the new one, or the cheapest above zero where that is cheaper.
  private mutating func addActual(_ position: Int, _ passed: Step) {
    // Numbered backwards, because a step that is taken skips an actual point, and the first ones are to be kept.
    let step = Step(UInt32.max - UInt32(position)) + Self.worth
    if let cheapest = later.min, cheapest + passed < step {
      later.replaceMin(with: step - passed)
      earlier.insert(cheapest + passed + passed)
    } else {
      earlier.insert(step + passed)
    }
  }

  /// Notes what a step means once it is certain: taken, an expected point is kept, or an actual one skipped.
  private mutating func settle(_ step: Step, isTaken: Bool) {
    let isExpected = step < 0
    guard isExpected == isTaken else { return }
    let number = UInt32(truncatingIfNeeded: step)
    if isExpected { keepsExpected[Int(number)] = true } else { keepsActual[Int(UInt32.max - number)] = true }
  }
}
