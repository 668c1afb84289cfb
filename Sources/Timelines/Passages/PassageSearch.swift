internal import MIDICore

/// Finds the changes of passages between two takes whose changes as a whole are known.
///
/// Times come first, because no other change is found between notes that aren't at the same time: ``TimeChangeSearch``
/// follows the delays of the notes. Then ``PitchChangeSearch`` finds transposed and missing passages, ``RhythmSearch``
/// swung, quantized, and humanized ones, and ``LevelChangeSearch`` other lengths and velocities. Each looks for a rule
/// that many notes have, and for the range of notes in which the rule explains most.
struct PassageSearch {
  /// The changes, and the notes under them.
  struct Explanation {
    var changes: [PassageChange]
    var alignment: TakeAlignment
    var expected: Performance
    /// The index in the performance without changes of each note of ``expected``.
    var indices: [Int]
    var matching: NoteMatching
    /// The number of differences, with that of the notes that the changes must explain.
    var cost: Int
  }

  /// The minimum number of differences. Fewer are reported one by one.
  private static let minCount = 5

  /// The number of differing notes of each change. A change must be much shorter than what it explains.
  private static let minGain = 4

  /// Many notes have delays if at least this part of the notes aren't in time.
  private static let minDelayedPart = 10

  private let alignment: TakeAlignment
  private let actual: Performance
  private let notes: PassageNotes

  /// Returns the changes of passages in two takes that are compared as a whole, or `nil` if there are none.
  ///
  /// A transposed passage may be most of a take. If more than a transposition of the take differs, the takes are also
  /// examined without it, and the transposed passage must explain two notes more, so that no single note decides.
  ///
  /// - Returns: The takes whose passages have the changes, and the changes.
  static func search(
    _ takes: TakeMatching, actual: Performance, options: Comparison.Options
  ) -> (takes: TakeMatching, explanation: Explanation)? {
    guard options.findsPassages, !options.followsTempo, takes.expected.isOfModerateLength,
      actual.isOfModerateLength
    else { return nil }
    let search = PassageSearch(takes, actual: actual, options: options)
    let explanation = search.explanation()
    if search.notes.hasDifferences(2), let other = takes.withoutTranspositions(),
      let found = PassageSearch(other, actual: actual, options: options).explanation(),
      found.cost + 2 <= (explanation?.cost ?? search.cost(search.notes)) + minGain
    {
      return (other, found)
    }
    return explanation.map { (takes, $0) }
  }

  /// Creates a search in two takes that are compared as a whole.
  private init(_ takes: TakeMatching, actual: Performance, options: Comparison.Options) {
    alignment = takes.alignment
    self.actual = actual
    notes = PassageNotes(
      given: takes.expected, actual: AlignedNotes(actual.notes, alignment), keys: takes.keys,
      options: options, matching: takes.notes)
  }

  /// Returns the changes, or `nil` if there are none or few notes differ.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  private func explanation() -> Explanation? {
    guard notes.hasDifferences(Self.minCount) else { return nil }
    let (notes, alignment) = best()
    let gain = self.notes.differenceCount - notes.differenceCount
    guard !notes.changes.isEmpty, gain >= notes.changes.count * Self.minGain else { return nil }
    return Explanation(
      changes: notes.changes, alignment: alignment, expected: notes.expected, indices: notes.indices,
      matching: notes.matching, cost: cost(notes))
  }

  /// Returns the notes with the changes that explain most, and their alignment.
  ///
  /// Other changes may look like changes of times: repeated music after a silent or transposed passage, and the delays of
  /// swung, quantized, or humanized notes, which may also look like a shift of the whole take. The takes are therefore
  /// also examined without changes of times, and without a shift.
  private func best() -> (PassageNotes, TakeAlignment) {
    let shifts = shifts
    let timed = timed(shifts)
    var best = (found(in: timed.0), timed.1)
    // A single change that leaves little is the shortest explanation.
    let isClear = best.0.changes.count == 1 && !best.0.isElastic
    if isClear, best.0.differenceCount * 50 <= notes.unmatchedCount { return best }
    var starts = timed.0.changes.isEmpty ? [] : [(alignment, notes)]
    if notes.unmatchedCount * Self.minDelayedPart >= notes.given.notes.count {
      starts += startCandidate(shifts.first)
      if !alignment.isIdentity { starts.append((TakeAlignment(), notes.aligned(TakeAlignment()))) }
    }
    for (start, notes) in starts {
      let other = found(in: notes)
      // Any small delays look humanized, so other changes of times are likelier, unless they explain little.
      let isLikely =
        !other.isElastic || best.0.isElastic || cost(other) * 2 < cost(best.0)
        || !best.0.changes.contains(where: { $0.effect.movesAnything })
      guard isLikely else { continue }
      let isNearer = start.shift.magnitude < best.1.shift.magnitude
      let slack = other.isElastic && isNearer ? Self.minGain + notes.given.notes.count / 50 : isNearer ? 1 : 0
      if cost(other) < cost(best.0) + slack { best = (other, start) }
    }
    return best
  }

  /// Returns the number of differences, with that of the notes that the changes must explain.
  private func cost(_ notes: PassageNotes) -> Int {
    notes.differenceCount + notes.changes.count * Self.minGain
  }

  /// Returns notes with changes of pitches, rhythms, and levels.
  private func found(in given: PassageNotes) -> PassageNotes {
    var notes = given
    notes.add(PitchChangeSearch(notes).changes())
    notes.add(RhythmSearch(notes).changes())
    notes.add(LevelChangeSearch(notes).changes())
    return notes
  }

  /// Returns the notes with the changes of their times.
  ///
  /// A change in the first half may look like a shift or a drift of the whole take, so the takes are also examined from
  /// the shift of their first notes.
  private func timed(
    _ shifts: (first: Nanoseconds, last: Nanoseconds)
  ) -> (PassageNotes, TakeAlignment) {
    func cost(_ notes: PassageNotes) -> Int { notes.unmatchedCount + notes.changes.count * Self.minGain }
    var best = (notes, alignment)
    for (start, notes) in [(alignment, notes)] + startCandidate(shifts.first) {
      let others = [alignment.shift, shifts.first, shifts.last].map { $0.subtracting(start.shift) }.filter {
        $0 != .zero
      }
      for (delay, changes) in TimeChangeSearch(notes, candidates: others).readings {
        let moved = start.shifted(by: delay)
        var changed = delay == .zero ? notes : notes.aligned(moved)
        changed.add(changes)
        if cost(changed) < cost(best.0) { best = (changed, moved) }
      }
    }
    // The notes of the passages now align the takes, too.
    if !best.0.changes.isEmpty, best.0.unmatchedCount > 0, let other = realigned(best.0),
      cost(other.0) < cost(best.0)
    {
      best = other
    }
    return best
  }

  /// Returns the notes under the alignment of the takes with the changes, or `nil` if it is the same.
  private func realigned(_ changed: PassageNotes) -> (PassageNotes, TakeAlignment)? {
    let items = (
      changed.keys.expected.items(of: changed.expected.notes), changed.keys.actual.items(of: actual.notes)
    )
    let alignment = TakeAlignment(
      expected: changed.expected, actual: actual, notes: items, keys: changed.keys, options: changed.options)
    guard alignment != self.alignment else { return nil }
    var other = notes.aligned(alignment)
    other.add(changed.changes)
    return (other, alignment)
  }

  /// The shifts of the start and of the end of the takes.
  private var shifts: (first: Nanoseconds, last: Nanoseconds) {
    let items = (notes.keys.expected.items(of: notes.given.notes), notes.keys.actual.items(of: actual.notes))
    func shift(fromEnd: Bool) -> Nanoseconds {
      AlignmentLines(items.0, items.1, notes.options.onsetTolerance, fromEnd: fromEnd).firstShift?.shift
        ?? alignment.shift
    }
    return (notes.options.alignsStart ? shift(fromEnd: false) : .zero, shift(fromEnd: true))
  }

  /// The notes aligned by the start of the takes, if that isn't the alignment of the takes as a whole.
  private func startCandidate(_ shift: Nanoseconds) -> [(TakeAlignment, PassageNotes)] {
    let isSame =
      alignment.tempoDrift == 0 && shift.distance(to: alignment.shift) <= notes.options.onsetTolerance
    let start = TakeAlignment(shift: shift)
    return isSame ? [] : [(start, notes.aligned(start))]
  }
}

extension PassageNotes {
  /// Whether a change takes the times of the actual notes.
  fileprivate var isElastic: Bool { changes.contains { $0.effect.isElastic } }
}

extension PassageEffect {
  /// Whether the effect moves notes or time.
  fileprivate var movesAnything: Bool { movesNotes || movesTime }
}

extension TakeAlignment {
  /// Whether the takes have the same times.
  fileprivate var isIdentity: Bool { shift == .zero && tempoDrift == 0 }

  /// Returns the alignment with a later start.
  fileprivate func shifted(by delay: Nanoseconds) -> TakeAlignment {
    TakeAlignment(shift: shift.adding(delay), tempoDrift: tempoDrift)
  }
}

extension Performance {
  /// Whether all notes are within two years of the start, so that sums of a few times can't overflow.
  fileprivate var isOfModerateLength: Bool {
    let limit: Int64 = 1 << 56
    let range = Nanoseconds(rawValue: -limit)...Nanoseconds(rawValue: limit)
    return range.contains(end)
      && notes.allSatisfy { range.contains($0.onset) && range.contains($0.offset ?? $0.onset) }
  }
}
