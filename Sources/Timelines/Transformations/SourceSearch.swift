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
    let counts = noteCounts(expected.notes)
    // Most takes end here, so this is fast.
    guard unmatched.actual.count >= TransformationSearch.minCount,
      counts.contains(where: { $0 > 0 && unmatched.actual.count * 3 >= $0 * 2 })
    else { return [:] }
    let extra = Dictionary(grouping: unmatched.actual.map { actual.notes[$0] }, by: \.source)
    let known = Set(expected.sources.indices.map { keys.source(expected: $0) })
    var doubled: [Int: TakeTransformation.SourceCopy] = [:]
    for (source, notes) in Dictionary(grouping: expected.notes, by: \.source).sorted(by: { $0.key < $1.key })
    {
      for (other, copies) in extra.sorted(by: { $0.key < $1.key }) {
        let isSame = keys.source(expected: source) == keys.source(actual: other)
        guard isSame || !known.contains(keys.source(actual: other)) else { continue }
        let count = Matching(
          expected: notes.map { item($0, keys.mapped($0.channel), $0.onset) },
          actual: copies.map { item($0, $0.channel, alignment.expectedTime(of: $0.onset)) },
          tolerance: tolerance
        ).pairs.count
        guard count >= TransformationSearch.minCount, count * 3 >= notes.count * 2,
          count * 3 >= copies.count * 2
        else { continue }
        doubled[source] = isSame ? .same : .named(actual.sources[other])
        break
      }
    }
    return doubled
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
