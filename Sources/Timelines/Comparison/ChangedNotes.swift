internal import MIDICore

/// The notes that differ, by their keys in both takes. Their consequences aren't reported again.
struct ChangedNotes {
  /// The times when they sound in either take.
  private(set) var sounding: [Int: Spans] = [:]
  /// The ends of the expected notes, in order.
  private let expectedEnds: [Int: [Nanoseconds]]
  /// The ends of the actual notes, in order.
  private let actualEnds: [Int: [Nanoseconds]]
  private let keys: ComparisonKeys

  /// Collects the notes that differ.
  init(_ notes: NoteComparison, expected: [Note], actual: AlignedNotes, keys: ComparisonKeys) {
    var spans: [Int: [ClosedRange<Nanoseconds>]] = [:]
    var (ends, otherEnds): ([Int: [Nanoseconds]], [Int: [Nanoseconds]]) = ([:], [:])
    func add(_ note: Note, _ key: Int, _ ends: inout [Int: [Nanoseconds]]) {
      spans[key, default: []].append(note.sounding)
      if let end = note.offset { ends[key, default: []].append(end) }
    }
    for difference in notes.differences + notes.swaps.flatMap({ [$0.first, $0.second] })
    where difference.changes.contains(where: \.isOfTime) {
      if let note = difference.expected.map({ expected[$0] }) {
        add(note, keys.expected.key(of: note), &ends)
      }
      if let note = difference.actual.map({ notes.ends.ended($0, actual) }) {
        add(note, keys.actual.key(of: note), &otherEnds)
      }
    }
    sounding = spans.mapValues(Spans.init)
    expectedEnds = ends.mapValues { $0.sorted() }
    actualEnds = otherEnds.mapValues { $0.sorted() }
    self.keys = keys
  }

  /// Returns whether a differing note explains that a note hangs in only one take.
  func explainsHanging(_ entry: Timeline.Entry, isExpected: Bool) -> Bool {
    (isExpected ? keys.expected : keys.actual).noteKey(of: entry).map { sounding[$0] != nil } ?? false
  }

  /// Returns whether a differing note explains a stray note-off that only one take has.
  ///
  /// An actual note-off is explained where a note is expected to end, and an expected note-off where a different note
  /// ended.
  func explains(_ event: Timeline.Entry, isExpected: Bool, _ tolerance: Nanoseconds) -> Bool {
    guard let key = (isExpected ? keys.expected : keys.actual).noteKey(of: event),
      let ends = isExpected ? actualEnds[key] : expectedEnds[key]
    else { return false }
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

/// Time ranges that may overlap.
struct Spans {
  private let starts: [Nanoseconds]
  /// The latest end among all ranges up to each one.
  private let ends: [Nanoseconds]

  /// Creates a sorted list of ranges.
  init(_ spans: [ClosedRange<Nanoseconds>]) {
    let sorted = spans.ordered(byTime: \.lowerBound)
    var ends: [Nanoseconds] = []
    for span in sorted { ends.append(max(ends.last ?? span.upperBound, span.upperBound)) }
    starts = sorted.map(\.lowerBound)
    self.ends = ends
  }

  /// Returns whether any range overlaps or touches the given range.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of ranges.
  func overlap(_ span: ClosedRange<Nanoseconds>) -> Bool {
    let count = starts.partitioningIndex { $0 > span.upperBound }
    return count > 0 && ends[count - 1] >= span.lowerBound
  }
}

extension Note {
  /// The time range in which the note sounds: until its silence or its end, whichever is later, or without limit.
  var sounding: ClosedRange<Nanoseconds> {
    onset...Self.soundingEnd(onset: onset, offset: offset, silence: silence)
  }

  /// Returns the end of ``sounding`` of a note with the given times.
  static func soundingEnd(onset: Nanoseconds, offset: Nanoseconds?, silence: Nanoseconds?) -> Nanoseconds {
    max(onset, max(silence ?? .longest, offset ?? .longest))
  }
}
