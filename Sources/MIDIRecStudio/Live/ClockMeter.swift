internal import MIDICore

/// The tempo of a timing clock, and how unevenly it arrives.
struct ClockMeter {
  /// The tempo and the jitter of the latest quarter note.
  struct Reading {
    /// Quarter notes per minute.
    let tempo: Double
    /// The largest deviation of an interval from the mean, in milliseconds.
    let jitter: Double
  }

  /// A quarter note has 24 clocks (MIDI 1.0 Detailed Specification, "System Real Time Messages").
  private static let clocksPerQuarter = 24
  /// The clock has stopped after this time.
  private static let patience = Nanoseconds.milliseconds(500)

  private var times: [Nanoseconds] = []

  /// Records a clock.
  mutating func clockCame(at time: Nanoseconds) {
    if let last = times.last, time - last > Self.patience { times = [] }
    times.append(time)
    if times.count > Self.clocksPerQuarter + 1 { times.removeFirst() }
  }

  /// Returns the reading, or `nil` if no clock runs.
  func reading(at now: Nanoseconds) -> Reading? {
    guard let first = times.first, let last = times.last, times.count > Self.clocksPerQuarter,
      now - last < Self.patience, last > first
    else { return nil }
    let mean = Double((last - first).rawValue) / Double(times.count - 1)
    let deviations = zip(times, times.dropFirst()).map { abs(Double(($1 - $0).rawValue) - mean) }
    return Reading(
      tempo: 60e9 / (mean * Double(Self.clocksPerQuarter)), jitter: (deviations.max() ?? 0) / 1e6)
  }
}
