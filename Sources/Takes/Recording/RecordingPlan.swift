package import ALSASequencer
package import EventLanguage
package import FileIO
package import MIDICore

/// When takes begin and end, and what is in them.
package struct RecordingPlan: Sendable {
  /// The recording ends after this time.
  package var limit: Nanoseconds?
  /// The recording ends when nothing has been played for this long, once something was.
  package var endingSilence: Nanoseconds?
  /// A take ends when nothing has been played for this long, and the next one begins with the next message.
  package var splittingSilence: Nanoseconds?
  /// The recording ends when all sources have gone away; otherwise it waits for them.
  package var endsWhenSourcesLeave = false
  /// The take begins when it is asked for, and has what was played in this time before that.
  package var preRoll: Nanoseconds?
  /// Which messages are recorded.
  package var filter = MessageFilter()

  /// Makes a plan: to record everything but timing clock and active sensing, into one take, without an end.
  package init() {}
}

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

/// What became of a take.
package struct TakeSummary: Hashable, Sendable {
  /// How many messages are in the take.
  package var messageCount = 0
  /// How many of them begin a note.
  package var noteCount = 0
  /// How many timing clocks and active sensing messages were left out: they tell of the instrument's state, not of
  /// the playing, and would drown it.
  package var leftOutCount = 0
  /// How many messages the plan's filter left out.
  package var filteredCount = 0
  /// How often the kernel had to drop events because nobody read them in time.
  package var overrunCount = 0
  /// How many events it dropped, in the whole recording; known at its end, where the system tells.
  package var lostCount: Int?
  /// How many events were dropped because no MIDI message stands for them.
  package var unreadableCount = 0
  /// How often each source went away, by its index.
  package var absenceCounts: [Int: Int] = [:]
  /// The indices of the sources that are away now.
  package var absentSources: Set<Int> = []
  /// The length of the take.
  package var duration = Nanoseconds.zero

  /// Whether events came that are not in the take.
  package var hasLostEvents: Bool { overrunCount > 0 || unreadableCount > 0 || (lostCount ?? 0) > 0 }

  /// Whether something that was played may be missing.
  package var hasLoss: Bool { hasLostEvents || !absenceCounts.isEmpty }
}
