internal import MIDICore

/// The notes of the last minute, for the strips of the pages.
struct RecentNotes {
  /// A note that started, or that ended.
  struct Entry {
    let hold: HeldNotes.Hold
    /// The end, or `nil` while the note sounds.
    let end: Nanoseconds?
  }

  /// The time for which a note is kept after its end.
  private static let length = Nanoseconds.seconds(65)

  /// The changes in order. A later entry of a note replaces an earlier one.
  private(set) var changes = BoundedList<Entry>(capacity: 20_000)

  /// Adds a note that started, or that ended.
  mutating func append(_ entry: Entry) {
    changes.append(entry)
    changes.removeFirst { $0.time.adding(Self.length) < entry.time }
  }
}

extension RecentNotes.Entry {
  /// The time of the start or the end.
  fileprivate var time: Nanoseconds { end ?? hold.since }
}
