internal import MIDICore

/// The notes of the last minute, for the strips of the pages.
struct RecentNotes {
  /// A note that started, or that ended.
  struct Entry {
    let number: Int
    let source: Int
    let channel: Channel
    let note: NoteNumber
    let velocity: UInt7
    let start: Nanoseconds
    /// The end, or `nil` while the note sounds.
    let end: Nanoseconds?
  }

  /// How long notes are kept after they ended.
  static let length = Nanoseconds.seconds(65)

  /// The changes in order. A later entry of a note replaces an earlier one.
  private(set) var changes = BoundedList<Entry>(capacity: 20_000)

  /// Adds a change of the held notes.
  mutating func apply(_ change: HeldNotes.Change, at time: Nanoseconds) {
    let (hold, end): (HeldNotes.Hold, Nanoseconds?) =
      switch change {
      case .started(let hold): (hold, nil)
      case .ended(let hold): (hold, time)
      }
    changes.append(
      Entry(
        number: hold.number, source: hold.source, channel: hold.channel, note: hold.note,
        velocity: hold.velocity, start: hold.since, end: end))
    changes.removeFirst { ($0.end ?? $0.start).adding(Self.length) < time }
  }
}
