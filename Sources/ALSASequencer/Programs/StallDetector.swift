internal import MIDICore

/// A detector of programs that don't take what is sent to them.
struct StallDetector {
  private var waitingCount = 0
  private var since: Nanoseconds?

  /// Whether the program has taken nothing for a time, although something waits for it.
  ///
  /// - Parameters:
  ///   - waitingCount: The number of cells in the program's pool that hold events.
  ///   - now: The time of the call.
  mutating func isStalled(waitingCount: Int, at now: Nanoseconds, limit: Nanoseconds) -> Bool {
    defer { self.waitingCount = waitingCount }
    guard waitingCount > 0, waitingCount >= self.waitingCount else {
      since = nil
      return false
    }
    let start = since ?? now
    since = start
    return now - start >= limit
  }
}
