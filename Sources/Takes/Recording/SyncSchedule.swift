internal import MIDICore

/// The times at which a take is written to disk: a quarter of a second after the first unwritten event, or earlier at a
/// pause, because a phrase before a pause is complete.
///
/// At most that time and the duration of a sync can be lost. midirec guarantees one second. The rest is a margin for
/// very busy machines: with eight captures on an emulated machine, a program that was ready to run waited half a
/// second.
struct SyncSchedule {
  private static let interval = Nanoseconds.milliseconds(250)
  private static let pause = Nanoseconds.milliseconds(150)

  private var latest: Nanoseconds?

  /// The time of the next sync, or `nil` if everything is on disk.
  private(set) var due: Nanoseconds?

  /// Records that events arrived.
  mutating func eventsCame(at time: Nanoseconds) {
    let latest = latest ?? time + Self.interval
    self.latest = latest
    due = min(latest, time + Self.pause)
  }

  /// Records that everything is on disk.
  mutating func succeeded() {
    latest = nil
    due = nil
  }

  /// Records a failure. The next attempt follows after the usual time, regardless of new events.
  mutating func failed(at time: Nanoseconds) {
    latest = time + Self.interval
    due = latest
  }
}
