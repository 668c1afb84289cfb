/// The minimum time of an operation, and its maximum memory.
public struct Measurement {
  /// The minimum time in seconds.
  public private(set) var seconds = Double.infinity
  /// The memory that the first run added to the process, in bytes.
  public private(set) var memory = 0
  /// The number of events that it found.
  public private(set) var eventCount = 0

  /// Repeats an operation at least five times and for at least half a second.
  ///
  /// - Parameter body: A closure that returns an object to keep in memory until the time is measured, and the number of
  ///   events.
  public init<Kept>(_ body: () -> (Kept, eventCount: Int)) {
    Memory.forgetPeak()
    let resident = Memory.resident
    var total = 0.0
    var count = 0
    while count < 5 || total < 0.5 {
      let start = ContinuousClock.now
      let (kept, eventCount) = body()
      let elapsed = ContinuousClock.now - start
      if count == 0 { memory = Memory.peak - resident }
      withExtendedLifetime(kept) {}
      let parts = elapsed.components
      let secondsElapsed = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
      self.eventCount = eventCount
      seconds = min(seconds, secondsElapsed)
      total += secondsElapsed
      count += 1
    }
  }

  /// The values for scripts: seconds, bytes of memory, events.
  public var text: String { "\(seconds) \(memory) \(eventCount)" }
}
