public import MIDICore

/// What differs between what was expected and what came.
///
/// Only what sounds is compared: tempo, names and other meta events are how a file says it, not what was played.
public struct Comparison: Sendable {
  /// What counts as a difference.
  public struct Options: Hashable, Sendable {
    /// How far an onset, an end or a message may be from where it is expected.
    public var tolerance: Nanoseconds
    /// Whether the actual recording is moved as a whole to where it fits best, because it may have been started
    /// at any moment. The shift is reported.
    public var alignsStart: Bool

    /// Makes options; 5 ms, aligned.
    public init(tolerance: Nanoseconds = .milliseconds(5), alignsStart: Bool = true) {
      self.tolerance = tolerance
      self.alignsStart = alignsStart
    }
  }

  /// What was compared, and how.
  public let options: Options
  /// What was expected.
  public let expected: Performance
  /// What came.
  public let actual: Performance
  /// By how much the actual recording as a whole is later; this is no difference by itself.
  public private(set) var shift = Nanoseconds.zero
  /// What is not as expected, in order of time.
  public private(set) var differences: [Difference] = []
  /// The largest distance between two onsets that were taken for equal.
  public private(set) var largestDeviation = Nanoseconds.zero

  /// How far from its place a note or a message is still taken for the same one, early or late, rather than for
  /// one missing and another extra: a second, about the slowest beat.
  private static let searchWindow = Nanoseconds.seconds(1)

  /// Compares two recordings.
  ///
  /// - Complexity: O(*n* log *n*) in the number of messages.
  public init(expected: Recording, actual: Recording, options: Options = Options()) {
    self.options = options
    self.expected = Performance(expected)
    self.actual = Performance(actual)
    if options.alignsStart { shift = alignment() }
    compareNotes()
    compareOtherMessages()
    sortDifferences()
  }

  private func alignment() -> Nanoseconds {
    let tolerance = max(options.tolerance, .milliseconds(5))
    if !expected.notes.isEmpty, !actual.notes.isEmpty {
      return Alignment.shift(
        expected: expected.notes.map(\.item), actual: actual.notes.map(\.item), tolerance: tolerance)
    }
    return Alignment.shift(
      expected: expected.otherMessages.map(\.item), actual: actual.otherMessages.map(\.item),
      tolerance: tolerance)
  }

  /// Pairs notes in three rounds, each among those that the one before left: same note and channel in time; same
  /// note in time on any channel; same note and channel nearby.
  private mutating func compareNotes() {
    let inTime = Matching(
      expected: expected.notes.map(\.item), actual: actual.notes.map(\.item), shift: shift,
      tolerance: options.tolerance)
    recordNotes(inTime.pairs)

    let onAnyChannel = rematch(inTime.unmatchedExpected, inTime.unmatchedActual, tolerance: options.tolerance)
    {
      Matching.Item(key: $0.number, time: $0.onset)
    }
    let nearby = rematch(
      onAnyChannel.expected, onAnyChannel.actual, tolerance: Self.searchWindow, item: \.item)
    differences += nearby.expected.map { .missingNote(expected.notes[$0]) }
    differences += nearby.actual.map { .extraNote(aligned(actual.notes[$0])) }
  }

  /// Pairs some of the notes, records the pairs, and returns what is left.
  private mutating func rematch<Key>(
    _ expectedIndices: [Int], _ actualIndices: [Int], tolerance: Nanoseconds,
    item: (Note) -> Matching<Key>.Item
  ) -> (expected: [Int], actual: [Int]) {
    let matching = Matching(
      expected: expectedIndices.map { item(expected.notes[$0]) },
      actual: actualIndices.map { item(actual.notes[$0]) }, shift: shift, tolerance: tolerance)
    recordNotes(matching.pairs.map { (expectedIndices[$0.expected], actualIndices[$0.actual]) })
    return (
      matching.unmatchedExpected.map { expectedIndices[$0] },
      matching.unmatchedActual.map { actualIndices[$0] }
    )
  }

  private mutating func recordNotes(_ pairs: [(expected: Int, actual: Int)]) {
    for pair in pairs {
      let expectedNote = expected.notes[pair.expected]
      let actualNote = aligned(actual.notes[pair.actual])
      let deviation = (actualNote.onset - expectedNote.onset).magnitude
      if deviation <= options.tolerance { largestDeviation = max(largestDeviation, deviation) }
      let changes = NoteChange.all(from: expectedNote, to: actualNote, tolerance: options.tolerance)
      if !changes.isEmpty {
        differences.append(.changedNote(expected: expectedNote, actual: actualNote, changes: changes))
      }
    }
  }

  private mutating func compareOtherMessages() {
    let expectedItems = expected.otherMessages.map(\.item)
    let actualItems = actual.otherMessages.map(\.item)
    let inTime = Matching(
      expected: expectedItems, actual: actualItems, shift: shift, tolerance: options.tolerance)
    let nearby = Matching(
      expected: inTime.unmatchedExpected.map { expectedItems[$0] },
      actual: inTime.unmatchedActual.map { actualItems[$0] }, shift: shift, tolerance: Self.searchWindow)
    for pair in nearby.pairs {
      differences.append(
        .displacedMessage(
          expected: expected.otherMessages[inTime.unmatchedExpected[pair.expected]],
          actual: aligned(actual.otherMessages[inTime.unmatchedActual[pair.actual]])))
    }
    differences += nearby.unmatchedExpected.map {
      .missingMessage(expected.otherMessages[inTime.unmatchedExpected[$0]])
    }
    differences += nearby.unmatchedActual.map {
      .extraMessage(aligned(actual.otherMessages[inTime.unmatchedActual[$0]]))
    }
  }

  private func aligned(_ note: Note) -> Note {
    var note = note
    note.onset = note.onset - shift
    note.offset = note.offset.map { $0 - shift }
    return note
  }

  private func aligned(_ timed: TimedMessage) -> TimedMessage {
    TimedMessage(time: timed.time - shift, message: timed.message)
  }

  /// Puts differences in order of time. `sorted` is stable and they were found in a fixed order, so the order of
  /// those of one time is always the same as well.
  private mutating func sortDifferences() { differences.sort { $0.time < $1.time } }
}

extension Note {
  fileprivate struct Key: Hashable {
    var channel: Channel
    var number: NoteNumber
  }

  fileprivate var item: Matching<Key>.Item {
    Matching.Item(key: Key(channel: channel, number: number), time: onset)
  }
}

extension TimedMessage {
  fileprivate var item: Matching<Message>.Item { Matching.Item(key: message, time: time) }
}

extension NoteChange {
  /// All that is different between two notes that are taken for the same.
  fileprivate static func all(from expected: Note, to actual: Note, tolerance: Nanoseconds) -> [NoteChange] {
    var changes: [NoteChange] = []
    if actual.channel != expected.channel {
      changes.append(.channel(expected: expected.channel, actual: actual.channel))
    }
    let delay = actual.onset - expected.onset
    if delay > tolerance { changes.append(.late(by: delay)) }
    if delay.magnitude > tolerance, delay < .zero { changes.append(.early(by: delay.magnitude)) }
    switch (expected.duration, actual.duration) {
    case (let expectedDuration?, let actualDuration?):
      // Each end of a note may be off by the tolerance, so its length may be by twice as much.
      let excess = actualDuration - expectedDuration
      if excess.magnitude > tolerance + tolerance {
        changes.append(excess > .zero ? .tooLong(by: excess) : .tooShort(by: excess.magnitude))
      }
    case (_?, nil): changes.append(.hanging)
    case (nil, _?): changes.append(.ended)
    case (nil, nil): break
    }
    if actual.velocity != expected.velocity {
      changes.append(.velocity(expected: expected.velocity, actual: actual.velocity))
    }
    if let before = expected.releaseVelocity, let after = actual.releaseVelocity, before != after {
      changes.append(.releaseVelocity(expected: before, actual: after))
    }
    return changes
  }
}
