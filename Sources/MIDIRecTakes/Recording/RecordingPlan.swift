package import ALSASequencer
package import EventLanguage
package import MIDICore
package import MIDIRecSystem
package import SystemPackage

/// The start, the end, and the contents of takes.
package struct RecordingPlan: Sendable {
  /// The duration of the recording, or `nil` for no limit.
  package var limit: Nanoseconds?
  /// The length of silence that ends the recording once a message has arrived, or `nil`.
  package var endingSilence: Nanoseconds?
  /// The length of silence that ends a take, after which the next message starts a new take, or `nil`.
  package var splittingSilence: Nanoseconds?
  /// Whether the recording ends when all sources are disconnected. Otherwise it waits for them.
  package var endsWhenSourcesLeave = false
  /// The time before a requested start whose events belong to the take, or `nil` to start at once.
  package var preRoll: Nanoseconds?
  /// The filter of messages.
  package var filter = MessageFilter()

  /// Creates a plan that records everything except timing clock and active sensing into one take, without a limit.
  package init() {}
}

/// The callbacks of a recording.
package struct RecordingObserver {
  /// A change of the disk's state.
  package enum DiskChange: Sendable {
    /// Writing failed, and new events are only in memory.
    case failed(FileError)
    /// All events are on disk again, in the given journal.
    case worksAgain(FilePath)
    /// A different program deleted or replaced the first journal. All events are in the second one.
    case restarted(FilePath, as: FilePath)
    /// The folder was renamed; the journal or the finished take has this path now.
    case renamed(FilePath)
  }

  /// The interval of ``progress`` while no event arrives, or `nil` for no calls.
  package var interval: Nanoseconds?
  /// Receives the summary so far.
  package var progress: (TakeSummary) -> Void = { _ in }
  /// Receives the first failure of the disk, and its recovery.
  package var diskChanged: (DiskChange) -> Void = { _ in }
  /// Receives each recorded arrival.
  package var arrived: (Capture.Arrival) -> Void = { _ in }
  /// Whether ``arrived`` is called at once, instead of within a quarter of a second, which costs less.
  package var isImpatient = false
  /// Called when a take starts on request.
  package var began: () -> Void = {}

  /// Creates an observer without callbacks.
  package init() {}
}

/// The summary of a take.
package struct TakeSummary: Hashable, Sendable {
  /// The number of messages in the take.
  package var messageCount = 0
  /// The number of note-ons in the take.
  package var noteCount = 0
  /// The number of timing clock and active sensing messages in the take.
  package var timingCount = 0
  /// The number of dropped timing clock and active sensing messages, which describe the instrument's state and would
  /// drown the performance.
  package var leftOutCount = 0
  /// The number of messages that the filter dropped.
  package var filteredCount = 0
  /// The events that arrived and aren't in the take. Their number is known at the end of the whole recording.
  package var losses = EventLossSummary()
  /// The length of the take.
  package var duration = Nanoseconds.zero

  /// Whether the take may be incomplete.
  package var hasLoss: Bool { losses.hasLostEvents || !losses.absenceCounts.isEmpty }
}
