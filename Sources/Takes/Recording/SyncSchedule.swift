internal import MIDICore

/// When a take is to be brought to disk: a quarter of a second after the first event that is not there yet, and
/// earlier when the playing pauses, because what is played before a pause is a whole.
///
/// At most that and what a sync lasts can be lost. midirec promises a second: the rest is for machines so busy that
/// half a second goes by until a program that is to run does, which happened with eight captures on an emulated machine.
struct SyncSchedule {
  private static let interval = Nanoseconds.milliseconds(250)
  private static let pause = Nanoseconds.milliseconds(150)

  private var latest: Nanoseconds?

  /// When the next sync is due; nothing where all is on disk.
  private(set) var due: Nanoseconds?

  /// Notes that events came that are to be brought to disk.
  mutating func eventsCame(at time: Nanoseconds) {
    let latest = latest ?? time + Self.interval
    self.latest = latest
    due = min(latest, time + Self.pause)
  }

  /// Notes that everything is on disk.
  mutating func succeeded() {
    latest = nil
    due = nil
  }

  /// Notes that the disk refused: it is asked again after the usual time, however much comes until then.
  mutating func failed(at time: Nanoseconds) {
    latest = time + Self.interval
    due = latest
  }
}
