internal import MIDICore

/// The pairs of the notes of two takes, with the changes and the alignment of the take as a whole.
struct TakeMatching {
  /// The changes that are applied to the given performance.
  private(set) var transformation = TakeTransformation()
  /// The expected performance with these changes.
  private(set) var expected: Performance
  /// The alignment of the actual take.
  private(set) var alignment: TakeAlignment
  /// The keys of both takes.
  private(set) var keys: ComparisonKeys
  /// The pairs.
  private(set) var notes: NoteMatching

  private let given: Performance
  private let actual: Performance
  private let options: Comparison.Options
  private let pairing: SourcePairing

  /// Pairs the notes of two takes.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes, steps, and events.
  init(given: Performance, actual: Performance, options: Comparison.Options) {
    self.init(given, actual, options, SourcePairing(names: given.sources, actual.sources))
    findChanges()
    if let other = pairedByContent(), other.rank < rank { self = other }
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
    let items = (keys.items(expected: expected.notes), keys.items(actual: actual.notes))
    alignment = TakeAlignment(
      expected: expected, actual: actual, notes: items, keys: keys, options: options, candidate: candidate)
    notes = NoteMatching(
      expected: items.0, actual: items.1.aligned(alignment), tolerance: options.onsetTolerance)
  }

  private mutating func findChanges() {
    findTransformation()
    findControllers()
    findSources()
  }

  private func with(_ transformation: TakeTransformation, _ candidate: TakeAlignment) -> TakeMatching {
    TakeMatching(given, actual, options, pairing, transformation, candidate: candidate)
  }

  /// The number of notes in both takes without a partner.
  private var unmatchedCount: Int { notes.unmatched.expected.count + notes.unmatched.actual.count }

  private mutating func findTransformation() {
    let search = TransformationSearch(
      expected: expected.notes, actual: actual.notes, keys: keys, tolerance: options.onsetTolerance,
      matching: notes, alignment: alignment)
    guard let found = search?.best() else { return }
    let other = with(found.transformation, found.alignment)
    if other.unmatchedCount < unmatchedCount { self = other }
  }

  /// Finds renumbered controllers, which don't affect the pairs.
  private mutating func findControllers() {
    let search = ControllerSearch(
      expected: expected, actual: actual, keys: keys, alignment: alignment, options: options)
    let changes = search.changes()
    guard !changes.isEmpty else { return }
    for (curve, quantity) in changes {
      let line = transformation.line(
        at: TakeTransformation.Line(source: curve.source, channel: curve.channel))
      transformation.quantities[line, default: [:]][curve.quantity] = quantity
    }
    expected = transformation.applied(to: given)
  }

  private mutating func findSources() {
    let search = SourceSearch(
      expected: expected, actual: actual, keys: keys, tolerance: options.onsetTolerance, alignment: alignment,
      matching: notes)
    var transformation = transformation
    transformation.missingSources = search.missing()
    transformation.doubledSources = search.doubled()
    guard transformation != self.transformation else { return }
    let other = with(transformation, alignment)
    if other.unmatchedCount < unmatchedCount { self = other }
  }
}

extension TakeMatching {
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
    let numbers = expected.sources.indices.map { keys.source(expected: $0) }
    let others = actual.sources.indices.map { keys.source(actual: $0) }
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

  /// The number of notes and the number of sources that aren't explained, and the number of notes that are unequal.
  /// Sources without content need no explanation.
  private var rank: (Int, Int, Int) {
    let lonely = sourcesWithoutCounterpart
    return (
      unmatchedCount,
      lonely.expected.intersection(expected.sourcesWithContent).count
        + lonely.actual.intersection(actual.sourcesWithContent).count,
      unequalNotes.count
    )
  }
}

extension Performance {
  /// The sources that have notes, values, or events.
  fileprivate var sourcesWithContent: Set<Int> {
    Set(notes.lazy.map(\.source)).union(curves.lazy.map(\.source)).union(events.lazy.map(\.source))
  }
}
