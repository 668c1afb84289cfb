internal import MIDICore

/// How far a queue's clock has gone ahead of the monotonic clock.
///
/// A queue's clock is moved on by its timer's interrupts. When one comes so late that the next is due as well, Linux 6.1
/// may count a period twice: the clock is ahead then by a whole period, for good. The timer itself stays in step, so what
/// is scheduled later by as many periods is on time again.
struct QueueDrift {
  private let period: Nanoseconds
  /// The distance of the clocks that counts as none; unknown until there are enough readings.
  private var distance: Nanoseconds?
  /// The distances at the last readings.
  private var readings: [Nanoseconds] = []

  /// How many readings are looked at together. Each can only be too small, by as much as the interrupt before it was
  /// late: the largest of some is near the truth.
  private static let readingCount = 8
  /// How long reading both clocks may take: else the thread was interrupted in between.
  private static let maxReadTime = Nanoseconds.microseconds(100)

  /// Begins with a timer's period.
  init(period: Nanoseconds) { self.period = period }

  /// Takes a reading of both clocks.
  ///
  /// - Parameters:
  ///   - queue: What the queue's clock said.
  ///   - before: What the monotonic clock said just before that, and `after` just after.
  /// - Returns: By how much, in whole periods, everything is to be scheduled later from now on.
  mutating func correction(queue: Nanoseconds, before: Nanoseconds, after: Nanoseconds) -> Nanoseconds {
    guard after - before <= Self.maxReadTime else { return .zero }
    readings.append(queue - before)
    guard readings.count == Self.readingCount, let current = readings.max() else { return .zero }
    readings = []
    guard let distance else {
      distance = current
      return .zero
    }
    // A quarter of a period is more than the readings err.
    let periods = (current - distance + Nanoseconds(rawValue: period.rawValue / 4)).rawValue / period.rawValue
    guard periods > 0 else { return .zero }
    let correction = Nanoseconds(rawValue: periods * period.rawValue)
    self.distance = distance + correction
    return correction
  }
}
