internal import MIDICore

/// The drift of a queue's clock relative to the monotonic clock.
///
/// The interrupts of its timer advance a queue's clock. If one is so late that the next is also due, Linux 6.1 may
/// count a period twice, and the clock is ahead by a whole period permanently. The timer itself stays accurate, so
/// scheduling later by that number of periods corrects it.
struct QueueDrift {
  private let period: Nanoseconds
  /// The initial distance of the clocks, or `nil` until there are enough readings.
  private var distance: Nanoseconds?
  /// The distances at the last readings.
  private var readings: [Nanoseconds] = []

  /// The number of combined readings. Each can only be too small, by the lateness of the preceding interrupt, so the
  /// largest is nearly exact.
  private static let readingCount = 8
  /// The maximum time of reading both clocks. If it is exceeded, the thread was interrupted.
  private static let maxReadTime = Nanoseconds.microseconds(100)

  /// Creates a monitor for a timer's period.
  init(period: Nanoseconds) { self.period = period }

  /// Adds a reading of both clocks.
  ///
  /// - Parameters:
  ///   - queue: The time of the queue's clock.
  ///   - before: The monotonic time just before that.
  ///   - after: The monotonic time just after that.
  /// - Returns: The time, in whole periods, by which later events must be delayed.
  mutating func correction(queue: Nanoseconds, before: Nanoseconds, after: Nanoseconds) -> Nanoseconds {
    guard after - before <= Self.maxReadTime else { return .zero }
    readings.append(queue - before)
    guard readings.count == Self.readingCount, let current = readings.max() else { return .zero }
    readings = []
    guard let distance else {
      distance = current
      return .zero
    }
    // A quarter of a period exceeds the error of the readings.
    let periods = (current - distance + Nanoseconds(rawValue: period.rawValue / 4)).rawValue / period.rawValue
    guard periods > 0 else { return .zero }
    let correction = Nanoseconds(rawValue: periods * period.rawValue)
    self.distance = distance + correction
    return correction
  }
}
