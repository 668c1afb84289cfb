public import MIDICore

/// What differs between what was expected and what came.
///
/// Only what notes do is compared: tempo, names and other meta events are how a file says it, not what was played.
/// Sources are matched by their names where one take's are among the other's, by their places where both have as many,
/// and otherwise not told apart.
///
/// Notes are paired in rounds, each among those that the one before left, and each with as many pairs as can be and the
/// least sum of distances in time: the same note in time; the same number in time on any channel; the same note up to a
/// second away; another number in time on the same channel, the nearest first; the same number up to a second away on
/// any channel. What is left is missing or extra. Times beyond 292 years count as 292 years.
public struct Comparison: Sendable {
  /// An expected note and the one that was played for it, as indices of the notes of both.
  public struct NotePair: Hashable, Sendable {
    /// The expected note.
    public let expected: Int
    /// The actual one.
    public let actual: Int
  }

  /// What counts as a difference.
  public let options: Options
  /// What was expected.
  public let expected: Performance
  /// What came.
  public let actual: Performance
  /// How the actual take as a whole lies beside the expected one.
  public private(set) var alignment = TakeAlignment()
  /// Which note was played for which, in order of the expected ones; also where they differ.
  public private(set) var pairs: [NotePair] = []
  /// What is not as expected, in order of time; what concerns the whole take comes first.
  public private(set) var differences: [Difference] = []
  /// The largest distance between two onsets that were taken for equal.
  public private(set) var maxDeviation = Nanoseconds.zero

  /// The expected notes that fell silent at another time than expected, which something else explains.
  private(set) var explainedNotes: Set<Int> = []
  /// Pairs of events that are as expected.
  private(set) var sameEvents: [(expected: Int, actual: Int)] = []

  /// Compares two performances.
  ///
  /// - Complexity: O(*n* log *n*) in the number of notes, steps and events.
  public init(expected: Performance, actual: Performance, options: Options = Options()) {
    self.options = options
    self.expected = expected
    self.actual = actual
    let keys = ComparisonKeys(
      expected: expected.sources, actual: actual.sources, channels: options.channels)
    alignment = TakeAlignment(expected: expected, actual: actual, keys: keys, options: options)
    compare(keys)
  }

  /// An actual note on the expectation's axis: its times as if the take had been neither shifted nor stretched.
  public func aligned(_ note: Note) -> Note { alignment.aligned(note) }

  private mutating func compare(_ keys: ComparisonKeys) {
    let actualNotes = AlignedNotes(actual.notes, alignment)
    var notes = NoteComparison(expected: expected.notes, actual: actualNotes, keys: keys, options: options)
    pairs = notes.pairs
    maxDeviation = notes.maxDeviation
    alignment.velocityScale = notes.velocityScale.thousandths

    var values = ValueComparison(
      expected: expected, actual: actual, keys: keys, alignment: alignment,
      end: max(expected.end, alignment.expectedTime(of: actual.end)), options: options)
    let changes = ChangedNotes(notes, expected: expected.notes, actual: actualNotes, keys: keys)
    let tolerance = options.onsetTolerance.adding(options.offsetTolerance)
    let events = EventComparison(
      expected: expected.events,
      actual: actual.events.map { event in
        var event = event
        event.time = alignment.expectedTime(of: event.time)
        return event
      }, keys: keys, tolerance: options.onsetTolerance,
      isExplained: { changes.explains($0, isExpected: $1, tolerance) })
    sameEvents = events.same
    explainedNotes = notes.compareSilences(&values, changes, events)
    differences = takeChanges + inOrder(notes, values, events, actualNotes)
  }

  /// What concerns the whole take.
  private var takeChanges: [Difference] {
    var changes: [Difference] = []
    if !options.alignsStart, alignment.shift.magnitude > options.onsetTolerance {
      changes.append(.take(.shifted(by: alignment.shift)))
    }
    if alignment.tempoDrift != 0 { changes.append(.take(.stretched(byBillionths: alignment.tempoDrift))) }
    if alignment.velocityScale != 1000 {
      changes.append(.take(.velocitiesScaled(toThousandths: alignment.velocityScale)))
    }
    return changes
  }

  /// All other differences in order of time; of one time first notes, then values, then events.
  private func inOrder(
    _ notes: NoteComparison, _ values: ValueComparison, _ events: EventComparison, _ actualNotes: AlignedNotes
  ) -> [Difference] {
    func onset(_ difference: NoteDifference) -> Nanoseconds {
      difference.expected.map { expected.notes[$0].onset }
        ?? difference.actual.map { actualNotes[$0].onset } ?? .zero
    }
    // Reserved, because arrays that grow take twice the memory at their largest.
    let count = notes.differences.count + notes.swaps.count + values.found.count + events.differences.count
    var all: [Difference] = []
    var times: [Nanoseconds] = []
    all.reserveCapacity(count)
    times.reserveCapacity(count)
    all += notes.differences.lazy.map { .note($0) }
    times += notes.differences.lazy.map(onset)
    all += notes.swaps.map { .swapped($0) }
    times += notes.swaps.map { onset($0.first) }
    all += values.found.map { .value($0.difference) }
    times += values.found.map(\.stretch.start)
    all += events.differences.map { .event($0) }
    times += events.differences.map { ($0.expected ?? $0.actual)?.time ?? .zero }
    guard zip(times, times.dropFirst()).contains(where: { $0 > $1 }) else { return all }
    // `sort` is stable, so those of one time stay in the order above.
    var order = times.indices.map { (time: times[$0], index: Int32($0)) }
    order.sort { $0.time < $1.time }
    return order.map { all[Int($0.index)] }
  }
}

extension Comparison {
  /// What counts as a difference.
  public struct Options: Hashable, Sendable {
    /// How much earlier or later a note, a value or an event may begin.
    public var onsetTolerance: Nanoseconds
    /// How much earlier or later a note may end.
    public var offsetTolerance: Nanoseconds
    /// The same as a part of the expected note's length; the larger of both counts.
    public var offsetRatio: Ratio?
    /// By how much a velocity may differ, 0 through 127.
    public var velocityTolerance: Int
    /// By how much a value may differ, 0 through 127. Values up to 16,383, bends and parameters, may differ by 128 times
    /// as much; programs not at all.
    public var valueTolerance: Int
    /// On which channel something may come instead of the expected one; what isn't there comes on its own.
    public var channels: [Channel: Channel]
    /// Whether the actual take may have been started at any moment: then a shift as a whole is said and is no
    /// difference.
    public var alignsStart: Bool

    /// Makes options; 5 ms for onsets and offsets, equal velocities and values, and a start that is aligned.
    public init(
      onsetTolerance: Nanoseconds = .milliseconds(5), offsetTolerance: Nanoseconds = .milliseconds(5),
      offsetRatio: Ratio? = nil, velocityTolerance: Int = 0, valueTolerance: Int = 0,
      channels: [Channel: Channel] = [:], alignsStart: Bool = true
    ) {
      self.onsetTolerance = onsetTolerance
      self.offsetTolerance = offsetTolerance
      self.offsetRatio = offsetRatio
      self.velocityTolerance = velocityTolerance
      self.valueTolerance = valueTolerance
      self.channels = channels
      self.alignsStart = alignsStart
    }
  }
}
