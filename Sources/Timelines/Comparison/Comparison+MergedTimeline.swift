internal import MIDICore

extension Comparison {
  /// Returns the timeline to accept: actual entries where the takes differ, and expected entries where they match.
  ///
  /// So only differences are rewritten. Notes, events, and values without a difference keep all their expected entries;
  /// overlapping notes of one key keep theirs only together. A value that differs has its actual entries. If no
  /// difference exists, the result is the expected timeline. If the names of the sources differ, if the whole take differs, or
  /// if the comparison follows the tempo, the result is the actual timeline.
  ///
  /// - Parameters:
  ///   - expected: The timeline of the expected performance.
  ///   - actual: The timeline of the actual performance.
  /// - Complexity: O(*n* log *n*), where *n* is the number of entries.
  public func mergedTimeline(expected: Timeline, actual: Timeline) -> Timeline {
    if differences.isEmpty { return expected }
    if !passages.isEmpty {
      var options = options
      options.findsPassages = false
      return Comparison(expected: given, actual: self.actual, options: options)
        .mergedTimeline(expected: expected, actual: actual)
    }
    let isAsItIs = takeChanges.isEmpty && alignment.shift.magnitude <= options.onsetTolerance
    guard expected.sources == actual.sources, isAsItIs, !options.followsTempo else { return actual }
    // If expected and actual values of a curve can't be joined, the whole curve is the actual one.
    for joinsCurves in [true, false] {
      let settling = TimelineMerger(self, expected: expected, actual: actual, joinsCurves: joinsCurves)
      let timeline = settling.timeline
      let check = Comparison(
        expected: Performance(timeline), actual: self.actual, options: options)
      if check.differences.isEmpty { return timeline }
    }
    return actual
  }
}

/// Merges expected and actual entries to a timeline.
private struct TimelineMerger {
  private let expected: Timeline
  private let actual: Timeline
  private let keys: ComparisonKeys
  private let tolerance: Nanoseconds
  private let joinsCurves: Bool
  private let sameEvents: (expected: Set<Int>, actual: Set<Int>)
  /// The notes that keep their expected entries.
  private var sameNotes: (expected: Set<Int>, actual: Set<Int>) = ([], [])
  /// The times when values differ.
  private var stretches: [ComparisonKeys.CurveKey: [ClosedRange<Nanoseconds>]] = [:]

  init(_ comparison: Comparison, expected: Timeline, actual: Timeline, joinsCurves: Bool) {
    self.expected = expected
    self.actual = actual
    self.joinsCurves = joinsCurves
    keys = comparison.keys
    tolerance = max(comparison.options.onsetTolerance, .zero)
    sameEvents = (
      Set(comparison.sameEvents.map(\.expected)), Set(comparison.sameEvents.map(\.actual))
    )
    for difference in comparison.differences {
      guard case .value(let value) = difference else { continue }
      let key = ComparisonKeys.CurveKey(
        source: keys.expected.source(value.source), channel: keys.expected.mapped(value.channel),
        quantity: value.quantity)
      stretches[key, default: []].append(
        value.start.subtracting(tolerance)...value.end.adding(tolerance))
    }
    findSameNotes(comparison)
  }

  private mutating func findSameNotes(_ comparison: Comparison) {
    var differing = comparison.explainedNotes
    for difference in comparison.differences {
      switch difference {
      case .note(let note): if let index = note.expected { differing.insert(index) }
      case .swapped(let swap):
        differing.formUnion([swap.first.expected, swap.second.expected].compactMap { $0 })
      case .take, .passage, .value, .event: break
      }
    }
    let pairs = comparison.pairs.filter { !differing.contains($0.expected) }
    sameNotes = (Set(pairs.map(\.expected)), Set(pairs.map(\.actual)))
    // Overlapping notes depend on one another: which note-off ends which note.
    let (notes, others) = (comparison.expected.notes, comparison.actual.notes)
    let overlapping = expected.overlappingKeys(keys.expected).union(actual.overlappingKeys(keys.actual))
    var changed: Set<Int> = []
    for (index, note) in notes.enumerated() where !sameNotes.expected.contains(index) {
      changed.insert(keys.expected.key(of: note))
    }
    for (index, note) in others.enumerated() where !sameNotes.actual.contains(index) {
      changed.insert(keys.actual.key(of: note))
    }
    let whole = overlapping.intersection(changed)
    guard !whole.isEmpty else { return }
    for pair in pairs
    where whole.contains(keys.expected.key(of: notes[pair.expected]))
      || whole.contains(keys.actual.key(of: others[pair.actual]))
    {
      sameNotes.expected.remove(pair.expected)
      sameNotes.actual.remove(pair.actual)
    }
  }

  /// The merged timeline, whose final entries move to its end.
  var timeline: Timeline {
    var entries = kept(expected, keys.expected, sameNotes.expected, sameEvents.expected, isSame: true)
    entries += kept(actual, keys.actual, sameNotes.actual, sameEvents.actual, isSame: false).map { entry in
      Timeline.Entry(
        time: entry.time, source: keys.expectedSource(ofActual: entry.source),
        channel: entry.channel.map(keys.unmapped), change: entry.change, attributes: entry.attributes)
    }
    let last = entries.lazy.filter { !$0.isOfEnd }.map(\.time).max() ?? expected.end
    let end = max(expected.end, last)
    for index in entries.indices where entries[index].isOfEnd { entries[index].time = end }
    return Timeline(sources: expected.sources, entries: entries, end: end)
  }

  /// Returns whether a value differs at a time, or at the end if the time is `nil`.
  private func isOff(_ key: ComparisonKeys.CurveKey, _ time: Nanoseconds?) -> Bool {
    guard let stretches = stretches[key] else { return false }
    guard joinsCurves, let time else { return true }
    let next = stretches.partitioningIndex { $0.upperBound >= time }
    return next < stretches.count && stretches[next].lowerBound <= time
  }

  /// Returns the entries of the notes, events, and values that are the same in both takes, or of the others.
  private func kept(
    _ timeline: Timeline, _ keys: ComparisonKeys.Take, _ notes: Set<Int>, _ events: Set<Int>, isSame: Bool
  ) -> [Timeline.Entry] {
    var builder = PerformanceBuilder(sourceCount: timeline.sources.count)
    return timeline.entries.filter { entry in
      builder.add(entry)
      return switch builder.owner {
      case .note(let index): notes.contains(index) == isSame
      case .event(let index): events.contains(index) == isSame
      case .curve(let index):
        isOff(keys.key(of: builder.curves[index]), entry.isOfEnd ? nil : entry.time) != isSame
      case nil: false
      }
    }
  }
}

extension Timeline {
  /// Returns the keys of overlapping notes.
  fileprivate func overlappingKeys(_ keys: ComparisonKeys.Take) -> Set<Int> {
    Set(
      entries.lazy.filter {
        switch $0.change {
        case .note(_, .retriggered), .note(_, .stillSounding): true
        default: false
        }
      }.compactMap(keys.noteKey))
  }
}

extension Timeline.Entry {
  /// Whether the change is an entry at the end of a timeline.
  fileprivate var isOfEnd: Bool {
    switch change {
    case .note(_, .hanging), .pedalLeftDown: true
    default: false
    }
  }
}
