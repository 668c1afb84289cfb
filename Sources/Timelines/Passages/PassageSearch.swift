internal import MIDICore

/// Finds the changes of passages between two takes whose changes as a whole are known.
///
/// Times come first, because no other change is found between notes that aren't at the same time: ``TimeChangeSearch``
/// follows the delays of the notes. Then ``PitchChangeSearch`` finds transposed and missing passages, ``RhythmSearch``
/// swung, quantized, and humanized ones, and ``LevelChangeSearch`` other lengths and velocities. Each looks for a rule
/// that many notes have, and for the range of notes in which the rule explains most.
struct PassageSearch {
  /// The changes, and the notes under them.
  struct Result {
    var changes: [PassageChange]
    var alignment: TakeAlignment
    var expected: Performance
    var matching: NoteMatching
  }

  /// The minimum number of differences. Fewer are reported one by one.
  private static let minCount = 4

  private let alignment: TakeAlignment
  private var notes: PassageNotes

  /// Creates a search, or returns `nil` if few notes differ.
  init?(
    expected: Performance, actual: Performance, alignment: TakeAlignment, keys: ComparisonKeys,
    options: Comparison.Options, matching: NoteMatching, differences: [Difference]
  ) {
    guard differences.count >= Self.minCount, !options.followsTempo else { return nil }
    self.alignment = alignment
    notes = PassageNotes(
      given: expected, actual: AlignedNotes(actual.notes, alignment), keys: keys, options: options,
      matching: matching)
  }

  /// Returns the changes, or `nil` if there are none.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  func result() -> Result? {
    var notes = notes
    notes.add(PitchChangeSearch(notes).changes())
    notes.add(RhythmSearch(notes).changes())
    notes.add(LevelChangeSearch(notes).changes())
    guard !notes.changes.isEmpty else { return nil }
    return Result(
      changes: notes.changes, alignment: alignment, expected: notes.expected, matching: notes.matching)
  }
}
