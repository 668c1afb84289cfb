internal import MIDICore

/// The notes of two takes while changes of passages are found.
///
/// Each search looks at the notes under the changes that the earlier searches found, and adds its own changes.
struct PassageNotes {
  /// The expected performance without changes of passages, to whose times the passages refer.
  let given: Performance
  /// The keys and onsets of the notes of both takes, each on its own time axis.
  let givenItems: TakeItems
  /// The alignment of the actual take.
  private(set) var alignment: TakeAlignment
  /// The actual notes on the expectation's time axis.
  private(set) var actual: AlignedNotes
  /// The keys and onsets of ``actual``.
  private(set) var actualItems: [Matching<Int>.Item]
  /// The movements of the actual pedals.
  private let pedals: PedalMovements
  let keys: ComparisonKeys
  let options: Comparison.Options
  /// The changes.
  private(set) var changes: [PassageChange] = []
  /// The expected performance with the changes, whose notes fall silent and overlap as in ``given``.
  private(set) var expected: Performance
  /// The keys and onsets of the notes of ``expected``.
  private(set) var expectedItems: [Matching<Int>.Item]
  /// The index in ``given`` of each note of ``expected``.
  private(set) var indices: [Int]
  /// The index in ``expected`` of each note of ``given``, or a negative number if a change removed the note.
  private(set) var places: [Int32]
  /// The pairs of the notes of ``expected`` and ``actual``.
  private(set) var matching: NoteMatching
  /// The pairs of the notes of ``given`` and ``actual``, or `nil` if they are unknown.
  private var givenMatching: NoteMatching?
  /// The common change of all velocities, beside which notes don't differ.
  private(set) var velocityChange = VelocityChange.none
  /// The notes of ``expected`` that differ from their partners.
  private(set) var differing: [Int] = []

  /// Creates notes without changes of passages.
  ///
  /// - Parameters:
  ///   - takes: The takes, compared as a whole.
  ///   - actual: The actual performance.
  init(_ takes: TakeMatching, actual: Performance, options: Comparison.Options) {
    given = takes.expected
    givenItems = takes.items
    pedals = PedalMovements(actual.curves, key: takes.keys.actual.key(of:))
    alignment = takes.alignment
    self.actual = AlignedNotes(actual.notes, alignment)
    actualItems = givenItems.actual.aligned(alignment)
    keys = takes.keys
    self.options = options
    matching = takes.notes
    givenMatching = matching
    expected = given
    expectedItems = givenItems.expected
    indices = Array(given.notes.indices)
    places = indices.map { Int32($0) }
    findDiffering()
  }

  /// The keys and onsets of the notes of both takes, each on its own time axis, under the changes.
  var items: TakeItems {
    changes.isEmpty ? givenItems : TakeItems(expected: expectedItems, actual: givenItems.actual)
  }

  /// Whether the changes keep the number and the order of the notes.
  var keepsOrder: Bool { indices.count == given.notes.count && indices.elementsEqual(given.notes.indices) }

  /// The number of notes of both takes without an equal partner in time.
  var unmatchedCount: Int { matching.unmatched.expected.count + matching.unmatched.actual.count }

  /// The number of notes that differ.
  var differenceCount: Int { matching.missing.count + matching.extra.count + differing.count }

  /// The number of movements of pedals that only one take has.
  var pedalDifferenceCount: Int {
    PedalMovements(expected.curves, key: keys.expected.key(of:))
      .differenceCount(to: pedals, alignment, tolerance: options.onsetTolerance)
  }

  private mutating func findDiffering() {
    velocityChange = .none
    differing = matching.partners.indices.filter(differs)
    // A common change concerns most pairs.
    guard differing.count * 2 > matching.partners.count - matching.missing.count else { return }
    velocityChange = VelocityChange(
      matching.partners.enumerated().lazy.filter { $0.element >= 0 }.map { [expected, actual] in
        (expected.notes[$0.offset].velocity, actual.given[Int($0.element)].velocity)
      }, tolerance: options.velocityTolerance)
    if velocityChange != .none { differing = matching.partners.indices.filter(differs) }
  }

  /// Returns whether a note of ``expected`` differs from its partner.
  private func differs(_ index: Int) -> Bool {
    matching.partners[index] >= 0 && !isSame(index, Int(matching.partners[index]))
  }

  /// Returns whether an expected note of ``expected`` and its partner are equal within the tolerances.
  private func isSame(_ index: Int, _ other: Int) -> Bool {
    let velocity = velocityChange.applied(to: expected.notes[index].velocity)
    guard
      abs(Int(velocity.rawValue) - Int(actual.given[other].velocity.rawValue)) <= options.velocityTolerance,
      expected.notes[index].number == actual.given[other].number,
      expected.notes[index].onset.distance(to: actual.onset(other)) <= options.onsetTolerance,
      keys.expected.mapped(expected.notes[index].channel) == actual.given[other].channel
    else { return false }
    guard let offset = expected.notes[index].offset, let otherOffset = actual.offset(other) else {
      return expected.notes[index].offset == nil && actual.given[other].offset == nil
    }
    let distance = offset.distance(to: otherOffset)
    return distance <= options.offsetTolerance
      || distance <= options.offsetTolerance(of: expected.notes[index])
  }

  /// Returns the notes under an alignment, with the given changes only.
  func aligned(_ alignment: TakeAlignment, with changes: [PassageChange] = []) -> PassageNotes {
    var notes = self
    if alignment != self.alignment {
      notes.alignment = alignment
      notes.actual = AlignedNotes(actual.given, alignment)
      notes.actualItems = givenItems.actual.aligned(alignment)
      notes.givenMatching = nil
    }
    notes.changes = changes
    notes.apply(keepingPairs: false)
    return notes
  }

  /// The notes whose cuts keep values, or `nil` if no value changes in a cut.
  var keepingValues: PassageNotes? {
    let cuts = changes.filter { $0.effect == .cut() }.map(\.passage)
    let isCut = given.curves.contains { curve in
      cuts.contains { cut in
        let first = curve.steps.partitioningIndex { $0.time >= cut.start }
        return first < curve.steps.count && cut.contains(curve.steps[first].time)
      }
    }
    guard isCut else { return nil }
    return aligned(
      alignment,
      with: changes.map { change in
        var change = change
        if change.effect == .cut() { change.effect = .cut(keepsValues: true) }
        return change
      })
  }

  /// The expected performance with the changes, whose notes fall silent and overlap as they would be played.
  var settled: Performance { given.settled(expected, indices, changes) }

  /// The beats of the expected take, or `nil` if they are unknown.
  var beats: BeatGrid? { options.beats }

  /// Adds changes, applies all changes, and pairs the notes again.
  mutating func add(_ found: [PassageChange]) {
    guard !found.isEmpty else { return }
    changes += found
    apply(keepingPairs: found.allSatisfy(\.effect.keepsPairs))
  }

  /// Applies the changes, and pairs the notes again unless they keep their partners.
  private mutating func apply(keepingPairs: Bool) {
    // Humanized notes of a different pitch have partners within their limit.
    let limit = changes.compactMap(\.effect.elasticLimit).max()
    var partners: [Int32] = []
    if let limit {
      let pairs =
        limit > options.onsetTolerance
        ? NoteMatching(expected: expectedItems, actual: actualItems, tolerance: limit) : matching
      partners = [Int32](repeating: -1, count: given.notes.count)
      for (index, partner) in zip(indices, pairs.partners) { partners[index] = partner }
    }
    let replaced: Range<Int>
    (expected, indices, replaced) = given.applyingTimes(changes, beats: beats) { index in
      index < partners.count && partners[index] >= 0 ? actual[Int(partners[index])] : nil
    }
    places = [Int32](repeating: -1, count: given.notes.count)
    for (place, index) in indices.enumerated() { places[index] = Int32(place) }
    // Humanized notes may take other times, because the pairing finds their partners again.
    if limit != nil || !keepingPairs { pair(replacing: replaced) }
    findDiffering()
  }

  /// Pairs the notes after a range of the notes of ``given`` was replaced.
  private mutating func pair(replacing replaced: Range<Int>) {
    let (all, tolerance) = (givenItems.expected, options.onsetTolerance)
    let end = replaced.upperBound + expected.notes.count - given.notes.count
    let items = keys.expected.items(of: expected.notes, replaced.lowerBound..<end)
    expectedItems = all[..<replaced.lowerBound] + items + all[replaced.upperBound...]
    if let givenMatching {
      let window = MatchingWindow(
        replacing: replaced, of: all, in: expectedItems, actual: actualItems, tolerance: tolerance)
      matching = NoteMatching(
        givenMatching, replacing: window, expected: expectedItems, actual: actualItems, tolerance: tolerance)
    } else if changes.isEmpty {
      matching = NoteMatching(givenItems, alignment, tolerance: tolerance)
      givenMatching = matching
    } else {
      matching = NoteMatching(expected: expectedItems, actual: actualItems, tolerance: tolerance)
    }
  }

  /// Returns the gains of a change for the notes of ``given``.
  ///
  /// - Parameters:
  ///   - explained: The notes of ``expected`` that the change explains, in order.
  ///   - other: Returns the gain of another note of ``expected``. Notes that aren't there have none.
  func gains(_ explained: [Int], _ other: @escaping (Int) -> Int8) -> PassageGains {
    PassageGains(count: given.notes.count, explained: explained.map { indices[$0] }.sorted()) {
      [places] index in places[index] < 0 ? 0 : other(Int(places[index]))
    }
  }

  /// Returns the passage from the first to the last of some notes.
  ///
  /// - Parameter range: The notes, as a range of the notes of ``given``. The first and the last one have the change.
  func passage(
    _ range: Range<Int>, part: TakePart = TakePart(),
    pitches: ClosedRange<NoteNumber> = Passage.allPitches
  ) -> Passage {
    Passage(range, of: given.notes, beats: beats, part: part, pitches: pitches)
  }
}

extension PassageNotes {
  /// Returns a change of everything in a range of times in nanoseconds.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of notes.
  func change(_ effect: PassageEffect, from start: Int64, to end: Int64?) -> PassageChange {
    let passage = Passage(
      start: Nanoseconds(rawValue: start), end: end.map { Nanoseconds(rawValue: $0) })
    func place(_ time: Nanoseconds) -> Int { given.notes.partitioningIndex { $0.onset >= time } }
    let last = passage.end.map(place) ?? given.notes.count
    return PassageChange(effect, of: passage, noteCount: last - place(passage.start))
  }

  /// Returns a slope in billionths: the roundest one that differs little at the end of a span in nanoseconds.
  func rounded(_ slope: Double, span: Int64) -> Int64 {
    let billionths = (slope * 1e9).nearestInteger
    let accepted = Double(min(options.onsetTolerance.rawValue / 4, 500_000))
    for unit in [10_000_000, 1_000_000, 100_000, 10_000, 1000] as [Int64] {
      let round = (Double(billionths) / Double(unit)).nearestInteger * unit
      if round != 0, abs(Double(round - billionths)) * Double(span) / 1e9 <= accepted { return round }
    }
    return billionths
  }
}

extension Passage {
  /// Creates the passage from the first to the last of some notes.
  ///
  /// It begins and ends at bar lines if no other note of its part is in between.
  ///
  /// - Parameters:
  ///   - range: The notes, as a range of all notes. The first and the last one have the change.
  ///   - notes: All notes in order of their onsets.
  ///   - beats: The bar lines, or `nil` if they are unknown.
  ///   - part: The sources and channels of the notes.
  ///   - pitches: The pitches of the notes.
  /// - Complexity: O(*n*), where *n* is the number of notes next to the range that aren't of the part.
  init(
    _ range: Range<Int>, of notes: [Note], beats: BeatGrid?, part: TakePart = TakePart(),
    pitches: ClosedRange<NoteNumber> = allPitches
  ) {
    func isMember(_ index: Int) -> Bool {
      part.contains(notes[index]) && pitches.contains(notes[index].number)
    }
    let (first, last) = (notes[range.lowerBound].onset, notes[range.upperBound - 1].onset)
    self.init(start: .zero, part: part, pitches: pitches)
    // A passage has all notes that start at one time.
    let previous = notes[..<range.lowerBound].indices.last { isMember($0) && notes[$0].onset < first }
    if let previous = previous.map({ notes[$0].onset }) {
      let line = beats?.barLine(before: first) ?? first
      start = line > previous ? line : first
    }
    let next = notes[range.upperBound...].indices.first { isMember($0) && notes[$0].onset > last }
    if let next = next.map({ notes[$0].onset }) {
      let line = beats?.barLine(after: last.adding(Nanoseconds(rawValue: 1))) ?? next
      end = line <= next ? line : next
    }
  }
}

extension PassageEffect {
  /// Whether the effect leaves the notes with their order, pitches, and onsets, by which they are paired.
  fileprivate var keepsPairs: Bool {
    switch self {
    case .velocitiesScaled, .velocitiesShifted, .velocitiesSet, .durationsScaled: true
    default: false
    }
  }

  /// Whether the effect takes the times of the actual notes.
  var isElastic: Bool { elasticLimit != nil }

  /// The most that a note moves to the time of the actual note, or `nil` if the effect doesn't depend on it.
  var elasticLimit: Nanoseconds? { if case .humanized(let limit) = self { limit } else { nil } }
}

extension Collection<Int> {
  /// Returns the range with the largest sum, without zeros and negative numbers at its ends, or `nil` if no number is
  /// positive.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  func largestSum() -> (range: Range<Index>, sum: Int)? {
    var best: (range: Range<Index>, sum: Int)?
    var (start, sum) = (startIndex, 0)
    var index = startIndex
    while index < endIndex {
      let next = self.index(after: index)
      if sum <= 0 { (start, sum) = (index, 0) }
      sum += self[index]
      if sum > best?.sum ?? 0 { best = (start..<next, sum) }
      index = next
    }
    guard var best else { return nil }
    while self[best.range.lowerBound] <= 0 {
      best.range = self.index(after: best.range.lowerBound)..<best.range.upperBound
    }
    return best
  }
}
