internal import MIDICore

/// Finds sources of which nothing arrived, and sources of which everything arrived twice.
struct SourceSearch {
  private let expected: Performance
  private let actual: Performance
  private let keys: ComparisonKeys
  private let tolerance: Nanoseconds
  private let alignment: TakeAlignment
  private let unmatched: (expected: [Int], actual: [Int])

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - expected: The expected performance with the other changes of the take.
  ///   - matching: The pairs of the notes.
  init(
    expected: Performance, actual: Performance, keys: ComparisonKeys, tolerance: Nanoseconds,
    alignment: TakeAlignment, matching: NoteMatching
  ) {
    self.expected = expected
    self.actual = actual
    self.keys = keys
    self.tolerance = tolerance
    self.alignment = alignment
    unmatched = matching.unmatched
  }

  /// Returns the sources with at least four notes, none of which arrived in time. Other sources did arrive.
  func missing() -> Set<Int> {
    guard expected.sources.count > 1, unmatched.expected.count >= TransformationSearch.minCount else {
      return []
    }
    let counts = noteCounts(expected.notes)
    let missing = noteCounts(unmatched.expected.lazy.map { expected.notes[$0] })
    let present = Set(actual.notes.lazy.map { keys.source(actual: $0.source) })
    let hasKeys = Set(counts.indices.filter { counts[$0] > 0 }.map { keys.source(expected: $0) }).count > 1
    let sources = counts.indices.filter { source in
      counts[source] >= TransformationSearch.minCount && missing[source] == counts[source]
        && !(hasKeys && present.contains(keys.source(expected: source)))
    }
    return sources.count < counts.count(where: { $0 > 0 }) ? Set(sources) : []
  }

  /// Returns the sources of which two thirds of the notes arrived again, with the source of the copies.
  func doubled() -> [Int: TakeTransformation.SourceCopy] {
    // Most takes end here, so this is fast.
    guard unmatched.actual.count >= TransformationSearch.minCount else { return [:] }
    let counts = noteCounts(expected.notes)
    guard counts.contains(where: { $0 > 0 && unmatched.actual.count * 3 >= $0 * 2 }) else { return [:] }
    let known = Set(expected.sources.indices.map { keys.source(expected: $0) })
    let others = Set(unmatched.actual.lazy.map { actual.notes[$0].source }).sorted()
    var doubled: [Int: TakeTransformation.SourceCopy] = [:]
    for source in counts.indices where counts[source] >= TransformationSearch.minCount {
      for other in others {
        let isSame = keys.source(expected: source) == keys.source(actual: other)
        guard isSame || !known.contains(keys.source(actual: other)) else { continue }
        guard isRepeated(source, in: other) else { continue }
        doubled[source] = isSame ? .same : .named(actual.sources[other])
        break
      }
    }
    return doubled
  }

  /// The number of notes of a source that are compared first. Most sources that aren't repeated are rejected there.
  private static let sampleCount = 2_000

  /// Returns whether two thirds of a source's notes are two thirds of the notes of an actual source without a partner.
  private func isRepeated(_ source: Int, in other: Int) -> Bool {
    let notes = expected.notes.lazy.filter { $0.source == source }
      .map { item($0, keys.mapped($0.channel), $0.onset) }
    let copies = unmatched.actual.lazy.map { actual.notes[$0] }.filter { $0.source == other }
      .map { item($0, $0.channel, alignment.expectedTime(of: $0.onset)) }
    func pairCount(_ items: [Matching<Int>.Item], _ others: [Matching<Int>.Item]) -> Int {
      Matching.pairCount(expected: items, actual: others, tolerance: tolerance)
    }
    let sample = Array(notes.prefix(Self.sampleCount))
    guard let end = sample.last?.time.adding(tolerance) else { return false }
    guard pairCount(sample, Array(copies.prefix { $0.time <= end })) * 3 >= sample.count else { return false }
    let (all, allCopies) = (Array(notes), Array(copies))
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
