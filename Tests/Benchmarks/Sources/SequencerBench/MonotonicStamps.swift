import CALSA

/// Converts timestamps of a queue, whose timer fires ten times per second, to the monotonic clock.
///
/// The kernel computes a timestamp from the last tick of the timer, as if that had been punctual. So all timestamps of
/// a period have the same error, which reading both clocks in that period reveals.
struct MonotonicStamps {
  /// The timer's frequency per second.
  static let rate: UInt32 = 10

  private let sequencer: Sequencer
  private var period: Int64 = -1
  private var correction: Int64 = 0

  init(of sequencer: Sequencer) { self.sequencer = sequencer }

  /// Returns the arrival of an event on the monotonic clock in nanoseconds. Call it soon after the arrival.
  mutating func time(of stamp: Int64) -> Int64 {
    if Self.period(of: stamp) > period { look() }
    return stamp + correction
  }

  private static func period(of time: Int64) -> Int64 { time / (1_000_000_000 / Int64(rate)) }

  /// Reads both clocks several times, and uses the fastest reading.
  private mutating func look() {
    var shortest = Int64.max
    for _ in 0..<3 {
      let before = Clock.now
      guard let queue = sequencer.queueTime else { return }
      let duration = Clock.now - before
      guard duration < shortest else { continue }
      shortest = duration
      period = Self.period(of: queue)
      correction = before + duration / 2 - queue
    }
  }
}
