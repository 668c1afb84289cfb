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

  /// Pairs the notes of two takes.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes, steps, and events.
  init(given: Performance, actual: Performance, options: Comparison.Options) {
    self.init(given, actual, options, TakeTransformation())
    findTransformation()
    findControllers()
    findSources()
  }

  private init(
    _ given: Performance, _ actual: Performance, _ options: Comparison.Options,
    _ transformation: TakeTransformation, candidate: TakeAlignment? = nil
  ) {
    self.given = given
    self.actual = actual
    self.options = options
    self.transformation = transformation
    expected = transformation.applied(to: given)
    keys = ComparisonKeys(expected: expected.sources, actual: actual.sources, channels: options.channels)
    let items = (keys.items(expected: expected.notes), keys.items(actual: actual.notes))
    alignment = TakeAlignment(
      expected: expected, actual: actual, notes: items, keys: keys, options: options, candidate: candidate)
    notes = NoteMatching(
      expected: items.0, actual: items.1.aligned(alignment), tolerance: options.onsetTolerance)
  }

  private func with(_ transformation: TakeTransformation, _ candidate: TakeAlignment) -> TakeMatching {
    TakeMatching(given, actual, options, transformation, candidate: candidate)
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
