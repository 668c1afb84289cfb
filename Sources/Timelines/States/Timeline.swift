public import MIDICore

/// What the notes of one or more sources did over time, one change of state after the other.
///
/// It is what an expectation holds and what a subject is compared by. ``text`` is its form for people and files.
///
/// Times are whole microseconds, as in the text, so that a timeline and its text say the same. The entries are in a
/// canonical order that is the same on every machine: by time, then by source, then by channel (what has none comes
/// first), then by kind (system messages, controllers, programs, registered and non-registered parameters, bend,
/// pressure, timbre, notes, pedals left down, lights), then by the number of the controller, parameter or note, and only then
/// as the messages came.
public struct Timeline: Hashable, Sendable {
  /// The names of the sources. They may be empty or alike: an entry names its source by index.
  public let sources: [String]
  /// All changes of state, in canonical order.
  public private(set) var entries: [Entry]
  /// When it ends: not before the last entry.
  public let end: Nanoseconds

  /// Makes a timeline of entries in any order; those that are equal in all but the order in which they come keep it.
  ///
  /// Times are rounded to the nearest microsecond, a half away from zero; those beyond 292 years to the last
  /// microsecond that can be told.
  ///
  /// - Parameters:
  ///   - sources: The names of the sources.
  ///   - entries: The changes; each source is an index of `sources`.
  ///   - end: When it ends, or with the last entry where that is later.
  /// - Complexity: O(*n* log *n*) in the number of entries, O(*n*) where they are nearly in order.
  public init(sources: [String], entries: [Entry], end: Nanoseconds) {
    self.sources = sources
    self.entries = entries
    for index in self.entries.indices {
      self.entries[index].time = self.entries[index].time.roundedToMicroseconds
    }
    // `sort` is stable, which the order of arrival relies on.
    self.entries.sort { $0.isBefore($1) }
    self.end = max(end.roundedToMicroseconds, self.entries.last?.time ?? end.roundedToMicroseconds)
  }

  /// The last time that can be told: one less than fits, so that whoever rounds again can't overflow.
  static let latestMicrosecond = Int64.max / 1000 - 1

  /// What is wrong by itself: notes that hang at the end, note-offs without a note-on, notes struck again while their
  /// key was down, pedals left down.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  public var anomalies: [Entry] { entries.filter(\.change.isAnomaly) }

  /// The same timeline with what a subject adds to its entries: cells, colors, keys, voices. What an entry had of
  /// the kind is replaced.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  public func annotated(_ attributes: (Entry) -> [Attribute]) -> Timeline {
    var timeline = self
    for index in entries.indices { timeline.entries[index].attributes = attributes(entries[index]) }
    return timeline
  }
}

extension Nanoseconds {
  /// The nearest whole microsecond, a half away from zero, as `description` rounds.
  fileprivate var roundedToMicroseconds: Nanoseconds {
    let (whole, rest) = rawValue.quotientAndRemainder(dividingBy: 1000)
    let rounded = whole + (rest >= 500 ? 1 : rest <= -500 ? -1 : 0)
    return .microseconds(min(max(rounded, -Timeline.latestMicrosecond), Timeline.latestMicrosecond))
  }
}

extension Timeline {
  /// One change of state.
  public struct Entry: Hashable, Sendable {
    /// When it happened.
    public internal(set) var time: Nanoseconds
    /// What a subject adds, in its own order.
    public internal(set) var attributes: [Attribute]
    /// From which source: an index of ``Timeline/sources``.
    public let source: Int
    /// On which channel; nothing for system messages.
    public let channel: Channel?
    /// What changed.
    public let change: Change

    /// Makes an entry of its parts. A change that is a system message has no channel, every other has one.
    public init(
      time: Nanoseconds, source: Int, channel: Channel?, change: Change, attributes: [Attribute] = []
    ) {
      self.time = time
      self.source = source
      self.channel = channel
      self.change = change
      self.attributes = attributes
    }

    /// Whether it stands before another in the canonical order, whatever the order in which both came.
    func isBefore(_ other: Entry) -> Bool {
      if time != other.time { return time < other.time }
      if source != other.source { return source < other.source }
      return (channel?.number ?? 0, change.place.kind, change.place.number)
        < (other.channel?.number ?? 0, other.change.place.kind, other.change.place.number)
    }
  }

  /// What a subject adds to an entry: a key such as `cells` and a value such as `3,7`. Both may be any text.
  public struct Attribute: Hashable, Sendable {
    /// What is said.
    public let key: String
    /// What it is.
    public let value: String

    /// Makes an attribute of its parts.
    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }
}

extension Timeline {
  /// What the notes of a recording did. Each track that has messages is a source by its name; one without a name has
  /// an empty one.
  ///
  /// Messages are applied in order of time, those of one time by track, and within a track as they stand.
  ///
  /// - Complexity: O(*n* log *n*) in the number of messages.
  public init(_ recording: Recording) {
    var reducer = TimelineReducer(sources: recording.sourceNames)
    for (source, timed) in recording.messagesOfSources {
      reducer.apply(timed.message, at: timed.time, from: source)
    }
    self = reducer.timeline(endingAt: recording.duration)
  }
}

extension Recording {
  /// The sources of its timelines: the names of the tracks that have messages, empty for those without a name.
  package var sourceNames: [String] { tracks.filter { !$0.messages.isEmpty }.map { $0.name ?? "" } }

  /// All messages in the order in which they are applied: by time, those of one time by track, and within a track as
  /// they stand. Each with its source, an index of ``sourceNames``.
  ///
  /// - Complexity: O(*n* log *n*) in the number of messages.
  package var messagesOfSources: [(source: Int, timed: TimedMessage)] {
    let messages = tracks.filter { !$0.messages.isEmpty }.enumerated().flatMap { source, track in
      track.messages.map { (source: source, timed: $0) }
    }
    // `sorted` is stable, which the order of simultaneous messages relies on.
    return messages.sorted { $0.timed.time < $1.timed.time }
  }
}
