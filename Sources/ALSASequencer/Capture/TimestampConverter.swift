internal import MIDICore

/// Puts the stamps of a queue on the monotonic clock.
///
/// Linux 6.1 counts a queue's clock on by a fixed period with each interrupt of its timer, and adds the time since that
/// interrupt, by the monotonic clock, for a stamp. So within a period stamps are as fine as the monotonic clock; but each
/// is too small by as much as the interrupt at the beginning of its period was late, and an interrupt that was counted
/// twice sets the clock forward for good. One look at both clocks within a period tells how far the queue's is off in it.
struct TimestampConverter {
  /// The period of the queue's timer.
  private let period: Nanoseconds
  /// When the capture began, by the monotonic clock: its time zero.
  private let start: Nanoseconds
  /// The period that was looked at last, and the one before that.
  private var current: Look?
  private var previous: Look?
  /// The latest time that was told: time doesn't go back.
  private var latest = Nanoseconds.zero

  /// What both clocks said at about the same time.
  struct Reading {
    /// The queue's.
    var queue: Nanoseconds
    /// The monotonic one, just before that and just after.
    var before: Nanoseconds
    var after: Nanoseconds
  }

  private struct Look {
    /// The number of the period.
    var number: Int64
    /// What has to be added to stamps in it.
    var correction: Nanoseconds
    /// How far that can be off.
    var uncertainty: Nanoseconds
  }

  /// Begins.
  init(period: Nanoseconds, start: Nanoseconds) {
    self.period = period
    self.start = start
  }

  /// The time of an event since the start of the capture.
  ///
  /// - Parameters:
  ///   - stamp: What the kernel stamped it with.
  ///   - read: Reads both clocks; it is called about once for each period in which something came.
  mutating func time(of stamp: Nanoseconds, reading read: () -> Reading?) -> Nanoseconds {
    let number = stamp.rawValue / period.rawValue
    // A period that has passed can't be looked at any more.
    if number > current?.number ?? -1 { look(read) }
    let look = previous?.number == number ? previous : current
    latest = max(latest, stamp + (look?.correction ?? .zero))
    return latest
  }

  /// Looks at both clocks, again where something came in between.
  private mutating func look(_ read: () -> Reading?) {
    var best: Look?
    for _ in 0..<3 {
      guard let reading = read() else { break }
      let uncertainty = Nanoseconds(rawValue: (reading.after - reading.before).rawValue / 2)
      let look = Look(
        number: reading.queue.rawValue / period.rawValue,
        correction: reading.before + uncertainty - start - reading.queue, uncertainty: uncertainty)
      if uncertainty < best?.uncertainty ?? .seconds(1) { best = look }
      if uncertainty < .microseconds(5) { break }
    }
    guard let best, best.number != current?.number else { return }
    previous = current
    current = best
  }
}
