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
    let expectedKeys = expected.map { keys.expected.key(of: $0) }
    let actualKeys = actual.map { keys.actual.key(of: $0) }
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
    for pair in match(expectedKeys.map { Place($0) }, actualKeys.map { Place($0) }, tolerance) {
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
      let place = Place(ordered: expected[pair.expected])
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

  /// Compares the hanging notes and the pedals left down, at any time.
  ///
  /// - Parameter isExplained: Whether an entry that only one take has is a consequence of a reported difference.
  mutating func compareUnended(
    expected: [Timeline.Entry], actual: [Timeline.Entry], keys: ComparisonKeys,
    isExplained: (_ entry: Timeline.Entry, _ isExpected: Bool) -> Bool
  ) {
    let expectedKeys = Set(expected.map { Place(keys.expected.key(of: $0)) })
    let actualKeys = Set(actual.map { Place(keys.actual.key(of: $0)) })
    guard expectedKeys != actualKeys else { return }
    for entry in expected
    where !actualKeys.contains(Place(keys.expected.key(of: entry))) && !isExplained(entry, true) {
      differences.append(EventDifference(expected: entry, actual: nil, change: .missing))
    }
    for entry in actual
    where !expectedKeys.contains(Place(keys.actual.key(of: entry))) && !isExplained(entry, false) {
      differences.append(EventDifference(expected: nil, actual: entry, change: .extra))
    }
  }

  private mutating func add(_ pair: (expected: Int, actual: Int), _ change: EventDifference.Change) {
    differences.append(
      EventDifference(expected: expected[pair.expected], actual: actual[pair.actual], change: change))
  }

  private mutating func match<Key: Hashable & Sendable>(
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

  /// The place of an event without its values.
  ///
  /// Events with one place can be one changed event, or events whose order matters.
  private struct Place: Hashable {
    private var time: Nanoseconds?
    private let source: Int
    private let channel: Channel?
    private var kind: Int
    private var number: Int

    /// Creates the place of an event whose order among events of one time matters.
    init(ordered event: Timeline.Entry) {
      (time, source, channel) = (event.time, event.source, event.channel)
      (kind, number) = event.change.place
      if case .light(let light) = event.change { number = Self.number(of: light) }
    }

    /// Creates the place of an event that may have a different value at a different time.
    init(_ key: Timeline.Entry) {
      (source, channel) = (key.source, key.channel)
      (kind, number) = key.change.place
      switch key.change {
      case .system(let message): number = Message.Kind.allCases.firstIndex(of: message.kind) ?? 0
      case .light(let light): number = Self.number(of: light)
      case .program, .expression: (kind, number) = (-1, 0)
      case .controller, .parameter, .note, .pedalLeftDown: break
      }
    }

    private static func number(of light: Timeline.Light) -> Int {
      Int(light.column.rawValue) << 7 | Int(light.row.rawValue)
    }
  }
}
