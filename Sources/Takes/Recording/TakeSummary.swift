package import MIDICore

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
