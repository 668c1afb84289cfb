internal import MIDICore

/// Converts timestamps of a queue to the monotonic clock.
///
/// Linux 6.1 advances a queue's clock by a fixed period with each timer interrupt, and adds the monotonic time since
/// that interrupt to timestamps. Within a period, timestamps are as fine as the monotonic clock. But each is too small
/// by the lateness of its period's interrupt, and an interrupt that was counted twice advances the clock permanently.
/// Reading both clocks once per period gives the difference in that period.
struct TimestampConverter {
  /// The period of the queue's timer.
  private let period: Nanoseconds
  /// The start of the capture on the monotonic clock, which is its time zero.
  private let start: Nanoseconds
  /// The latest examined period, and the one before it: their numbers, and the corrections of their timestamps.
  private var current: (number: Int64, correction: Nanoseconds)?
  private var previous: (number: Int64, correction: Nanoseconds)?
  /// The latest returned time; times don't decrease.
  private var latest = Nanoseconds.zero

  /// Simultaneous readings of both clocks.
  struct Reading {
    /// The time of the queue.
    var queue: Nanoseconds
    /// The monotonic times just before and just after.
    var before: Nanoseconds
    var after: Nanoseconds

    /// The maximum error of the distance between the clocks.
    var uncertainty: Nanoseconds { Nanoseconds(rawValue: (after - before).rawValue / 2) }
  }

  /// Creates a converter.
  init(period: Nanoseconds, start: Nanoseconds) {
    self.period = period
    self.start = start
  }

  /// Returns the time of an event since the start of the capture.
  ///
  /// - Parameters:
  ///   - stamp: The kernel's timestamp.
  ///   - read: Reads both clocks. It is called about once per period with events.
  mutating func time(of stamp: Nanoseconds, reading read: () -> Reading?) -> Nanoseconds {
    let number = stamp.rawValue / period.rawValue
    // A period that has passed can no longer be examined.
    if number > current?.number ?? -1 { examine(read) }
    let period = previous?.number == number ? previous : current
    latest = max(latest, stamp + (period?.correction ?? .zero))
    return latest
  }

  /// Reads both clocks, and repeats it if it was interrupted.
  private mutating func examine(_ read: () -> Reading?) {
    var best: Reading?
    for _ in 0..<3 {
      guard let reading = read() else { break }
      if reading.uncertainty < best?.uncertainty ?? .seconds(1) { best = reading }
      if reading.uncertainty < .microseconds(5) { break }
    }
    guard let best else { return }
    let number = best.queue.rawValue / period.rawValue
    guard number != current?.number else { return }
    previous = current
    current = (number, best.before + best.uncertainty - start - best.queue)
  }
}
