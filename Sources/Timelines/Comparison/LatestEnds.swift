internal import MIDICore

/// The latest end of each of some keys, among the notes that have been added in order of their onsets.
///
/// It answers whether a note of a key sounds at the moment that the notes have reached, without a list of notes.
struct LatestEnds {
  private static let none = Nanoseconds.zero.subtracting(.longest)

  private let keys: KeySet
  private var ends: [Nanoseconds]

  /// Creates ends of keys that have no notes yet.
  init(of keys: KeySet) {
    self.keys = keys
    ends = Array(repeating: Self.none, count: keys.count)
  }

  /// Adds a note, unless its key isn't one of the keys.
  mutating func add(_ key: Int, end: Nanoseconds) {
    guard let number = keys.number(of: key) else { return }
    ends[number] = max(ends[number], end)
  }

  /// Returns the latest end of a key, or a time before all others if it has no note.
  func end(of key: Int) -> Nanoseconds {
    keys.number(of: key).map { ends[$0] } ?? Self.none
  }
}
