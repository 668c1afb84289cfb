internal import MIDICore

/// The number of messages that a program may send within one second: a fixed number, and ten for each message that it
/// receives.
struct ReplyQuota {
  private static let countPerMessage = 10

  private let countPerSecond: Int
  /// The start of the current second, and the number of messages that had been sent at that time.
  private var second = Nanoseconds.zero
  private var earlierSentCount = 0
  /// The number of replies at the start of the current second.
  private(set) var earlierReplyCount: Int

  /// Creates a quota.
  ///
  /// - Parameters:
  ///   - countPerSecond: The number of messages that the program may send without receiving any.
  ///   - replyCount: The number of replies before the run.
  init(countPerSecond: Int, replyCount: Int) {
    self.countPerSecond = countPerSecond
    earlierReplyCount = replyCount
  }

  /// Starts a new second if the current one is over.
  mutating func update(at now: Nanoseconds, replyCount: Int, sentCount: Int) {
    guard now - second >= .seconds(1) else { return }
    (second, earlierReplyCount, earlierSentCount) = (now, replyCount, sentCount)
  }

  /// Returns the maximum number of replies in this second, counted from the first reply of the connection.
  ///
  /// - Parameter sentCount: The number of messages that were sent since the start of the run.
  func limit(sentCount: Int) -> Int {
    earlierReplyCount + countPerSecond + Self.countPerMessage * (sentCount - earlierSentCount)
  }
}

/// A detector of programs that don't read their events.
struct StallDetector {
  private var takenCount: Int?
  private var since: Nanoseconds?

  /// Returns whether the program has read no events for a time although events wait for it.
  ///
  /// - Parameters:
  ///   - waitingCount: The number of cells in the program's pool that hold events.
  ///   - sentCount: The number of cells that were sent to the program since any fixed time.
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
