internal import Histogram
public import MIDICore

/// The result of a replay.
public struct PlaybackReport: Equatable, Sendable {
  /// The reason why the replay didn't reach its end, or `nil` if it did.
  package var interruption: SendingInterruption?
  /// The number of messages that every receiver accepted.
  public package(set) var sentCount = 0
  /// The number of messages that a receiver couldn't accept.
  public package(set) var lostCount = 0
  /// The number of messages that weren't sent, because the endpoint was disconnected.
  public package(set) var unsentCount = 0
  /// The number of times that the endpoint was disconnected.
  public package(set) var gapCount = 0
  /// The number of messages that were sent again because a receiver was full, in a replay without losses.
  package var resentCount = 0
  /// The time since the start, without pauses.
  public package(set) var elapsed = Nanoseconds.zero
  /// The lateness of messages, or `nil` if no message was delivered at its own time.
  public package(set) var lateness: Lateness?
  /// The error number of the system's refusal of real-time priority, or `nil` if it was granted.
  package var priorityRefusal: Int32?

  /// Creates the report at the start of a replay.
  package init() {}
}

/// A notice during a replay.
package enum PlaybackNotice: Equatable, Sendable {
  /// The progress, at least twice per second.
  case progress(PlaybackReport)
  /// The endpoint was disconnected. Messages until its return count as unsent.
  case left(name: String, at: Nanoseconds)
  /// The endpoint was reconnected, and the replay continues.
  case came(Endpoint, at: Nanoseconds)
  /// The replay is paused, and all notes are released.
  case paused(at: Nanoseconds)
  /// The replay continues.
  case resumed(at: Nanoseconds)
}

/// The time differences of a replay's messages, early or late, by the kernel's timestamps, in constant memory.
public struct Lateness: Equatable, Sendable {
  /// Up to an hour with three digits, so the error is below a thousandth.
  private var histogram = Histogram<UInt64>(
    highestTrackableValue: 3_600_000_000_000, numberOfSignificantValueDigits: .three)
  /// The exact maximum, or zero without messages.
  public private(set) var largest = Nanoseconds.zero

  init() { histogram.autoResize = true }

  /// Records the time difference of a message.
  ///
  /// - Complexity: O(1)
  mutating func record(_ deviation: Nanoseconds) {
    let magnitude = deviation.magnitude
    largest = max(largest, magnitude)
    histogram.record(UInt64(magnitude.rawValue))
  }

  /// Whether no message was recorded.
  var isEmpty: Bool { histogram.totalCount == 0 }

  /// The median.
  public var median: Nanoseconds { percentile(50) }
  /// The 99th percentile.
  public var percentile99: Nanoseconds { percentile(99) }
  /// The 99.9th percentile.
  public var percentile999: Nanoseconds { percentile(99.9) }

  private func percentile(_ percentile: Double) -> Nanoseconds {
    // The histogram returns the upper end of a value's bucket.
    min(largest, Nanoseconds(rawValue: Int64(clamping: histogram.valueAtPercentile(percentile))))
  }
}
