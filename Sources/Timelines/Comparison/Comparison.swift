public import MIDICore

/// The differences between an expected and an actual performance.
///
/// Only the effects of messages are compared. Tempo, names, and other meta events describe a file and not a
/// performance. Sources are matched by name if all names of one take occur in the other, otherwise by position if both
/// takes have equally many. If a source then has no counterpart, the content of the sources decides: several tracks match
/// the single track of their conversion.
///
/// A change of the whole take is reported once: a shift or a different tempo, a transposition, other channels, other
/// velocities. The expected performance is then compared as if it had this change.
///
/// `TakeMatching` finds the changes of the whole take and the pairs of notes. `NoteComparison` finds the changes of each
/// pair, `ValueComparison` compares the curves of each quantity, and `EventComparison` pairs the other events. Then notes
/// and values explain each other: a pedal that is held too long explains its notes' silence, and a note that differs
/// explains a stray note-off. The rest are the differences, in order of time.
///
/// Notes are paired in rounds, each among the notes that the previous rounds left. Each round forms as many pairs as
/// possible with the least sum of time distances: the same note within the tolerance; the same number within the
/// tolerance on any channel; the same note up to one second away; a different number within the tolerance on the same
/// channel, nearest first; the same number up to one second away on any channel. The remaining notes are missing or
/// extra. Times beyond 292 years count as 292 years.
public struct Comparison: Sendable {
  /// An expected note and its actual partner, as indices of the notes of both performances.
  public struct NotePair: Hashable, Sendable {
    /// The index of the expected note.
    public let expected: Int
    /// The index of the actual note.
    public let actual: Int

    /// Creates a pair of notes.
    public init(expected: Int, actual: Int) {
      self.expected = expected
      self.actual = actual
    }
  }

  /// The tolerances and the mapping of channels.
  public let options: Options
  /// The expected performance as given.
  public let given: Performance
  /// The expected performance with the transposition, the channels, the controllers, and the sources of the actual take,
  /// as far as the whole take differs in them, and with the changes of passages.
  public private(set) var expected: Performance
  /// The actual performance.
  public let actual: Performance
  /// The alignment of the actual take as a whole.
  public private(set) var alignment: TakeAlignment
  /// The keys by which parts of both takes match.
  package private(set) var keys: ComparisonKeys
  /// The changes of the whole take that are applied to ``expected``.
  package private(set) var transformation: TakeTransformation
  /// The changes of passages that are applied to ``expected``.
  ///
  /// Their times are those of the expected take without changes of passages.
  public private(set) var passages: [PassageChange] = []
  /// The performance ``expected`` without changes of passages.
  package private(set) var unchanged: Performance
  /// The index in ``unchanged`` of each expected note, or `nil` if all indices are the same.
  private(set) var unchangedIndices: [Int]?
  /// The times of ``expected`` by those of ``unchanged``.
  private(set) var axis = ChangedAxis([])
  /// The pairs of notes in order of the expected ones, including pairs that differ.
  public private(set) var pairs: [NotePair] = []
  /// The differences: first those of the whole take, then those of passages, and then all others in order of time.
  public private(set) var differences: [Difference] = []
  /// The largest distance between two onsets that count as equal.
  public private(set) var maxDeviation = Nanoseconds.zero

  /// The expected notes whose different silence has another explanation.
  private(set) var explainedNotes: Set<Int> = []
  /// The pairs of matching events.
  private(set) var sameEvents: [(expected: Int, actual: Int)] = []

  /// Compares two performances.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes, steps, and events.
  public init(expected: Performance, actual: Performance, options: Options = Options()) {
    self.options = options
    given = expected
    self.actual = actual
    let takes = TakeMatching(given: expected, actual: actual, options: options)
    self.expected = takes.expected
    unchanged = takes.expected
    transformation = takes.transformation
    alignment = takes.alignment
    keys = takes.keys
    findDifferences(takes)
  }

  private mutating func findDifferences(_ takes: TakeMatching) {
    let (plain, withPassages) = both(
      if: takes.expected.isLarge, { [self] in compared(takes.notes) },
      { [self] in comparedWithPassages(takes) })
    // The search doesn't know all explanations of differences, such as the note-offs of overlapping notes.
    let best = withPassages.map { $0.isSimpler(than: plain) ? $0 : plain } ?? plain
    self = best.comparison
    differences = list(of: best.findings)
  }

  /// Returns the comparison with changes of passages and without a list of differences, or `nil` if no passage changed.
  private func comparedWithPassages(_ takes: TakeMatching) -> Compared? {
    guard let (takes, notes) = PassageSearch.search(takes, actual: actual, options: options) else {
      return nil
    }
    let best = compared(takes, notes)
    guard let other = notes.keepingValues.map({ compared(takes, $0) }) else { return best }
    return other.count < best.count ? other : best
  }

  /// Returns the comparison with the changes of notes.
  private func compared(_ takes: TakeMatching, _ notes: PassageNotes) -> Compared {
    var other = self
    other.unchanged = takes.expected
    other.transformation = takes.transformation
    other.keys = takes.keys
    other.expected = notes.settled
    other.alignment = notes.alignment
    other.passages = notes.changes.inOrder
    other.axis = ChangedAxis(other.passages)
    other.unchangedIndices = notes.indices
    return other.compared(notes.matching)
  }

  /// Returns an actual note on the expectation's time axis, as if the take had no shift and no drift.
  public func aligned(_ note: Note) -> Note { alignment.aligned(note) }

  /// The differences of notes, values, and events, each without an order.
  private typealias Findings = (notes: NoteComparison, values: ValueComparison, events: EventComparison)

  /// A comparison without a list of differences, and its findings.
  private struct Compared {
    let comparison: Comparison
    let findings: Findings

    /// The number of differences.
    var count: Int { comparison.count(of: findings) }

    /// Returns whether there are fewer differences, or fewer changes of as many notes, such as only their release
    /// velocities.
    func isSimpler(than other: Compared) -> Bool {
      let passages = comparison.passages.count
      return count < other.count
        || count - passages <= other.count
          && findings.notes.changeCount + passages < other.findings.notes.changeCount
    }
  }

  private func compared(_ matching: NoteMatching) -> Compared {
    var other = self
    let findings = other.compare(matching)
    return Compared(comparison: other, findings: findings)
  }

  private mutating func compare(_ matching: NoteMatching) -> Findings {
    let actualNotes = AlignedNotes(actual.notes, alignment)
    var notes = NoteComparison(
      expected: expected.notes, actual: actualNotes, matching: matching, keys: keys, options: options)
    pairs = notes.pairs
    maxDeviation = notes.maxDeviation
    switch notes.velocityChange {
    case .none: break
    case .scaled(let thousandths, let roundsDown):
      (alignment.velocityScale, alignment.roundsVelocitiesDown) = (thousandths, roundsDown)
    case .shifted(let offset): alignment.velocityOffset = offset
    }

    var values = ValueComparison(
      expected: expected, actual: actual, keys: keys, alignment: alignment,
      end: max(expected.end, alignment.expectedTime(of: actual.end)), options: options)
    // Few takes need this.
    let compared = notes
    lazy var changes = ChangedNotes(compared, expected: expected.notes, actual: actualNotes, keys: keys)
    let tolerance = options.onsetTolerance.adding(options.offsetTolerance)
    var events = EventComparison(
      expected: expected.events, actual: alignment.aligned(actual.events), keys: keys,
      tolerance: options.onsetTolerance,
      isExplained: { changes.explains($0, isExpected: $1, tolerance) })
    if !options.followsTempo {
      events.compareUnended(
        expected: expected.unended, actual: alignment.aligned(actual.unended), keys: keys
      ) { entry, isExpected in
        guard case .pedalLeftDown(let pedal, _) = entry.change, let channel = entry.channel else {
          return changes.explainsHanging(entry, isExpected: isExpected)
        }
        let take = isExpected ? keys.expected : keys.actual
        let key = ComparisonKeys.CurveKey(
          source: take.source(entry.source), channel: take.mapped(channel), quantity: .controller(pedal))
        return !transformation.quantities.isEmpty || values.found.contains { $0.key == key }
      }
    }
    sameEvents = events.same
    explainedNotes = notes.compareSilences(&values, { changes }, events)
    // If notes move to other channels, they meet the notes there.
    if !options.followsTempo, !transformation.movesNotes { notes.compareRetriggers() }
    return (notes, values, events)
  }

  private func count(of findings: Findings) -> Int {
    takeChanges.count + passages.count + findings.notes.differences.count + findings.notes.swaps.count
      + findings.values.found.count + findings.events.differences.count
  }

  private func list(of findings: Findings) -> [Difference] {
    var list: [Difference] = []
    // Unrelated takes have millions, which are never copied.
    list.reserveCapacity(count(of: findings))
    list += takeChanges
    list += passages.map { .passage($0) }
    append(findings.notes, findings.values, findings.events, inOrderTo: &list)
    return list
  }

  /// The differences of the whole take.
  var takeChanges: [Difference] {
    var changes: [Difference] = []
    if !options.alignsStart, alignment.shift.magnitude > options.onsetTolerance {
      changes.append(.take(.shifted(by: alignment.shift)))
    }
    if alignment.tempoDrift != 0 { changes.append(.take(.stretched(byBillionths: alignment.tempoDrift))) }
    changes += transformation.changes(of: given).map { .take($0) }
    changes += keys.pairing.exchangedSources(given.sources, actual.sources).map {
      .take(.sourceExchanged($0.source, with: $0.name))
    }
    if alignment.velocityScale != 1000 {
      changes.append(
        .take(
          .velocitiesScaled(
            toThousandths: alignment.velocityScale, roundsDown: alignment.roundsVelocitiesDown)))
    }
    if alignment.velocityOffset != 0 {
      changes.append(.take(.velocitiesShifted(by: alignment.velocityOffset)))
    }
    return changes
  }

  /// Appends all other differences in order of their times in the expected take. At equal times, notes come first, then
  /// values, then events.
  private func append(
    _ notes: NoteComparison, _ values: ValueComparison, _ events: EventComparison,
    inOrderTo list: inout [Difference]
  ) {
    func onset(_ difference: NoteDifference) -> Nanoseconds {
      difference.expected.map { unchanged.notes[unchangedIndex($0)].onset }
        ?? difference.actual.map { givenTime(of: notes.actual.onset($0)) } ?? .zero
    }
    // A group of differences for each kind, all numbered in this order.
    let swaps = notes.swaps
    let starts = [notes.differences.count, swaps.count, values.found.count, events.differences.count]
      .partialSums
    func difference(_ number: Int) -> Difference {
      if number < starts[1] { return .note(notes.differences[number]) }
      if number < starts[2] { return .swapped(swaps[number - starts[1]]) }
      if number < starts[3] { return .value(values.found[number - starts[2]].difference) }
      return .event(events.differences[number - starts[3]])
    }
    // Reserved, because a growing array needs twice its memory at its peak.
    var order: [(time: Nanoseconds, number: Int32)] = []
    order.reserveCapacity(starts[4])
    func add(_ time: Nanoseconds) { order.append((time, Int32(order.count))) }
    for difference in notes.differences { add(onset(difference)) }
    for swap in swaps { add(onset(swap.first)) }
    for found in values.found { add(givenTime(of: found.difference.start)) }
    for event in events.differences { add(givenTime(of: (event.expected ?? event.actual)?.time ?? .zero)) }
    // `sort` is stable, so equal times keep the order above.
    order.sort { $0.time < $1.time }
    for place in order { list.append(difference(Int(place.number))) }
  }
}

extension Comparison {
  /// The tolerances of a comparison.
  public struct Options: Hashable, Sendable {
    /// The accepted difference of the starts of notes, values, and events.
    public var onsetTolerance: Nanoseconds
    /// The accepted difference of the ends of notes.
    public var offsetTolerance: Nanoseconds
    /// The offset tolerance as a part of the expected note's length, or `nil`. The larger tolerance counts.
    public var offsetRatio: Ratio?
    /// The accepted difference of velocities, from 0 to 127.
    public var velocityTolerance: Int
    /// The accepted difference of values, from 0 to 127.
    ///
    /// Values up to 16,383 (pitch bends and parameters) may differ by 128 times as much. Programs must be equal.
    public var valueTolerance: Int
    /// The actual channel of each expected channel, if they differ.
    public var channels: [Channel: Channel]
    /// Whether the actual take may start at any time. A shift of the whole take is then reported, but isn't a
    /// difference.
    public var alignsStart: Bool

    /// Whether the actual performance was moved to the times of the expected one, because it may have any tempo.
    ///
    /// `NoteAlignment.actualOnExpectedAxis` of the module Following does so. Hanging notes and notes that are struck
    /// again aren't compared then.
    public var followsTempo: Bool
    /// Whether a change of a passage, such as a transposition of some bars, is reported once and not for each note.
    public var findsPassages: Bool
    /// The beats of the expected take, or `nil` if they are unknown. Passages then have no bars, and aren't quantized or
    /// swung.
    public var beats: BeatGrid?

    /// Creates options. The defaults are 5 ms for onsets and offsets, equal velocities and values, and an aligned
    /// start.
    public init(
      onsetTolerance: Nanoseconds = .milliseconds(5), offsetTolerance: Nanoseconds = .milliseconds(5),
      offsetRatio: Ratio? = nil, velocityTolerance: Int = 0, valueTolerance: Int = 0,
      channels: [Channel: Channel] = [:], alignsStart: Bool = true, followsTempo: Bool = false,
      findsPassages: Bool = true, beats: BeatGrid? = nil
    ) {
      self.onsetTolerance = onsetTolerance
      self.offsetTolerance = offsetTolerance
      self.offsetRatio = offsetRatio
      self.velocityTolerance = velocityTolerance
      self.valueTolerance = valueTolerance
      self.channels = channels
      self.alignsStart = alignsStart
      self.followsTempo = followsTempo
      self.findsPassages = findsPassages
      self.beats = beats
    }
  }
}
