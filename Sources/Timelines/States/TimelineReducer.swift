public import MIDICore

/// Converts a stream of messages to a ``Timeline``: the changes of each message, and anomalies.
///
/// The rules:
/// - A message without an effect has no entry. Initially, pitch bends are centered, pressures are 0, and pedals are
///   up. Other values are unknown, so that their first value is a change.
/// - A note-on with velocity 0 is a note-off. A note that starts while its key is down is retriggered, and needs as
///   many note-offs as note-ons.
/// - Sustain (64) and sostenuto (66) are down from the value 64. All notes off and the modes 124 to 127 release the
///   keys, and pedals hold the notes; all sound off ends them. A later note-off of such a key has no entry.
/// - Reset all controllers follows RP-015. Its effects are entries.
/// - RPN 6 on channel 1 or 16 configures an MPE zone. In a member channel, bend, pressure, and timbre belong to the
///   notes whose keys are down, or to the channel if there is none. Pedals and mode messages of the manager channel
///   affect the whole zone.
/// - A parameter is one entry. A selection has no entry. An LSB (38) belongs to the preceding MSB (6) if it follows
///   within 10 ms and no other message of the channel is between them.
/// - Mode messages except local control, and system messages, are events: each is an entry.
/// - Sources that go to the same port share the states of its channels, as the instrument there hears one stream. A
///   note-off ends the oldest note-on of its key, and a pedal holds the notes of all sources. The changes of a note
///   belong to the source of its note-on, and all others to the source of the message.
/// - Control changes 20 to 22 are plain controllers, or one light of a LinnStrument if the stream goes to one.
///
/// A message allocates memory only if it is the first of a channel, if it sets a parameter for the first time, or for
/// entries that aren't removed.
public struct TimelineReducer: Sendable {
  private var sources: [String]
  /// The states of the ports, in the order of their first sources.
  private var states: [ReducedPort]
  /// The index of the state of each source.
  @usableFromInline private(set) var stateIndices: [Int]
  private var log = ChangeLog()

  /// Creates an initial state.
  ///
  /// - Parameters:
  ///   - sources: The names of the sources.
  ///   - ports: The port of each source, or `nil` if each source has its own port.
  public init(sources: [String], ports: [Int]? = nil) {
    self.sources = sources
    var indices: [Int: Int] = [:]
    stateIndices = (ports ?? Array(sources.indices)).map { port in
      let index = indices[port] ?? indices.count
      indices[port] = index
      return index
    }
    precondition(stateIndices.count == sources.count, "each source must have a port")
    states = Array(repeating: ReducedPort(), count: indices.count)
  }

  /// Adds a source with its own port.
  package mutating func addSource() {
    sources.append("")
    stateIndices.append(states.count)
    states.append(ReducedPort())
  }

  /// The number of sources.
  package var sourceCount: Int { sources.count }

  /// Returns the index of a source's port among all ports.
  @inlinable package func portIndex(of source: Int) -> Int { stateIndices[source] }

  /// Applies the next message in order of time.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - time: Its time. Messages with equal times must be in order of their sources.
  ///   - source: Its source, as an index of the sources.
  /// - Complexity: O(1), except for messages that affect all notes of a channel.
  public mutating func apply(_ message: Message, at time: Nanoseconds, from source: Int) {
    log.time = time
    log.source = source
    states[stateIndices[source]].apply(message, to: &log)
  }

  /// The changes since the start or the last ``removeEntries()``, in order of arrival. Their times aren't rounded.
  public var entries: [Timeline.Entry] { log.entries }

  /// Removes the changes so far, for live views that show each change once. The memory is kept unless a copy of
  /// ``entries`` exists.
  public mutating func removeEntries() { log.entries.removeAll(keepingCapacity: true) }

  /// Sorts the changes so far in canonical order. Their times must be rounded.
  mutating func sortRoundedEntries() { log.entries.sortRounded() }

  /// The time of the last message, or of the end.
  var time: Nanoseconds { log.time }

  /// Sets whether controllers 0 to 119 of a source are plain numbers, as in a LinnStrument's User Firmware Mode.
  ///
  /// In that mode, the controllers of pedals, banks, and timbre are positions on the surface. Parameters and mode
  /// messages keep their meaning; "reset all controllers" makes the numbers unknown. If the mode changes in the middle
  /// of a stream, earlier controller values are forgotten, and held notes end with the last message.
  package mutating func setControllersArePlain(_ isOn: Bool, from source: Int) {
    log.source = source
    states[stateIndices[source]].setControllersArePlain(isOn, &log)
  }

  /// Reads control changes 20 to 22 of all sources as the lights of a LinnStrument, to which the stream goes.
  package mutating func readLights() {
    for source in states.indices { states[source].readLights() }
  }

  /// Adds the hanging notes and the pedals left down at the end. More messages may follow.
  ///
  /// - Parameter end: The end, unless the last message is later.
  public mutating func finish(at end: Nanoseconds) {
    log.time = max(end, log.time)
    for index in states.indices {
      log.source = stateIndices.firstIndex(of: index) ?? 0
      states[index].finish(&log)
    }
  }

  /// Finishes and returns the timeline, with the hanging notes and the pedals left down.
  ///
  /// - Parameter end: The end, unless the last message is later.
  /// - Complexity: O(*n* log *n*), or O(*n*) if messages arrived in order, where *n* is the number of changes.
  public consuming func timeline(endingAt end: Nanoseconds) -> Timeline {
    finish(at: end)
    return Timeline(sources: sources, entries: log.entries, end: log.time)
  }
}

/// The log to which the states of sources write changes.
struct ChangeLog: Sendable {
  var entries: [Timeline.Entry] = []
  /// The time of the current message.
  var time = Nanoseconds.zero
  /// The source of the current message.
  var source = 0

  /// Adds a change, at the current time or an earlier one, from the source of the current message or a different one.
  mutating func add(
    _ change: Timeline.Change, _ channel: Channel?, at time: Nanoseconds? = nil, from source: Int? = nil
  ) {
    entries.append(
      .init(time: time ?? self.time, source: source ?? self.source, channel: channel, change: change))
  }

  /// Adds a change of a note.
  mutating func add(
    _ note: NoteNumber, _ transition: Timeline.NoteTransition, _ channel: Channel, from source: Int? = nil
  ) {
    add(.note(note, transition), channel, from: source)
  }
}
