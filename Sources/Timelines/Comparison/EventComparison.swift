internal import MIDICore

/// The comparison of the events of two takes.
struct EventComparison {
  /// The differences, in no order.
  private(set) var differences: [EventDifference] = []
  /// The pairs of matching events, as indices.
  private(set) var same: [(expected: Int, actual: Int)] = []

  private let expected: [Timeline.Entry]
  private let actual: [Timeline.Entry]
  private var missing: [Int]
  private var extra: [Int]

  /// Pairs equal events within the tolerance, then equal events nearby, then events of the same kind within the
  /// tolerance.
  ///
  /// - Parameters:
  ///   - actual: The actual events, on the expectation's time axis.
  ///   - isExplained: Whether an event without a partner is a consequence of a reported difference.
  init(
    expected: [Timeline.Entry], actual: [Timeline.Entry], keys: ComparisonKeys, tolerance: Nanoseconds,
    isExplained: (_ event: Timeline.Entry, _ isExpected: Bool) -> Bool
  ) {
    self.expected = expected
    self.actual = actual
    missing = Array(expected.indices)
    extra = Array(actual.indices)
    let expectedKeys = expected.map { keys.key(expected: $0) }
    let actualKeys = actual.map { keys.key(actual: $0) }
    same = match(expectedKeys, actualKeys, tolerance)
    // Before the search, because a stray note-off nearby is easily found.
    missing.removeAll { isExplained(expected[$0], true) }
    extra.removeAll { isExplained(actual[$0], false) }
    let nearby = match(expectedKeys, actualKeys, max(NoteMatching.searchWindow, tolerance))
    for pair in nearby {
      let delay = actual[pair.actual].time.subtracting(expected[pair.expected].time)
      add(pair, delay > .zero ? .late(by: delay) : .early(by: delay.magnitude))
    }
    for pair in match(expectedKeys.map(Kind.init), actualKeys.map(Kind.init), tolerance) {
      add(pair, .changed)
    }
    differences += missing.map { EventDifference(expected: expected[$0], actual: nil, change: .missing) }
    differences += extra.map { EventDifference(expected: nil, actual: actual[$0], change: .extra) }
  }

  private mutating func add(_ pair: (expected: Int, actual: Int), _ change: EventDifference.Change) {
    differences.append(
      EventDifference(expected: expected[pair.expected], actual: actual[pair.actual], change: change))
  }

  private mutating func match<Key: Hashable>(
    _ expectedKeys: [Key], _ actualKeys: [Key], _ tolerance: Nanoseconds
  ) -> [(expected: Int, actual: Int)] {
    guard !missing.isEmpty, !extra.isEmpty else { return [] }
    let matching = Matching(
      expected: missing.map { Matching.Item(key: expectedKeys[$0], time: expected[$0].time) },
      actual: extra.map { Matching.Item(key: actualKeys[$0], time: actual[$0].time) }, tolerance: tolerance)
    let pairs = matching.pairs.map { (expected: missing[$0.expected], actual: extra[$0.actual]) }
    missing = matching.unmatchedExpected.map { missing[$0] }
    extra = matching.unmatchedActual.map { extra[$0] }
    return pairs
  }

  /// The identity of an event without its values: source, channel, and kind.
  private struct Kind: Hashable {
    private enum Name: Hashable {
      case system(Message.Kind)
      case mode(Controller)
      case parameter(Timeline.Parameter)
      case strayNoteOff(NoteNumber)
      case light(column: UInt7, row: UInt7)
      case other
    }

    private let source: Int
    private let channel: Channel?
    private let name: Name

    init(_ key: ComparisonKeys.EventKey) {
      source = key.source
      channel = key.channel
      switch key.change {
      case .system(let message): name = .system(message.kind)
      case .controller(let controller, _): name = .mode(controller)
      case .parameter(let parameter, _): name = .parameter(parameter)
      case .note(let number, _): name = .strayNoteOff(number)
      case .light(let light): name = .light(column: light.column, row: light.row)
      default: name = .other
      }
    }
  }
}
