internal import Algorithms
internal import MIDICore

/// The notes that are reported, by their keys in both takes: what they explain isn't said again.
struct ChangedNotes {
  /// When they sounded, in one take or the other.
  private(set) var sounding: [Int: Spans] = [:]
  /// When the expected ones end, in order.
  private let expectedEnds: [Int: [Nanoseconds]]
  /// When the actual ones end, in order.
  private let actualEnds: [Int: [Nanoseconds]]

  /// Collects them.
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

  /// Whether a stray note-off that only one take has is what a note that differs has left: the actual take's one ends
  /// nothing where a note is expected to end, or the expected one's where another note ended.
  func explains(_ event: Timeline.Entry, isExpected: Bool, _ tolerance: Nanoseconds) -> Bool {
    let key = isExpected ? strayKeys.noteKey(ofExpected: event) : strayKeys.noteKey(ofActual: event)
    guard let key, let ends = isExpected ? actualEnds[key] : expectedEnds[key] else { return false }
    let next = ends.partitioningIndex { $0 >= event.time.subtracting(tolerance) }
    return next < ends.count && ends[next] <= event.time.adding(tolerance)
  }
}

extension NoteChange {
  /// Whether the note was at another time or another note, and not only struck or released otherwise.
  fileprivate var isOfTime: Bool {
    switch self {
    case .wrongVelocity, .wrongReleaseVelocity, .wrongAttribute, .heldTooLong, .heldTooShort, .rangTooLong,
      .rangTooShort, .stolen, .notStolen:
      false
    default: true
    }
  }
}
