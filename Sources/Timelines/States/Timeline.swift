public import MIDICore

/// The changes of state of notes, controllers, and other values of one or more sources over time.
///
/// Expectations contain timelines, and subjects return them. ``text`` is the human-readable form.
///
/// Times are whole microseconds, as in the text, so that both are equivalent. The entries are in a canonical order,
/// which is the same on every machine: by time, source, channel (none first), and kind (system messages, controllers,
/// programs, parameters, bend, pressure, timbre, notes, pedals left down, lights), then by number of controller,
/// parameter, or note, and finally in order of arrival.
public struct Timeline: Hashable, Sendable {
  /// The names of the sources, which may be empty or equal. Entries refer to sources by index.
  public let sources: [String]
  /// All changes of state, in canonical order.
  public private(set) var entries: [Entry]
  /// The end of the timeline, not before the last entry.
  public let end: Nanoseconds

  /// Creates a timeline from entries in any order. Entries that are equal in the canonical order keep their order.
  ///
  /// Times are rounded to the nearest microsecond, half away from zero, and clamped to 292 years.
  ///
  /// - Parameters:
  ///   - sources: The names of the sources.
  ///   - entries: The changes. Each source is an index of `sources`.
  ///   - end: The end, unless the last entry is later.
  /// - Complexity: O(*n* log *n*), or O(*n*) if the entries are nearly in order, where *n* is the number of entries.
  public init(sources: [String], entries: [Entry], end: Nanoseconds) {
    self.sources = sources
    self.entries = entries
    for index in self.entries.indices {
      self.entries[index].time = self.entries[index].time.roundedToMicroseconds
    }
    self.entries.sortRounded()
    self.end = max(end.roundedToMicroseconds, self.entries.last?.time ?? end.roundedToMicroseconds)
  }

  /// The largest time, one less than the maximum, so that rounding again can't overflow.
  static let latestMicrosecond = Int64.max / 1000 - 1

  /// The entries that are errors in themselves: hanging notes, stray note-offs, retriggered notes, and pedals left
  /// down.
  ///
  /// - Complexity: O(*n*), where *n* is the number of entries.
  public var anomalies: [Entry] { entries.filter(\.change.isAnomaly) }

  /// Returns the timeline with attributes that a subject adds to its entries, such as cells, colors, keys, and voices.
  /// They replace the entries' attributes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of entries.
  public func annotated(_ attributes: (Entry) -> [Attribute]) -> Timeline {
    var timeline = self
    for index in entries.indices { timeline.entries[index].attributes = attributes(entries[index]) }
    return timeline
  }
}

extension [Timeline.Entry] {
  /// Sorts entries whose times are rounded in canonical order.
  mutating func sortRounded() {
    // The order of arrival depends on `sort` being stable.
    if count > 1 { sort { $0.isBefore($1) } }
  }
}

extension Nanoseconds {
  /// The time in microseconds, rounded half away from zero, as `description` rounds.
  package var microseconds: Int64 {
    let (whole, rest) = rawValue.quotientAndRemainder(dividingBy: 1000)
    return whole + (rest >= 500 ? 1 : rest <= -500 ? -1 : 0)
  }

  /// The time rounded to ``microseconds``.
  var roundedToMicroseconds: Nanoseconds {
    Nanoseconds(
      rawValue: min(max(microseconds, -Timeline.latestMicrosecond), Timeline.latestMicrosecond) * 1000)
  }
}

extension Timeline {
  /// A change of state and its time.
  public struct Entry: Hashable, Sendable {
    /// The time of the change.
    public package(set) var time: Nanoseconds
    /// The attributes that a subject adds, in the subject's order.
    public internal(set) var attributes: [Attribute]
    /// The source, as an index of ``Timeline/sources``.
    public let source: Int
    /// The channel, or `nil` for system messages.
    public let channel: Channel?
    /// The change.
    public let change: Change

    /// Creates an entry. A system message has no channel; every other change has one.
    public init(
      time: Nanoseconds, source: Int, channel: Channel?, change: Change, attributes: [Attribute] = []
    ) {
      self.time = time
      self.source = source
      self.channel = channel
      self.change = change
      self.attributes = attributes
    }

    /// Returns whether the entry precedes a different one in the canonical order.
    func isBefore(_ other: Entry) -> Bool {
      if time != other.time { return time < other.time }
      if source != other.source { return source < other.source }
      return (channel?.number ?? 0, change.place.kind, change.place.number)
        < (other.channel?.number ?? 0, other.change.place.kind, other.change.place.number)
    }
  }

  /// An attribute that a subject adds to an entry: a key such as `cells`, and a value such as `3,7`. Both may be any
  /// text.
  public struct Attribute: Hashable, Sendable {
    /// The name of the attribute.
    public let key: String
    /// The value of the attribute.
    public let value: String

    /// Creates an attribute with the given values.
    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }
}

extension Timeline {
  /// Creates the timeline of a recording. Each track with messages is a source with the track's name, or an empty name.
  /// Tracks with the same port share its channels.
  ///
  /// Messages are applied in order of time, equal times by track, and within a track in their order.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - lights: Whether control changes 20 to 22 are the lights of a LinnStrument that receives the messages.
  /// - Complexity: O(*n* log *n*), where *n* is the number of messages.
  public init(_ recording: Recording, lights: Bool = false) {
    var reducer = TimelineReducer(sources: recording.sourceNames, ports: recording.sourcePorts)
    if lights { reducer.readLights() }
    recording.forEachMessageOfSources { source, timed in
      reducer.apply(timed.message, at: timed.time, from: source)
    }
    self = reducer.timeline(endingAt: recording.duration)
  }
}

extension Recording {
  /// The sources of its timelines: the names of the tracks that have messages. A track without a name has an empty one.
  package var sourceNames: [String] { tracks.filter { !$0.messages.isEmpty }.map { $0.name ?? "" } }

  /// The ports of the sources of its timelines.
  package var sourcePorts: [Int] { tracks.filter { !$0.messages.isEmpty }.map(\.port) }

  /// Calls a closure for each message in the order of ``messagesOfSources``.
  ///
  /// - Complexity: O(*n*) for one track in order, otherwise O(*n* log *n*), where *n* is the number of messages.
  func forEachMessageOfSources(_ body: (_ source: Int, _ timed: TimedMessage) -> Void) {
    let tracks = tracks.filter { !$0.messages.isEmpty }
    if tracks.count == 1 {
      for timed in Recording(tracks: tracks).messagesInOrder { body(0, timed) }
    } else {
      for (source, timed) in messagesOfSources { body(source, timed) }
    }
  }

  /// All messages in the order in which they are applied, each with its source, an index of ``sourceNames``.
  ///
  /// The order is by time, equal times by track, and within a track as in the track.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of messages.
  package var messagesOfSources: [(source: Int, timed: TimedMessage)] {
    let messages = tracks.filter { !$0.messages.isEmpty }.enumerated().flatMap { source, track in
      track.messages.map { (source: source, timed: $0) }
    }
    // The order of simultaneous messages depends on `sorted` being stable.
    return messages.sorted { $0.timed.time < $1.timed.time }
  }
}
