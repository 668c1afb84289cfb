package import ALSASequencer
package import FileIO
package import MIDICore

/// Who hears of a recording that goes on.
package struct RecordingObserver {
  /// What the disk does while the recording goes on.
  package enum DiskChange: Sendable {
    /// From now on what comes is in memory only.
    case failed(FileError)
    /// All that was in memory only is on disk.
    case worksAgain
  }

  /// How often ``progress`` is called while nothing comes; without it, not at all.
  package var interval: Nanoseconds?
  /// Called with what was recorded so far.
  package var progress: (TakeSummary) -> Void = { _ in }
  /// Called when the disk begins to refuse, and when it takes everything again.
  package var diskChanged: (DiskChange) -> Void = { _ in }
  /// Called for each arrival that is kept.
  package var arrived: (Capture.Arrival) -> Void = { _ in }
  /// Whether ``arrived`` is to be called at once, instead of within a quarter of a second, which costs less.
  package var isImpatient = false
  /// Called when a take begins that was waited for.
  package var began: () -> Void = {}

  /// Makes an observer whom nothing interests.
  package init() {}
}
