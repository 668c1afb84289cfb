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
    findSwaps()
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

  /// Finds matching events that are at one time in both takes, in a different order.
  ///
  /// The order of System Exclusive messages, of clock and start, and of the colors of one light matters.
  private mutating func findSwaps() {
    var last: [Place: (expected: Int, actual: Int)] = [:]
    var swapped: Set<Int> = []
    for pair in same {
      let place = Place(expected[pair.expected])
      defer { last[place] = pair }
      guard let before = last[place], actual[pair.actual].source == actual[before.actual].source,
        actual[pair.actual].time == actual[before.actual].time, pair.actual < before.actual
      else { continue }
      differences.append(
        EventDifference(
          expected: expected[before.expected], actual: actual[pair.actual], change: .swapped))
      swapped.formUnion([before.expected, pair.expected])
    }
    same.removeAll { swapped.contains($0.expected) }
  }

  /// The time and place of events whose order matters.
  private struct Place: Hashable {
    private let time: Nanoseconds
    private let source: Int
    private let channel: Channel?
    private let kind: Int
    private let number: Int

    init(_ event: Timeline.Entry) {
      (time, source, channel) = (event.time, event.source, event.channel)
      (kind, number) =
        if case .light(let light) = event.change {
          (event.change.place.kind, Int(light.column.rawValue) << 7 | Int(light.row.rawValue))
        } else {
          event.change.place
        }
    }
  }

  /// Compares the hanging notes and the pedals left down, at any time.
  ///
  /// - Parameter isExplained: Whether an entry that only one take has is a consequence of a reported difference.
  mutating func compareUnended(
    expected: [Timeline.Entry], actual: [Timeline.Entry], keys: ComparisonKeys,
    isExplained: (_ entry: Timeline.Entry, _ isExpected: Bool) -> Bool
  ) {
    let expectedKeys = Set(expected.map { Kind(keys.key(expected: $0)) })
    let actualKeys = Set(actual.map { Kind(keys.key(actual: $0)) })
    guard expectedKeys != actualKeys else { return }
    for entry in expected
    where !actualKeys.contains(Kind(keys.key(expected: entry))) && !isExplained(entry, true) {
      differences.append(EventDifference(expected: entry, actual: nil, change: .missing))
    }
    for entry in actual
    where !expectedKeys.contains(Kind(keys.key(actual: entry))) && !isExplained(entry, false) {
      differences.append(EventDifference(expected: nil, actual: entry, change: .extra))
    }
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
      case note(NoteNumber)
      case pedalLeftDown(Controller)
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
      case .note(let number, _): name = .note(number)
      case .pedalLeftDown(let pedal, _): name = .pedalLeftDown(pedal)
      case .light(let light): name = .light(column: light.column, row: light.row)
      default: name = .other
      }
    }
  }
}
