internal import Algorithms
internal import MIDICore

/// The notes that differ, by their keys in both takes. Their consequences aren't reported again.
struct ChangedNotes {
  /// The times when they sound in either take.
  private(set) var sounding: [Int: Spans] = [:]
  /// The ends of the expected notes, in order.
  private let expectedEnds: [Int: [Nanoseconds]]
  /// The ends of the actual notes, in order.
  private let actualEnds: [Int: [Nanoseconds]]

  /// Collects the notes that differ.
  init(_ notes: NoteComparison, expected: [Note], actual: AlignedNotes, keys: ComparisonKeys) {
    var spans: [Int: [ClosedRange<Nanoseconds>]] = [:]
    var (ends, otherEnds): ([Int: [Nanoseconds]], [Int: [Nanoseconds]]) = ([:], [:])
    for difference in notes.differences + notes.swaps.flatMap({ [$0.first, $0.second] })
    where difference.changes.contains(where: \.isOfTime) {
      if let note = difference.expected.map({ expected[$0] }) {
        let key = keys.key(expected: note)
        spans[key, default: []].append(note.sounding)
        if let end = note.offset { ends[key, default: []].append(end) }
      }
      if let note = difference.actual.map({ notes.ends.ended($0, actual) }) {
        let key = keys.key(actual: note)
        spans[key, default: []].append(note.sounding)
        if let end = note.offset { otherEnds[key, default: []].append(end) }
      }
    }
    sounding = spans.mapValues(Spans.init)
    expectedEnds = ends.mapValues { $0.sorted() }
    actualEnds = otherEnds.mapValues { $0.sorted() }
    strayKeys = keys
  }

  private let strayKeys: ComparisonKeys

  /// Returns whether a differing note explains that a note hangs in only one take.
  func explainsHanging(_ entry: Timeline.Entry, isExpected: Bool) -> Bool {
    let key = isExpected ? strayKeys.noteKey(ofExpected: entry) : strayKeys.noteKey(ofActual: entry)
    return key.map { sounding[$0] != nil } ?? false
  }

  /// Returns whether a differing note explains a stray note-off that only one take has.
  ///
  /// An actual note-off is explained where a note is expected to end, and an expected note-off where a different note
  /// ended.
  func explains(_ event: Timeline.Entry, isExpected: Bool, _ tolerance: Nanoseconds) -> Bool {
    let key = isExpected ? strayKeys.noteKey(ofExpected: event) : strayKeys.noteKey(ofActual: event)
    guard let key, let ends = isExpected ? actualEnds[key] : expectedEnds[key] else { return false }
    let next = ends.partitioningIndex { $0 >= event.time.subtracting(tolerance) }
    return next < ends.count && ends[next] <= event.time.adding(tolerance)
  }
}

extension NoteChange {
  /// Whether the change concerns the time or identity of a note, and not only its velocities.
  var isOfTime: Bool {
    switch self {
    case .wrongVelocity, .wrongReleaseVelocity, .wrongAttribute, .heldTooLong, .heldTooShort, .rangTooLong,
      .rangTooShort, .stolen, .notStolen:
      false
    default: true
    }
  }
}
