internal import MIDICore

/// Finds swung, quantized, and humanized passages.
struct RhythmSearch {
  private let notes: PassageNotes

  /// Creates a search among notes.
  init(_ notes: PassageNotes) { self.notes = notes }

  /// Returns the changes.
  func changes() -> [PassageChange] { [] }
}
