internal import MIDICore

/// Finds transposed and missing passages.
struct PitchChangeSearch {
  private let notes: PassageNotes

  /// Creates a search among notes.
  init(_ notes: PassageNotes) { self.notes = notes }

  /// Returns the changes.
  func changes() -> [PassageChange] { [] }
}
