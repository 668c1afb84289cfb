internal import MIDICore

/// Finds passages with other velocities or lengths.
struct LevelChangeSearch {
  private let notes: PassageNotes

  /// Creates a search among notes.
  init(_ notes: PassageNotes) { self.notes = notes }

  /// Returns the changes.
  func changes() -> [PassageChange] { [] }
}
