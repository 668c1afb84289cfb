public import MIDICore

/// Turns messages as they come into a ``Timeline``: what each of them changes, and what is wrong by itself.
///
/// The rules:
/// - A message that changes nothing makes no entry. At first, bends are in the middle, pressures 0 and pedals up; all
///   else is unknown, so that its first value is a change.
/// - A note-on with velocity 0 is a note-off. A note that is struck while its key is down is retriggered, and needs
///   as many note-offs as it had note-ons.
/// - Sustain (64) and sostenuto (66) are down from 64 on. All notes off and the modes 124 to 127 lift the keys, and
///   pedals hold the notes; all sound off ends them. A note-off that still comes for such a key is nothing new.
/// - Reset all controllers does what RP-015 says; its effects are entries, too.
/// - RPN 6 on channel 1 or 16 sets an MPE zone. In a member channel, bend, pressure and timbre belong to the notes
///   whose keys are down, or to the channel where there is none. Pedals and modes of the manager's channel reach the
///   whole zone.
/// - A parameter is one entry: a selection makes none, and a fine value (38) that follows the coarse one (6) within
///   10 ms, with nothing else on the channel in between, belongs to it.
/// - Mode messages but local control, and system messages, are events: each is an entry.
///
/// Memory is taken when a channel gets its first message, for parameters that are set for the first time, and for
/// entries that are not removed; else a message costs none.
public struct TimelineReducer: Sendable {
  private let sources: [String]
  private var states: [ReducedSource]
  private var log = ChangeLog()

  /// Makes the state in which nothing was played.
  ///
  /// - Parameter sources: The names of the sources.
  public init(sources: [String]) {
    self.sources = sources
    states = Array(repeating: ReducedSource(), count: sources.count)
  }

  /// Takes the next message, in order of time. Constant time, but for what reaches all notes of a channel.
  ///
  /// - Parameters:
  ///   - message: What came.
  ///   - time: When. Messages of one time belong in the order of their sources.
  ///   - source: From where, an index of the sources.
  public mutating func apply(_ message: Message, at time: Nanoseconds, from source: Int) {
    log.time = time
    log.source = source
    states[source].apply(message, to: &log)
  }

  /// The changes since the beginning or the last ``removeEntries()``, as they came. Times aren't rounded.
  public var entries: [Timeline.Entry] { log.entries }

  /// Forgets the changes so far, for views that live from one to the next. The memory for them is kept, unless a copy of
  /// ``entries`` is.
  public mutating func removeEntries() { log.removeEntries() }

  /// Says whether controllers 0 to 119 of a source are but numbers, as in a LinnStrument's User Firmware Mode, where
  /// those of pedals, banks and timbre are places on the surface. Parameters and mode messages mean what they always
  /// do; "reset all controllers" makes the numbers unknown.
  ///
  /// Where it is said in the middle of a stream, what the controllers were until then is forgotten, and what pedals
  /// hold ends with the last message.
  package mutating func setControllersArePlain(_ isOn: Bool, from source: Int) {
    log.source = source
    states[source].setControllersArePlain(isOn, &log)
  }

  /// Says at the end what hangs and what was left down. What is played on goes on from there.
  ///
  /// - Parameter end: When it ends, or with the last message where that is later.
  public mutating func finish(at end: Nanoseconds) {
    log.time = max(end, log.time)
    for source in states.indices {
      log.source = source
      states[source].finish(&log)
    }
  }

  /// Ends the timeline: says what hangs and what was left down.
  ///
  /// - Parameter end: When it ends, or with the last message where that is later.
  /// - Complexity: O(*n* log *n*) in the number of changes, O(*n*) where messages came in order.
  public consuming func timeline(endingAt end: Nanoseconds) -> Timeline {
    finish(at: end)
    return Timeline(sources: sources, entries: log.entries, end: log.time)
  }
}

/// Where the states of sources write what changes.
struct ChangeLog: Sendable {
  private(set) var entries: [Timeline.Entry] = []
  /// When the message came that is being applied.
  var time = Nanoseconds.zero
  /// From where.
  var source = 0

  /// Forgets the changes, and keeps the memory for them.
  mutating func removeEntries() { entries.removeAll(keepingCapacity: true) }

  /// Adds a change, now or at an earlier time.
  mutating func add(_ change: Timeline.Change, _ channel: Channel?, at time: Nanoseconds? = nil) {
    entries.append(.init(time: time ?? self.time, source: source, channel: channel, change: change))
  }

  /// Adds a change of a note.
  mutating func add(_ note: NoteNumber, _ transition: Timeline.NoteTransition, _ channel: Channel) {
    add(.note(note, transition), channel)
  }
}
