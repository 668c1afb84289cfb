internal import Histogram
package import MIDICore

/// The time differences of a replay's messages, early or late, by the kernel's timestamps.
package struct Lateness: Hashable, Sendable {
  /// The median.
  package let median: Nanoseconds
  /// The 99th percentile.
  package let percentile99: Nanoseconds
  /// The 99.9th percentile.
  package let percentile999: Nanoseconds
  /// The exact maximum.
  package let largest: Nanoseconds
}

/// Records the lateness of messages in constant memory.
struct LatenessRecorder {
  /// Up to an hour with three digits, so the error is below a thousandth.
  private var histogram = Histogram<UInt64>(
    highestTrackableValue: 3_600_000_000_000, numberOfSignificantValueDigits: .three)
  private var largest = Nanoseconds.zero

  init() { histogram.autoResize = true }

  /// Records the time difference of a message.
  ///
  /// - Complexity: O(1)
  mutating func record(_ deviation: Nanoseconds) {
    let magnitude = deviation.magnitude
    largest = max(largest, magnitude)
    histogram.record(UInt64(magnitude.rawValue))
  }

  /// The recorded lateness, or `nil` if no message was recorded.
  var lateness: Lateness? {
    guard histogram.totalCount > 0 else { return nil }
    // The histogram returns the upper end of a value's bucket.
    func value(_ percentile: Double) -> Nanoseconds {
      min(largest, Nanoseconds(rawValue: Int64(clamping: histogram.valueAtPercentile(percentile))))
    }
    return Lateness(
      median: value(50), percentile99: value(99), percentile999: value(99.9), largest: largest)
  }
}
