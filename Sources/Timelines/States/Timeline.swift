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
  public var findings: [Entry] { entries.filter(\.change.isFinding) }

  /// The same timeline with what a subject adds to its entries: cells, colours, keys, voices. What an entry had of
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
