/// How long something takes, at best, and how much memory it takes at most.
public struct Measurement {
  /// The shortest time, in seconds.
  public private(set) var seconds = Double.infinity
  /// What it added to the process's memory while it ran for the first time, in bytes.
  public private(set) var memory = 0
  /// How many events it found.
  public private(set) var eventCount = 0

  /// Repeats something at least five times and for at least half a second.
  ///
  /// - Parameter body: Returns what is to be kept in memory until the time is taken, and how many events it found.
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

  /// For the scripts: seconds, bytes of memory, events.
  public var text: String { "\(seconds) \(memory) \(eventCount)" }
}
