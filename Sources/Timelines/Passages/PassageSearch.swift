internal import MIDICore

/// Finds the changes of passages between two takes whose changes as a whole are known.
///
/// Times come first, because no other change is found between notes that aren't at the same time: ``TimeChangeSearch``
/// follows the delays of the notes. Then ``PitchChangeSearch`` finds transposed and missing passages, ``RhythmSearch``
/// swung, quantized, and humanized ones, and ``LevelChangeSearch`` other lengths and velocities. Each looks for a rule
/// that many notes have, and for the range of notes in which the rule explains most.
///
/// If much is left, ``TempoSearch`` finds the tempos among other changes. The take is then examined again under these
/// tempos.
struct PassageSearch {
  /// The minimum number of differences. Fewer are reported one by one.
  private static let minCount = 5

  /// The number of differing notes of each change. A change must be much shorter than what it explains.
  fileprivate static let minGain = 4

  /// Many notes have delays if at least this part of the notes aren't in time.
  private static let minDelayedPart = 10

  /// Changes must explain at least this part of the differences if most notes still differ then.
  private static let minChancePart = 4

  /// The minimum number of differences that are left if a tempo and different changes may be in one take.
  private static let minMixedCost = 12
  /// At least this part of the differences is left then.
  private static let minMixedPart = 200

  private let actual: Performance
  private let notes: PassageNotes
  private let parts: PassagePartSearch

  /// Returns the changes of passages in two takes that are compared as a whole, or `nil` if there are none.
  ///
  /// A transposed passage may be most of a take. If more than a transposition of the take differs, the takes are also
  /// examined without it, and the transposed passage must explain two notes more, so that no single note decides.
  ///
  /// - Returns: The takes whose passages have the changes, and the notes under the changes.
  static func search(
    _ takes: TakeMatching, actual: Performance, options: Comparison.Options
  ) -> (takes: TakeMatching, notes: PassageNotes)? {
    guard options.findsPassages, !options.followsTempo, takes.expected.isOfModerateLength,
      actual.isOfModerateLength
    else { return nil }
    lazy var isClose = TakeRelation(
      expected: takes.expected.notes, actual: AlignedNotes(actual.notes, takes.alignment),
      matching: takes.notes
    ).isClose
    // The search needs much memory.
    guard takes.notes.missing.count + takes.notes.extra.count < minCount || isClose else { return nil }
    let search = PassageSearch(takes, actual: actual, options: options)
    guard search.notes.differenceCount < minCount || isClose else { return nil }
    guard search.notes.differenceCount >= 2, takes.isTransposed else {
      return search.best().map { (takes, $0) }
    }
    let (explained, other) = both(
      if: actual.isLarge, { search.explained() },
      {
        // Tempos among other changes don't look like a transposition of the take.
        let other = takes.withoutTranspositions()
        let search = PassageSearch(other, actual: actual, options: options)
        return search.explained().flatMap { search.worthwhile($0.best) }.map { (takes: other, notes: $0) }
      })
    func isBetter(_ other: PassageNotes, than cost: Int) -> Bool { other.cost + 2 <= cost + minGain }
    // No change costs less.
    if let other, isBetter(other.notes, than: min(minGain, search.notes.cost)) { return other }
    let found = explained.flatMap { search.worthwhile(search.refined($0)) }
    if let other, isBetter(other.notes, than: (found ?? search.notes).cost) { return other }
    return found.map { (takes, $0) }
  }

  /// Creates a search in two takes that are compared as a whole.
  private init(_ takes: TakeMatching, actual: Performance, options: Comparison.Options) {
    self.actual = actual
    parts = PassagePartSearch(takes.expected, beats: options.beats)
    notes = PassageNotes(takes, actual: actual, options: options)
  }

  /// The changes that explain most if no tempo is among other changes.
  private struct Explanation {
    var best: PassageNotes
    /// The notes with the changes of times alone.
    var timed: PassageNotes
  }

  /// Returns the notes with the changes that explain most, or `nil` if no changes explain enough or few notes differ.
  private func best() -> PassageNotes? { explained().flatMap { worthwhile(refined($0)) } }

  /// Returns the changes that explain most if no tempo is among other changes, or `nil` if few notes differ.
  ///
  /// Other changes may look like changes of times: repeated music after a missing or transposed passage, and the delays of
  /// swung, quantized, or humanized notes, which may also look like a shift of the whole take. The takes are therefore
  /// also examined without changes of times, and without a shift.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  private func explained() -> Explanation? {
    guard notes.differenceCount >= Self.minCount else { return nil }
    lazy var shifts = self.shifts
    // Paired only if the takes don't agree otherwise.
    lazy var candidate = startCandidate(shifts.first)
    let unmoved = ParallelValue { found(in: notes) }
    let keepsTimes = notes.alignment.keepsTimes
    let unshifted = ParallelValue { keepsTimes ? notes : notes.aligned(TakeAlignment()) }
    let foundUnshifted = keepsTimes ? unmoved : ParallelValue { found(in: unshifted.value) }
    let mayBeUnshifted =
      keepsTimes
      ? candidate.isEmpty
      : leavesManyOpen && [shifts.first, shifts.last].allSatisfy(HumanizedSearch.mayBeDelay)
    // Changes of times would be examined in vain.
    if mayBeUnshifted, HumanizedSearch.haveSmallDelays(unshifted.value),
      isOneRhythm(foundUnshifted.value, of: unshifted.value)
    {
      return Explanation(best: foundUnshifted.value, timed: unshifted.value)
    }
    let timed = mayBeDelayed ? timed(shifts, unmoved) { candidate } : notes
    var best = timed.changes.isEmpty ? unmoved.value : found(in: timed)
    var bestCost = best.cost
    // Changes that leave little are the shortest explanation. They must leave hardly anything if the takes start
    // together only under them.
    let isSame = best.alignment == notes.alignment
    let isClear =
      best.explainsMost(of: notes, leaving: best.differenceCount, within: isSame ? 50 : 1000)
      && !best.isElastic
      && (isSame || best.alignment.keepsTimes)
      && best.pedalDifferenceCount <= notes.pedalDifferenceCount
    let examined =
      isClear ? [] : starts(unmoved: timed.changes.isEmpty ? nil : unmoved, foundUnshifted, candidate)
    for other in values(of: examined) {
      let cost = other.cost
      // Any small delays look humanized, so other changes of times are likelier, unless they explain little.
      let isLikely =
        !other.isElastic || best.isElastic || cost * 2 < bestCost
        || !best.changes.contains { $0.effect.movesAnything }
      guard isLikely else { continue }
      let isNearer = other.alignment.shift.magnitude < best.alignment.shift.magnitude
      let slack =
        other.isElastic && isNearer ? Self.minGain + notes.given.notes.count / 50 : isNearer ? 1 : 0
      if other.isBetter(than: best, cost, bestCost + slack) { (best, bestCost) = (other, cost) }
    }
    return Explanation(best: best, timed: timed)
  }

  /// Returns the notes also with tempos among other changes if that explains more.
  private func refined(_ explanation: Explanation) -> PassageNotes {
    var best = explanation.best
    guard leavesMuch(best) else { return best }
    var bestCost = best.cost
    let mixed = mixed(shifts, explanation.timed).map { start in
      { @Sendable in found(in: start) }
    }
    for other in values(of: mixed) {
      // No single note decides.
      let cost = other.cost
      if cost * 4 <= bestCost * 3 { (best, bestCost) = (other, cost) }
    }
    return best
  }

  /// Returns the notes with changes, or `nil` if the changes don't explain enough.
  private func worthwhile(_ best: PassageNotes) -> PassageNotes? {
    let gain = notes.differenceCount - best.differenceCount
    guard !best.changes.isEmpty, gain >= best.changes.count * Self.minGain else { return nil }
    // If most notes differ anyway, changes that explain few of them do so by chance.
    let isMostlyEqual = best.unmatchedCount < notes.given.notes.count
    return isMostlyEqual || gain * Self.minChancePart >= notes.differenceCount ? best : nil
  }

  /// Whether enough notes near to each other aren't in time. Changes of times concern all notes of a passage.
  private var mayBeDelayed: Bool {
    let open = notes.matching.unmatched.expected
    return zip(open, open.dropFirst(Self.minGain - 1)).contains { $1 - $0 < 2 * Self.minGain }
  }

  /// Returns whether the differences of notes are explained by one humanized, swung, or quantized passage.
  private func isOneRhythm(_ found: PassageNotes, of notes: PassageNotes) -> Bool {
    found.changes.count == 1 && found.changes[0].effect.isRhythm
      && found.explainsMost(of: notes, leaving: found.differenceCount, within: 50)
  }

  /// Whether enough notes aren't in time for a wrong alignment of the takes.
  private var leavesManyOpen: Bool {
    notes.unmatchedCount * Self.minDelayedPart >= notes.given.notes.count
  }

  /// Returns the notes without changes of times and under other alignments, as far as these may be better.
  private func starts(
    unmoved: ParallelValue<PassageNotes>?, _ unshifted: ParallelValue<PassageNotes>,
    _ candidate: @autoclosure () -> [PassageNotes]
  ) -> [@Sendable () -> PassageNotes] {
    var starts: [@Sendable () -> PassageNotes] = [unmoved].compactMap(\.self).map { value in { value.value } }
    guard leavesManyOpen else { return starts }
    starts += candidate().map { start in { @Sendable in found(in: start) } }
    return notes.alignment.keepsTimes ? starts : starts + [{ unshifted.value }]
  }

  /// Computes values. In large takes, two of them are computed at the same time.
  private func values(of functions: [@Sendable () -> PassageNotes]) -> [PassageNotes] {
    var values: [PassageNotes] = []
    for index in stride(from: 0, to: functions.count, by: 2) {
      guard index + 1 < functions.count else { return values + [functions[index]()] }
      let pair = both(if: actual.isLarge, functions[index], functions[index + 1])
      values += [pair.0, pair.1]
    }
    return values
  }

  /// Returns whether changes leave so much that a tempo and different changes may be in one take.
  private func leavesMuch(_ changed: PassageNotes) -> Bool {
    changed.cost >= Self.minMixedCost && changed.cost * Self.minMixedPart > notes.differenceCount
  }

  /// Returns the notes with tempos among other changes, and with the changes of times that are left under the tempos.
  ///
  /// Passages with other notes may look like changes of times, so the notes are also returned with the tempos only.
  private func mixed(
    _ shifts: (first: Nanoseconds, last: Nanoseconds), _ timed: PassageNotes
  ) -> [PassageNotes] {
    guard mayBeDelayed else { return [] }
    var found: [PassageNotes] = []
    func add(_ other: PassageNotes) {
      let isKnown = found.contains { $0.changes == other.changes && $0.alignment == other.alignment }
      if !isKnown, !other.changes.isEmpty { found.append(other) }
    }
    func follow(_ start: PassageNotes, _ parts: [TempoSearch.Part] = []) {
      guard start.keepsOrder else { return }
      let others = [notes.alignment.shift, shifts.first, shifts.last]
        .map { $0.subtracting(start.alignment.shift) }.filter { $0 != .zero }
      let readings = TimeChangeSearch(start, candidates: others, parts: parts).readings
        .map { delay, changes in
          start.aligned(start.alignment.shifted(by: delay), with: start.changes + played(changes))
        }
      if let best = readings.min(by: { $0.isBetter(than: $1, $0.timeCost, $1.timeCost) }) { add(best) }
    }
    for tempo in TempoSearch(notes, isMixed: true).readings {
      let start = notes.aligned(TakeAlignment(shift: tempo.shift), with: tempo.changes)
      add(start)
      if tempo.parts.count > 1 {
        // A passage that was cut out or inserted at the start looks like a shift.
        let unshifted = notes.aligned(TakeAlignment(), with: tempo.changes)
        let steady = tempo.parts.withoutReturns(within: notes.options.onsetTolerance)
        follow(unshifted, tempo.parts)
        if 2..<tempo.parts.count ~= steady.count { follow(unshifted, steady) }
      }
      if !tempo.changes.isEmpty { follow(start) }
    }
    if timed.changes.contains(where: \.effect.isTempo) { follow(timed) }
    return found
  }

  /// Returns notes with changes of pitches, rhythms, and levels.
  private func found(in given: PassageNotes) -> PassageNotes {
    var notes = given
    notes.add(PitchChangeSearch(notes).changes(parts))
    notes.add(RhythmSearch(notes).changes(parts))
    notes.add(LevelChangeSearch(notes).changes(parts))
    return notes
  }

  /// Returns the notes with the changes of their times.
  ///
  /// A change in the first half may look like a shift or a drift of the whole take, so the takes are also examined from
  /// the shift of their first notes.
  ///
  /// - Parameter unmoved: The notes with other changes only, which are needed unless tempos explain the takes.
  private func timed(
    _ shifts: (first: Nanoseconds, last: Nanoseconds), _ unmoved: ParallelValue<PassageNotes>,
    candidate: () -> [PassageNotes]
  ) -> PassageNotes {
    var best = notes
    func adopt(_ alignment: TakeAlignment, _ changes: [PassageChange]) {
      let changes = played(changes)
      if !changes.isEmpty { adopt(notes.aligned(alignment, with: changes)) }
    }
    func adopt(_ other: PassageNotes) {
      // If two explanations are equal, takes that start together keep their times.
      let isSimpler = other.alignment.keepsTimes && !best.alignment.keepsTimes
      let limit = best.timeCost + (isSimpler ? 1 : 0)
      if other.isBetter(than: best, other.timeCost, limit) { best = other }
    }
    let tempos = TempoSearch(notes).readings
    let paced = values(
      of: tempos.map { [notes] tempo in
        { @Sendable in notes.aligned(TakeAlignment(shift: tempo.shift), with: tempo.changes) }
      }
    ).filter { !$0.changes.isEmpty }
    for other in paced where other.changes.count == 1 || other.isClear(over: notes) { adopt(other) }
    if best.isClear(over: notes) { return best }
    if actual.isLarge { unmoved.begin() }
    func follow(_ start: PassageNotes) {
      let others = [notes.alignment.shift, shifts.first, shifts.last]
        .map { $0.subtracting(start.alignment.shift) }
      for (delay, changes) in TimeChangeSearch(start, candidates: others.filter { $0 != .zero }).readings {
        adopt(start.alignment.shifted(by: delay), changes)
      }
    }
    follow(notes)
    if !best.isClear(over: notes) { candidate().forEach(follow) }
    for other in paced where other.changes.count > 1 { adopt(other) }
    // The notes of the passages now also align the takes, unless they or the notes that are left are hardly any.
    let gain = notes.unmatchedCount - best.unmatchedCount
    if gain * 50 > notes.unmatchedCount, best.unmatchedCount * 1000 > notes.given.notes.count {
      let alignment = alignment(of: best)
      if alignment != best.alignment { adopt(alignment, best.changes) }
    }
    return best
  }

  /// Returns the changes without cuts up to the end. An end that isn't played is missing, because nothing after it is
  /// earlier.
  private func played(_ changes: [PassageChange]) -> [PassageChange] {
    let lastOnset = notes.given.notes.last?.onset ?? .zero
    return changes.filter { change in
      !change.effect.isCut || change.passage.end.map { $0 <= lastOnset } ?? false
    }
  }

  /// Returns the alignment of the takes with the changes.
  private func alignment(of changed: PassageNotes) -> TakeAlignment {
    TakeAlignment(
      expected: changed.expected, actual: actual,
      notes: TakeItems(expected: changed.expectedItems, actual: notes.givenItems.actual), keys: notes.keys,
      options: notes.options)
  }

  /// The shifts of the start and of the end of the takes.
  private var shifts: (first: Nanoseconds, last: Nanoseconds) {
    let items = notes.givenItems
    func shift(fromEnd: Bool) -> Nanoseconds {
      AlignmentLines(items, notes.options.onsetTolerance, fromEnd: fromEnd).firstShift?
        .shift
        ?? notes.alignment.shift
    }
    return (notes.options.alignsStart ? shift(fromEnd: false) : .zero, shift(fromEnd: true))
  }

  /// The notes aligned by the start of the takes, if that isn't nearly the alignment of the takes as a whole.
  ///
  /// If the takes start at the same time, they are also aligned so.
  private func startCandidate(_ shift: Nanoseconds) -> [PassageNotes] {
    let distance = shift.distance(to: notes.alignment.shift)
    let isSame = notes.alignment.tempoDrift == 0 && distance <= notes.options.onsetTolerance
    return isSame && (shift != .zero || distance == .zero) ? [] : [notes.aligned(TakeAlignment(shift: shift))]
  }
}

extension PassageNotes {
  /// The number of differences, with that of the notes that the changes must explain.
  fileprivate var cost: Int { differenceCount + changes.count * PassageSearch.minGain }

  /// The number of notes without an equal partner in time, with that of the notes that the changes must explain.
  fileprivate var timeCost: Int { unmatchedCount + changes.count * PassageSearch.minGain }

  /// Returns whether changes of times leave few of the notes unmatched.
  fileprivate func isClear(over notes: PassageNotes) -> Bool {
    explainsMost(of: notes, leaving: unmatchedCount, within: 50)
      && pedalDifferenceCount <= notes.pedalDifferenceCount
  }

  /// Returns whether changes leave at most a part of the unmatched notes of a take without them.
  ///
  /// - Parameters:
  ///   - left: The number of notes that are left. Each change but the first counts as several more.
  ///   - part: The number of unmatched notes for each one that may be left.
  fileprivate func explainsMost(of notes: PassageNotes, leaving left: Int, within part: Int) -> Bool {
    guard !changes.isEmpty else { return false }
    let further = 4 * PassageSearch.minGain * (changes.count - 1)
    return (left + further) * part <= notes.unmatchedCount
  }

  /// Returns whether a cost is below a limit or, if it equals the limit, the pedals fit better.
  fileprivate func isBetter(than other: PassageNotes, _ cost: Int, _ limit: Int) -> Bool {
    cost < limit || cost == limit && pedalDifferenceCount < other.pedalDifferenceCount
  }

  /// Whether a change takes the times of the actual notes.
  fileprivate var isElastic: Bool { changes.contains { $0.effect.isElastic } }
}

extension PassageEffect {
  /// Whether the effect is another tempo.
  fileprivate var isTempo: Bool {
    switch self {
    case .stretched, .drifted: true
    default: false
    }
  }

  /// Whether the effect moves notes to other places in their bars.
  fileprivate var isRhythm: Bool {
    switch self {
    case .swung, .quantized, .humanized: true
    default: false
    }
  }

  /// Whether the effect moves notes or time.
  fileprivate var movesAnything: Bool { movesNotes || movesTime }
}

extension [TempoSearch.Part] {
  /// Returns the parts without those between two parts with one delay. In a passage with other notes, some of them have a
  /// delay by chance.
  fileprivate func withoutReturns(within tolerance: Nanoseconds) -> Self {
    reduce(into: []) { kept, part in
      guard let index = kept.firstIndex(where: { $0.delay.distance(to: part.delay) <= tolerance }) else {
        kept.append(part)
        return
      }
      kept.removeSubrange((index + 1)...)
      kept[index].times = kept[index].times.lowerBound...part.times.upperBound
    }
  }
}

extension TakeAlignment {
  /// Returns the alignment with a later start.
  fileprivate func shifted(by delay: Nanoseconds) -> TakeAlignment {
    TakeAlignment(shift: shift.adding(delay), tempoDrift: tempoDrift)
  }
}

extension Performance {
  /// Whether all notes start within two years of the start, so that sums of a few times can't overflow.
  fileprivate var isOfModerateLength: Bool {
    let limit: Int64 = 1 << 56
    let range = Nanoseconds(rawValue: -limit)...Nanoseconds(rawValue: limit)
    // The notes are in order of their onsets.
    return [end, notes.first?.onset, notes.last?.onset].allSatisfy { $0.map(range.contains) ?? true }
  }
}
