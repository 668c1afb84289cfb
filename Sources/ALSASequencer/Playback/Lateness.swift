internal import Histogram
package import MIDICore

/// How far the messages of a replay were from their times, early or late, by the kernel's own stamps.
package struct Lateness: Hashable, Sendable {
  /// Half of them were nearer.
  package let median: Nanoseconds
  /// 99 in 100 were nearer.
  package let percentile99: Nanoseconds
  /// 999 in 1,000 were nearer.
  package let percentile999: Nanoseconds
  /// The farthest, exactly.
  package let largest: Nanoseconds
}

/// Collects how late messages are, in a fixed amount of memory however many there are.
struct LatenessRecorder {
  /// Up to an hour, with three digits: below a thousandth of the value.
  private var histogram = Histogram<UInt64>(
    highestTrackableValue: 3_600_000_000_000, numberOfSignificantValueDigits: .three)
  private var largest = Nanoseconds.zero

  init() { histogram.autoResize = true }

  /// Takes the distance of a message from its time. Constant time.
  mutating func record(_ deviation: Nanoseconds) {
    let magnitude = deviation.magnitude
    largest = max(largest, magnitude)
    histogram.record(UInt64(magnitude.rawValue))
  }

  /// What was collected; nothing where that is nothing.
  var lateness: Lateness? {
    guard histogram.totalCount > 0 else { return nil }
    // The histogram gives the upper end of a value's bucket.
    func value(_ percentile: Double) -> Nanoseconds {
      min(largest, Nanoseconds(rawValue: Int64(clamping: histogram.valueAtPercentile(percentile))))
    }
    return Lateness(
      median: value(50), percentile99: value(99), percentile999: value(99.9), largest: largest)
  }
}
