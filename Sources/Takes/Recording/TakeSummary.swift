public import MIDICore

/// What became of a take.
public struct TakeSummary: Hashable, Sendable {
  /// How many messages are in the take.
  public var messageCount = 0
  /// How many of them begin a note.
  public var noteCount = 0
  /// How many timing clocks and active sensing messages were left out: they tell of the instrument's state, not of
  /// the playing, and would drown it.
  public var leftOutCount = 0
  /// How many messages the plan's filter left out.
  public var filteredCount = 0
  /// How often the kernel had to drop events because nobody read them in time.
  public var overrunCount = 0
  /// How many events it dropped, in the whole recording; known at its end, where the system tells.
  public var lostCount: Int?
  /// How many events were dropped because no MIDI message stands for them.
  public var unreadableCount = 0
  /// How often each source went away, by its index.
  public var absenceCounts: [Int: Int] = [:]
  /// The indices of the sources that are away now.
  public var absentSources: Set<Int> = []
  /// The length of the take.
  public var duration = Nanoseconds.zero

  /// Whether events came that are not in the take.
  public var hasLostEvents: Bool { overrunCount > 0 || unreadableCount > 0 || (lostCount ?? 0) > 0 }

  /// Whether something that was played may be missing.
  public var hasLoss: Bool { hasLostEvents || !absenceCounts.isEmpty }
}
