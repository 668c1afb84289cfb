internal import Algorithms
internal import MIDICore

/// By how much something is later than expected, and by how much it may be.
struct Delay {
  /// When it is expected.
  var time: Nanoseconds
  var delay: Nanoseconds
  var tolerance: Nanoseconds
}

/// The shift of a take that may have been started at any moment, as exactly as can be told: so that nothing that is
/// within the tolerance under some shift is reported because another one was taken.
struct StartOffsetEstimator {
  private let delays: [Delay]
  private let onsetCount: Int

  /// Takes what belongs together under a shift that is known roughly: first what is between onsets.
  init(_ delays: (all: [Delay], onsetCount: Int)) {
    self.delays = delays.all
    onsetCount = delays.onsetCount
  }

  /// The median of the delays, or the nearest shift under which more is within its tolerance.
  ///
  /// - Complexity: O(*n* log *n*)
  var shift: Nanoseconds {
    var sorted = delays.prefix(onsetCount > 0 ? onsetCount : delays.count).map(\.delay)
    sorted.sort()
    guard !sorted.isEmpty else { return .zero }
    let median = sorted[sorted.count / 2]
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
    // All of these shifts keep what the median has within its tolerance; which one has most of the others?
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
