import CALSA

/// Puts the stamps of a queue whose timer fires ten times a second on the monotonic clock.
///
/// The kernel reckons a stamp from the last time the timer fired, as if it had been punctual then. So all stamps of a
/// period err by the same, which a look at both clocks in that period shows.
struct MonotonicStamps {
  /// How often a second the timer fires.
  static let rate: UInt32 = 10

  private let sequencer: Sequencer
  private var period: Int64 = -1
  private var correction: Int64 = 0

  init(of sequencer: Sequencer) { self.sequencer = sequencer }

  /// When an event came, by the monotonic clock, in nanoseconds; to be asked soon after it came.
  mutating func time(of stamp: Int64) -> Int64 {
    if Self.period(of: stamp) > period { look() }
    return stamp + correction
  }

  private static func period(of time: Int64) -> Int64 { time / (1_000_000_000 / Int64(rate)) }

  /// Looks at both clocks, several times, and believes the look that took the shortest time.
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
