internal import MIDICore

/// The pairs of the notes of two takes, with the changes and the alignment of the take as a whole.
///
/// The sources of both takes are paired by name (``SourcePairing``). The landmarks of both give the times
/// (``TakeAlignment``), under which equal notes are paired (``NoteMatching``). Where most of the notes of a channel or a
/// source have no partner, ``TransformationSearch`` looks for a transposition or another channel. Values without a
/// counterpart may belong to a different controller, and all notes of a source may be missing or doubled. Each of these
/// changes is applied to the expected performance, and stays if fewer notes are then without a partner.
///
/// If the sources still don't explain each other, all steps are repeated with sources that are paired by their content.
/// The better result is the matching, from which ``Comparison`` finds the differences.
struct TakeMatching {
  /// The changes that are applied to the given performance.
  private(set) var transformation = TakeTransformation()
  /// The expected performance with these changes.
  private(set) var expected: Performance
  /// The alignment of the actual take.
  private(set) var alignment: TakeAlignment
  /// The keys of both takes.
  private(set) var keys: ComparisonKeys
  /// The keys and onsets of the notes.
  private(set) var items: TakeItems
  /// The pairs.
  private(set) var notes: NoteMatching

  private let given: Performance
  private let actual: Performance
  private let options: Comparison.Options
  private let pairing: SourcePairing
  /// The matching before the changes were found, if it has the same alignment, or nothing.
  private var unchanged: [TakeMatching] = []

  /// Pairs the notes of two takes.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes, steps, and events.
  init(given: Performance, actual: Performance, options: Comparison.Options) {
    self.init(given, actual, options, SourcePairing(names: given.sources, actual.sources))
    findTransformation()
    findControllers()
    findSources()
    if let other = pairedByContent(), other.unexplained < unexplained { self = other }
  }

  private init(
    _ given: Performance, _ actual: Performance, _ options: Comparison.Options, _ pairing: SourcePairing,
    _ transformation: TakeTransformation = TakeTransformation(), candidate: TakeAlignment? = nil
  ) {
    self.given = given
    self.actual = actual
    self.options = options
    self.pairing = pairing
    self.transformation = transformation
    expected = transformation.applied(to: given)
    let copies = expected.sources.dropFirst(given.sources.count)
    keys = ComparisonKeys(
      copies.reduce(pairing) { $0.adding($1, of: actual.sources) }, channels: options.channels)
    let (expectedItems, actualItems) = both(
      if: actual.isLarge, { [keys, expected] in keys.expected.items(of: expected.notes) },
      { [keys] in keys.actual.items(of: actual.notes) })
    items = TakeItems(expected: expectedItems, actual: actualItems)
    alignment = TakeAlignment(
      expected: expected, actual: actual, notes: items, keys: keys, options: options, candidate: candidate)
    notes = NoteMatching(items, alignment, tolerance: options.onsetTolerance)
  }

  /// Matches the takes again with other changes, and keeps them if fewer notes are then without a partner.
  private mutating func adopt(_ transformation: TakeTransformation, _ candidate: TakeAlignment) {
    let other = TakeMatching(given, actual, options, pairing, transformation, candidate: candidate)
    guard other.unmatchedCount < unmatchedCount else { return }
    let unchanged = self.transformation.isIdentity ? [self] : unchanged
    self = other
    self.unchanged = unchanged.filter { $0.alignment == other.alignment }
  }

  /// Whether the whole take or a part of it is transposed.
  var isTransposed: Bool { transformation.targets.contains { $0.value.semitones != 0 } }

  /// Returns the matching without transpositions.
  ///
  /// A transposed passage may be most of a take.
  func withoutTranspositions() -> TakeMatching {
    var other = transformation
    for line in other.targets.keys { other.targets[line]?.semitones = 0 }
    other.targets = other.targets.filter { $0.value != TakeTransformation.Target(channel: $0.key.channel) }
    if other.isIdentity, let unchanged = unchanged.first { return unchanged }
    return TakeMatching(given, actual, options, pairing, other, candidate: alignment)
  }

  private mutating func findTransformation() {
    let search = TransformationSearch(
      expected: expected.notes, actual: actual.notes, keys: keys, tolerance: options.onsetTolerance,
      matching: notes, alignment: alignment)
    guard var found = search?.best() else { return }
    moveLinesWithoutNotes(&found.transformation)
    adopt(found.transformation, found.alignment)
  }

  /// Moves the values of a source without notes to the channel to which all notes of their channel move, if the actual
  /// take has them there.
  private func moveLinesWithoutNotes(_ transformation: inout TakeTransformation) {
    guard transformation.movesNotes else { return }
    let lines = Set(given.notes.lazy.map { TakeTransformation.Line(source: $0.source, channel: $0.channel) })
    let present = Set(actual.curves.map { keys.actual.key(of: $0) })
    for curve in given.curves {
      let line = TakeTransformation.Line(source: curve.source, channel: curve.channel)
      let sameChannel = lines.filter { $0.channel == line.channel }
      let channels = Set(sameChannel.map { transformation.target($0).channel })
      guard !lines.contains(line), channels.count == 1, let channel = channels.first else { continue }
      let moved = ValueCurve(source: curve.source, channel: channel, quantity: curve.quantity, steps: [])
      guard !present.contains(keys.expected.key(of: curve)), present.contains(keys.expected.key(of: moved))
      else { continue }
      transformation.targets[line] = TakeTransformation.Target(channel: channel)
    }
  }

  /// Returns the matching with sources that are paired by their content, or `nil` if the sources explain each other.
  private func pairedByContent() -> TakeMatching? {
    guard given.sources.count > 1 || actual.sources.count > 1, isInDoubt else { return nil }
    var one = TakeMatching(
      given, actual, options, SourcePairing(ofOne: given.sources.count, actual.sources.count))
    one.findTransformation()
    let content = SourcePairing(
      contentOf: one.expected, actual, alignment: one.alignment, keys: one.keys,
      tolerance: options.onsetTolerance)
    guard let content, content != pairing else { return nil }
    if content != one.pairing {
      one = TakeMatching(given, actual, options, content)
      one.findTransformation()
    }
    one.findControllers()
    one.findSources()
    return one
  }
}

// MARK: Controllers

extension TakeMatching {
  /// The minimum number of equal steps of a renumbered controller.
  ///
  /// With fewer steps, each value is reported instead.
  private static let minStepCount = 4

  /// Finds renumbered controllers, which don't affect the pairs.
  ///
  /// They are expected curves that aren't in the actual take, if the steps of an unexpected curve are mostly the same.
  ///
  /// - Complexity: O(*n*) for each pair of such curves, where *n* is the number of their steps.
  private mutating func findControllers() {
    let wanted = Set(expected.curves.map { keys.expected.key(of: $0) })
    let present = Set(actual.curves.map { keys.actual.key(of: $0) })
    var free = actual.curves.filter { $0.quantity.isControlled && !wanted.contains(keys.actual.key(of: $0)) }
    var hasFound = false
    for curve in expected.curves
    where curve.quantity.isControlled && !present.contains(keys.expected.key(of: curve)) {
      var key = keys.expected.key(of: curve)
      let counts = free.map { other -> Int in
        key.quantity = other.quantity
        return keys.actual.key(of: other) == key ? equalCount(curve, other) : 0
      }
      guard let best = counts.indices.max(by: { counts[$0] < counts[$1] }) else { continue }
      let possible = min(curve.steps.count, free[best].steps.count)
      guard counts[best] >= Self.minStepCount, counts[best] * 3 >= possible * 2 else { continue }
      let line = transformation.line(at: .init(source: curve.source, channel: curve.channel))
      transformation.quantities[line, default: [:]][curve.quantity] = free.remove(at: best).quantity
      hasFound = true
    }
    if hasFound { expected = transformation.applied(to: given) }
  }

  private func equalCount(_ curve: ValueCurve, _ other: ValueCurve) -> Int {
    let tolerance = curve.quantity.tolerance(options)
    return Matching(
      expectedTimes: curve.steps.map(\.time),
      actualTimes: other.steps.map { alignment.expectedTime(of: $0.time) }, tolerance: options.onsetTolerance
    ).pairs.count { abs(curve.steps[$0.expected].value - other.steps[$0.actual].value) <= tolerance }
  }
}

extension ValueCurve.Quantity {
  /// Whether the value belongs to a controller number.
  fileprivate var isControlled: Bool {
    switch self {
    case .controller, .timbre: true
    default: false
    }
  }
}

// MARK: Missing and doubled sources

extension TakeMatching {
  /// The number of notes of a source that are compared first. Most sources that aren't repeated are rejected there.
  private static let sampleCount = 2_000

  private mutating func findSources() {
    var transformation = transformation
    transformation.missingSources = missingSources
    transformation.doubledSources = doubledSources
    if transformation != self.transformation { adopt(transformation, alignment) }
  }

  /// The sources with at least four notes, none of which arrived in time. Other sources did arrive.
  ///
  /// A source isn't missing if its values or events arrived: its notes are silent.
  private var missingSources: Set<Int> {
    let unmatched = notes.unmatched.expected
    guard expected.sources.count > 1, unmatched.count >= TransformationSearch.minCount else { return [] }
    let counts = noteCounts(expected.notes)
    let missing = noteCounts(unmatched.lazy.map { expected.notes[$0] })
    let present = Set(actual.sourcesWithContent.map { keys.actual.source($0) })
    let hasKeys = Set(counts.indices.filter { counts[$0] > 0 }.map { keys.expected.source($0) }).count > 1
    let sources = counts.indices.filter { source in
      counts[source] >= TransformationSearch.minCount && missing[source] == counts[source]
        && !(hasKeys && present.contains(keys.expected.source(source)))
    }
    return sources.count < counts.count(where: { $0 > 0 }) ? Set(sources) : []
  }

  /// The sources of which two thirds of the notes arrived again, as in ``TakeTransformation/doubledSources``.
  private var doubledSources: [Int: String?] {
    let unmatched = notes.unmatched.actual
    // Most takes end here, so this is fast.
    guard unmatched.count >= TransformationSearch.minCount else { return [:] }
    let counts = noteCounts(expected.notes)
    guard counts.contains(where: { $0 > 0 && unmatched.count * 3 >= $0 * 2 }) else { return [:] }
    let known = Set(expected.sources.indices.map { keys.expected.source($0) })
    let others = Set(unmatched.lazy.map { actual.notes[$0].source }).sorted()
    var doubled: [Int: String?] = [:]
    for source in counts.indices where counts[source] >= TransformationSearch.minCount {
      let copy = others.first { other in
        let isSame = keys.expected.source(source) == keys.actual.source(other)
        return (isSame || !known.contains(keys.actual.source(other))) && isRepeated(source, in: other)
      }
      guard let copy else { continue }
      let isSame = keys.expected.source(source) == keys.actual.source(copy)
      doubled[source] = .some(isSame ? nil : actual.sources[copy])
    }
    return doubled
  }

  /// Returns whether two thirds of a source's notes are two thirds of the notes of an actual source without a partner.
  private func isRepeated(_ source: Int, in other: Int) -> Bool {
    let own = expected.notes.lazy.filter { $0.source == source }
      .map { item($0, keys.expected.mapped($0.channel), $0.onset) }
    let copies = notes.unmatched.actual.lazy.map { actual.notes[$0] }.filter { $0.source == other }
      .map { item($0, $0.channel, alignment.expectedTime(of: $0.onset)) }
    func pairCount(_ items: [Matching<Int>.Item], _ others: [Matching<Int>.Item]) -> Int {
      Matching.pairCount(expected: items, actual: others, tolerance: options.onsetTolerance)
    }
    let sample = Array(own.prefix(Self.sampleCount))
    guard let end = sample.last?.time.adding(options.onsetTolerance),
      pairCount(sample, Array(copies.prefix { $0.time <= end })) * 3 >= sample.count
    else { return false }
    let (all, allCopies) = (Array(own), Array(copies))
    let count = pairCount(all, allCopies)
    return count >= TransformationSearch.minCount && count * 3 >= all.count * 2
      && count * 3 >= allCopies.count * 2
  }

  private func item(_ note: Note, _ channel: Channel, _ time: Nanoseconds) -> Matching<Int>.Item {
    Matching.Item(key: ComparisonKeys.packed(0, channel, note.number), time: time)
  }

  /// Returns the number of notes of each expected source.
  private func noteCounts(_ notes: some Sequence<Note>) -> [Int] {
    var counts = [Int](repeating: 0, count: expected.sources.count)
    for note in notes where counts.indices ~= note.source { counts[note.source] += 1 }
    return counts
  }
}

// MARK: Unexplained parts

extension TakeMatching {
  /// The number of notes in both takes without a partner.
  private var unmatchedCount: Int { notes.unmatched.expected.count + notes.unmatched.actual.count }

  /// The number of notes and the number of sources that aren't explained, and the number of notes that are unequal.
  /// Sources without content need no explanation.
  private var unexplained: (Int, Int, Int) {
    let lonely = sourcesWithoutCounterpart
    let lonelyCount =
      lonely.expected.intersection(expected.sourcesWithContent).count
      + lonely.actual.intersection(actual.sourcesWithContent).count
    return (unmatchedCount, lonelyCount, unequalNotes.count)
  }

  /// Whether at least half of the notes of a source have no equal partner, or a source without notes has no counterpart.
  private var isInDoubt: Bool {
    if !transformation.missingSources.isEmpty, unmatchedCount > 0 { return true }
    func isInDoubt(_ notes: [Note], _ unmatched: [Int], _ count: Int, _ lonely: Set<Int>) -> Bool {
      var (all, alone) = ([Int](repeating: 0, count: count), [Int](repeating: 0, count: count))
      for note in notes where all.indices ~= note.source { all[note.source] += 1 }
      for index in unmatched where all.indices ~= notes[index].source { alone[notes[index].source] += 1 }
      return all.indices.contains { all[$0] == 0 ? lonely.contains($0) : alone[$0] * 2 >= all[$0] }
    }
    let lonely = sourcesWithoutCounterpart
    let alone = notes.unmatched.expected + unequalNotes
    return isInDoubt(expected.notes, alone, expected.sources.count, lonely.expected)
      || isInDoubt(actual.notes, notes.unmatched.actual, actual.sources.count, lonely.actual)
  }

  /// The sources without a counterpart in the other take, except sources that are reported as missing.
  private var sourcesWithoutCounterpart: (expected: Set<Int>, actual: Set<Int>) {
    let numbers = expected.sources.indices.map { keys.expected.source($0) }
    let others = actual.sources.indices.map { keys.actual.source($0) }
    let (known, knownActual) = (Set(numbers), Set(others))
    return (
      Set(numbers.indices.filter { !knownActual.contains(numbers[$0]) })
        .subtracting(transformation.missingSources),
      Set(others.indices.filter { !known.contains(others[$0]) })
    )
  }

  /// The expected notes whose partners have a different velocity or length.
  private var unequalNotes: [Int] {
    notes.partners.indices.filter { index in
      let partner = Int(notes.partners[index])
      return partner >= 0
        && !expected.notes[index].isEqual(to: actual.notes[partner], options.offsetTolerance)
    }
  }
}

extension Performance {
  /// The sources that have notes, values, or events.
  fileprivate var sourcesWithContent: Set<Int> {
    Set(notes.lazy.map(\.source)).union(curves.lazy.map(\.source)).union(events.lazy.map(\.source))
  }
}
