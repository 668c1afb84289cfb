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
  private let actual: Performance
  private let notes: PassageNotes

  /// Creates a search, or returns `nil` if few notes differ.
  init?(
    expected: Performance, actual: Performance, alignment: TakeAlignment, keys: ComparisonKeys,
    options: Comparison.Options, matching: NoteMatching, differences: [Difference]
  ) {
    guard differences.count >= Self.minCount, !options.followsTempo else { return nil }
    self.alignment = alignment
    self.actual = actual
    notes = PassageNotes(
      given: expected, actual: AlignedNotes(actual.notes, alignment), keys: keys, options: options,
      matching: matching)
  }

  /// Returns the changes, or `nil` if there are none.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  func result() -> Result? {
    var (notes, alignment) = timed()
    notes.add(PitchChangeSearch(notes).changes())
    notes.add(RhythmSearch(notes).changes())
    notes.add(LevelChangeSearch(notes).changes())
    guard !notes.changes.isEmpty else { return nil }
    return Result(
      changes: notes.changes, alignment: alignment, expected: notes.expected, matching: notes.matching)
  }

  /// Returns the notes with the changes of their times.
  ///
  /// The drift of the whole take may be a part of such a change, so the take is also examined without it.
  private func timed() -> (PassageNotes, TakeAlignment) {
    var best = (notes, alignment)
    for isWithoutDrift in alignment.tempoDrift == 0 ? [false] : [false, true] {
      var start = TakeAlignment(shift: alignment.shift, tempoDrift: alignment.tempoDrift)
      var notes = self.notes
      if isWithoutDrift {
        start.tempoDrift = 0
        notes = notes.aligned(start)
      }
      let search = TimeChangeSearch(notes)
      guard !search.changes.isEmpty else { continue }
      if search.startDelay != .zero {
        start.shift = start.shift.adding(search.startDelay)
        notes = notes.aligned(start)
      }
      notes.add(search.changes)
      if notes.unmatchedCount < best.0.unmatchedCount { best = (notes, start) }
    }
    return best
  }
}
