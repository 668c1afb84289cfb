internal import Algorithms
internal import MIDICore

/// The delay of a pair, and its tolerance.
struct Delay {
  /// The expected time.
  var time: Nanoseconds
  var delay: Nanoseconds
  var tolerance: Nanoseconds
}

/// The exact shift of a take that may start at any time.
///
/// It is chosen so that no difference is reported that a different shift would keep within the tolerance.
struct StartOffsetEstimator {
  private let delays: [Delay]
  private let onsetCount: Int

  /// Creates an estimator from the delays under an approximate shift. Delays of onsets come first.
  init(_ delays: (all: [Delay], onsetCount: Int)) {
    self.delays = delays.all
    onsetCount = delays.onsetCount
  }

  /// The median of the delays, or the nearest shift with more delays within their tolerance.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of delays.
  var shift: Nanoseconds {
    let onsetDelays = delays.prefix(onsetCount > 0 ? onsetCount : delays.count).map(\.delay)
    guard let median = onsetDelays.median() else { return .zero }
    var range = Nanoseconds.zero.subtracting(.longest)...Nanoseconds.longest
    var outside: [ClosedRange<Nanoseconds>] = []
    for delay in delays {
      let tolerance = max(delay.tolerance, .zero)
      let (low, high) = (delay.delay.subtracting(tolerance), delay.delay.adding(tolerance))
      if low <= median, median <= high {
        range = max(range.lowerBound, low)...min(range.upperBound, high)
      } else {
        outside.append(low...high)
      }
    }
    // All these shifts keep the delays that the median has within the tolerance. Find the shift with most of the
    // others.
    let reachable = outside.filter { $0.overlaps(range) }.map { $0.clamped(to: range) }
    guard !reachable.isEmpty else { return median }
    let bounds = Set(reachable.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
    let (starts, ends) = (reachable.map(\.lowerBound).sorted(), reachable.map(\.upperBound).sorted())
    var best = (shift: median, count: 0)
    for bound in bounds {
      let count = starts.partitioningIndex { $0 > bound } - ends.partitioningIndex { $0 >= bound }
      let isNearer = count == best.count && bound.distance(to: median) < best.shift.distance(to: median)
      if count > best.count || isNearer { best = (bound, count) }
    }
    return best.shift
  }
}
