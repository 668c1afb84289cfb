internal import MIDICore

/// A detector of programs that don't take what is sent to them.
struct StallDetector {
  private var takenCount: Int?
  private var since: Nanoseconds?

  /// Whether the program has taken nothing for a time, although something waits for it.
  ///
  /// - Parameters:
  ///   - waitingCount: The number of cells in the program's pool that hold events.
  ///   - sentCount: The number of cells that were sent to the program since any fixed moment.
  ///   - now: The time of the call.
  mutating func isStalled(
    waitingCount: Int, sentCount: Int, at now: Nanoseconds, limit: Nanoseconds
  ) -> Bool {
    let takenCount = sentCount - waitingCount
    defer { self.takenCount = takenCount }
    guard waitingCount > 0, let earlier = self.takenCount, takenCount <= earlier else {
      since = nil
      return false
    }
    let start = since ?? now
    since = start
    return now - start >= limit
  }
}
