public import MIDICore

/// The alignment of an actual take as a whole: its start, its speed, and the level of its velocities.
public struct TakeAlignment: Hashable, Sendable {
  /// The delay of the actual take at the expected time 0.
  public var shift: Nanoseconds
  /// The extra length of the actual take in billionths, or 0 if no drift exceeds the tolerance.
  public var tempoDrift: Int64
  /// The factor of the actual velocities in thousandths, or 1,000 if no factor fits.
  public var velocityScale: Int
  /// Whether scaled velocities are rounded down, rather than to the nearest number.
  public var roundsVelocitiesDown: Bool
  /// The number by which all actual velocities are higher, or 0 if no such number fits better than a factor.
  public var velocityOffset: Int

  /// Creates an alignment. By default, the takes are aligned.
  public init(
    shift: Nanoseconds = .zero, tempoDrift: Int64 = 0, velocityScale: Int = 1000,
    roundsVelocitiesDown: Bool = false, velocityOffset: Int = 0
  ) {
    self.shift = shift
    self.tempoDrift = tempoDrift
    self.velocityScale = velocityScale
    self.roundsVelocitiesDown = roundsVelocitiesDown
    self.velocityOffset = velocityOffset
  }

  /// Whether both takes have the same times.
  var keepsTimes: Bool { shift == .zero && tempoDrift == 0 }

  /// Returns the position of an actual time on the expectation's time axis, rounded to the nearest nanosecond.
  ///
  /// Times beyond 292 years count as 292 years.
  public func expectedTime(of actual: Nanoseconds) -> Nanoseconds {
    guard tempoDrift != 0 else { return shift == .zero ? actual : actual.subtracting(shift) }
    let sinceStart = Int128(actual.rawValue) - Int128(shift.rawValue)
    // The divisor is at least one.
    let divisor = max(Self.billion + Int128(tempoDrift), 1)
    return Nanoseconds(limiting: (sinceStart * Self.billion).dividedRounding(divisor))
  }

  /// Returns an actual note on the expectation's time axis.
  func aligned(_ note: Note) -> Note {
    var note = note
    note.onset = expectedTime(of: note.onset)
    note.offset = note.offset.map(expectedTime)
    note.silence = note.silence.map(expectedTime)
    if let end = note.soundEnd { note.soundEnd?.time = expectedTime(of: end.time) }
    return note
  }

  /// Returns actual entries on the expectation's time axis.
  func aligned(_ entries: [Timeline.Entry]) -> [Timeline.Entry] {
    var entries = entries
    for index in entries.indices { entries[index].time = expectedTime(of: entries[index].time) }
    return entries
  }
}

/// The actual notes on the expectation's time axis, each computed on access.
///
/// A copy of all notes would be the largest allocation of a comparison.
struct AlignedNotes: RandomAccessCollection {
  /// The notes on their own time axis.
  let given: [Note]
  private let alignment: TakeAlignment
  private let isAsItIs: Bool

  /// Creates a view of notes under an alignment.
  init(_ notes: [Note], _ alignment: TakeAlignment) {
    given = notes
    self.alignment = alignment
    isAsItIs = alignment.keepsTimes
  }

  var startIndex: Int { 0 }
  var endIndex: Int { given.count }

  subscript(index: Int) -> Note { isAsItIs ? given[index] : alignment.aligned(given[index]) }

  /// Returns the onset of a note, without a copy of the note.
  func onset(_ index: Int) -> Nanoseconds { alignment.expectedTime(of: given[index].onset) }

  /// Returns the offset of a note, or `nil` if it is hanging.
  func offset(_ index: Int) -> Nanoseconds? { given[index].offset.map(alignment.expectedTime) }

  /// Returns the silence of a note, or `nil` if it sounds to the end.
  func silence(_ index: Int) -> Nanoseconds? { given[index].silence.map(alignment.expectedTime) }
}

extension Array {
  /// Returns the items on the expectation's time axis.
  func aligned<Key>(_ alignment: TakeAlignment) -> Self where Element == Matching<Key>.Item {
    if alignment.keepsTimes { return self }
    return map { Element(key: $0.key, time: alignment.expectedTime(of: $0.time)) }
  }
}

// MARK: Finding

extension TakeAlignment {
  /// The number of notes from which a take is aligned by its notes alone, without its values and events.
  private static let enoughNotes = 16

  /// Finds the alignment of the actual take, except for its velocities.
  ///
  /// ``AlignmentSearch`` finds it among landmarks: the onsets of notes and, if the takes have few notes, all steps and
  /// events. It is then adjusted to the delays of everything that both takes have, so that as little as possible
  /// differs.
  ///
  /// - Parameters:
  ///   - notes: The keys and onsets of the notes.
  ///   - candidate: An alignment that may be the best one, or `nil`.
  init(
    expected: Performance, actual: Performance, notes: TakeItems, keys: ComparisonKeys,
    options: Comparison.Options, candidate: TakeAlignment? = nil
  ) {
    self.init()
    var landmarks = notes
    if min(expected.notes.count, actual.notes.count) < Self.enoughNotes {
      let others = keys.landmarks(expected: expected, actual: actual)
      landmarks = TakeItems(
        expected: notes.expected + others.expected, actual: notes.actual + others.actual)
    }
    let search = AlignmentSearch(landmarks, tolerance: options.onsetTolerance)
    self = search.alignment(isFree: options.alignsStart, candidate: candidate)
    guard tempoDrift != 0 || options.alignsStart else { return }
    // Twice the tolerance, because the alignment may be off by one.
    let window = options.onsetTolerance.adding(options.onsetTolerance)
    let matching = Matching<Int>(notes.groups(self), window)
    if tempoDrift == 0, matching.areMostlyEqual(notes.expected, notes.actual) {
      shift = .zero
      return
    }
    let delays = TakeDelays(
      expected: expected.notes, actual: actual.notes, partners: matching.partners, options: options,
      others: otherDelays(expected, actual, keys, options))
    if tempoDrift != 0 { refineDrift(by: delays) } else { shift = Self.shift(by: delays) }
  }

  /// Returns the delays of all similar values and events under this approximate alignment.
  private func otherDelays(
    _ expected: Performance, _ actual: Performance, _ keys: ComparisonKeys, _ options: Comparison.Options
  ) -> [TakeDelays.Delay] {
    let window = options.onsetTolerance.adding(options.onsetTolerance)
    var delays: [TakeDelays.Delay] = []
    func add(_ time: Nanoseconds, _ actual: Nanoseconds) {
      delays.append((time, actual.subtracting(time), options.onsetTolerance))
    }
    let others = keys.landmarks(expected: expected, actual: actual)
    let otherPairs = Matching(
      expected: others.expected, actual: others.actual.aligned(self), tolerance: window
    ).pairs
    for pair in otherPairs {
      add(others.expected[pair.expected].time, others.actual[pair.actual].time)
    }
    // Values may differ by their tolerance, so steps are paired only by their curves.
    let steps = expected.curves.steps(keys.expected)
    let actualSteps = actual.curves.steps(keys.actual)
    let stepPairs = Matching(
      expected: steps.items, actual: actualSteps.items.aligned(self), tolerance: window
    ).pairs
    for pair in stepPairs {
      let step = steps.items[pair.expected]
      let distance = abs(steps.values[pair.expected] - actualSteps.values[pair.actual])
      guard distance <= step.key.quantity.tolerance(options) else { continue }
      add(step.time, actualSteps.items[pair.actual].time)
    }
    return delays
  }
}

extension Matching {
  /// Returns whether most pairs of the given items have equal times.
  fileprivate func areMostlyEqual(_ expected: [Item], _ actual: [Item]) -> Bool {
    let equalCount = partners.indices.count { index in
      partners[index] >= 0 && expected[index].time == actual[Int(partners[index])].time
    }
    return equalCount * 2 > partners.count - unmatchedExpected.count
  }
}

extension [ValueCurve] {
  /// Returns the keys and times of all steps, and their values.
  fileprivate func steps(
    _ keys: ComparisonKeys.Take
  ) -> (items: [Matching<ComparisonKeys.CurveKey>.Item], values: [Int]) {
    var items: [Matching<ComparisonKeys.CurveKey>.Item] = []
    for curve in self {
      let key = keys.key(of: curve)
      items += curve.steps.lazy.map { Matching.Item(key: key, time: $0.time) }
    }
    return (items, flatMap { $0.steps.lazy.map(\.value) })
  }
}

extension ComparisonKeys {
  /// Returns the steps and events of both takes.
  ///
  /// Equal values and equal events have one key, which is negative, unlike the keys of notes.
  func landmarks(
    expected: Performance, actual: Performance
  ) -> (expected: [Matching<Int>.Item], actual: [Matching<Int>.Item]) {
    var numbersOfValues: [CurveKey: [Int: Int]] = [:]
    var numbersOfEvents: [Timeline.Entry: Int] = [:]
    var count = 0
    func number<Key: Hashable>(_ key: Key, _ numbers: inout [Key: Int]) -> Int {
      if let number = numbers[key] { return number }
      count += 1
      numbers[key] = -count
      return -count
    }
    func landmarks(_ performance: Performance, _ keys: Take) -> [Matching<Int>.Item] {
      var items: [Matching<Int>.Item] = []
      for curve in performance.curves {
        let key = keys.key(of: curve)
        // Taken out, so that it isn't copied.
        var numbers = numbersOfValues.removeValue(forKey: key) ?? [:]
        for step in curve.steps {
          items.append(Matching.Item(key: number(step.value, &numbers), time: step.time))
        }
        numbersOfValues[key] = numbers
      }
      for event in performance.events {
        items.append(Matching.Item(key: number(keys.key(of: event), &numbersOfEvents), time: event.time))
      }
      return items
    }
    return (landmarks(expected, self.expected), landmarks(actual, self.actual))
  }
}

// MARK: Adjusting

/// The delays of everything that two takes have under an approximate alignment, those of notes computed on access.
///
/// A list of them would be the largest allocation of an alignment.
private struct TakeDelays {
  /// The expected time of a pair, how much later the actual time is, and the accepted distance of both.
  typealias Delay = (time: Nanoseconds, delay: Nanoseconds, tolerance: Nanoseconds)

  let expected: [Note]
  let actual: [Note]
  /// The actual partner of each expected note, or a negative number if it has none.
  let partners: [Int32]
  let options: Comparison.Options
  /// The delays of values and events.
  let others: [Delay]

  /// The delays of onsets, or of values and events if no note has a partner.
  var ofStarts: [Nanoseconds] {
    let onsets = partners.indices.lazy.filter { partners[$0] >= 0 }
      .map { actual[Int(partners[$0])].onset.subtracting(expected[$0].onset) }
    return onsets.isEmpty ? others.map(\.delay) : Array(onsets)
  }

  /// Calls a function with each delay.
  func forEach(_ body: (Delay) -> Void) {
    for index in partners.indices where partners[index] >= 0 {
      let partner = Int(partners[index])
      let onset = expected[index].onset
      body((onset, actual[partner].onset.subtracting(onset), options.onsetTolerance))
      if let offset = expected[index].offset, let other = actual[partner].offset {
        body((offset, other.subtracting(offset), options.offsetTolerance(of: expected[index])))
      }
    }
    others.forEach(body)
  }
}

extension TakeAlignment {
  private static var billion: Int128 { 1_000_000_000 }

  /// Returns the exact shift of a take that may start at any time.
  ///
  /// It is the median of the delays, or the nearest shift with more delays within their tolerance. Takes that agree
  /// exactly in most times aren't shifted, because their other delays are changes.
  ///
  /// - Parameter delays: The delays under an approximate shift.
  /// - Complexity: O(*n* log *n*), where *n* is the number of delays.
  private static func shift(by delays: TakeDelays) -> Nanoseconds {
    let ofStarts = delays.ofStarts
    guard ofStarts.count(where: { $0 == .zero }) * 2 <= ofStarts.count, let median = ofStarts.median() else {
      return .zero
    }
    var range = Nanoseconds.zero.subtracting(.longest)...Nanoseconds.longest
    var outside: [ClosedRange<Nanoseconds>] = []
    delays.forEach { delay in
      let tolerance = max(delay.tolerance, .zero)
      let (low, high) = (delay.delay.subtracting(tolerance), delay.delay.adding(tolerance))
      if low <= median, median <= high {
        range = max(range.lowerBound, low)...min(range.upperBound, high)
      } else {
        outside.append(low...high)
      }
    }
    // All these shifts keep the delays that the median has within the tolerance. Find the shift with most of the
    // others.
    let reachable = outside.filter { $0.overlaps(range) }.map { $0.clamped(to: range) }
    guard !reachable.isEmpty else { return median }
    let (starts, ends) = (reachable.map(\.lowerBound).sorted(), reachable.map(\.upperBound).sorted())
    var best = (shift: median, count: 0)
    for bound in Set(starts + ends).sorted() {
      let count = starts.partitioningIndex { $0 > bound } - ends.partitioningIndex { $0 >= bound }
      let isNearer = count == best.count && bound.distance(to: median) < best.shift.distance(to: median)
      if count > best.count || isNearer { best = (bound, count) }
    }
    return best.shift
  }

  /// Turns the line of a drift as little as necessary, so that no difference is reported that a different line would
  /// keep within the tolerance.
  ///
  /// The method tries to find a line with all delays within their tolerances: first for the delays that the line nearly
  /// has, then for fewer. For a given drift, the possible shifts are an interval, whose length is a concave function of
  /// the drift.
  ///
  /// - Parameter delays: The delays of all pairs.
  /// - Complexity: O(*n*), where *n* is the number of delays.
  private mutating func refineDrift(by delays: TakeDelays) {
    // Up to the tolerance beyond it, then a quarter and a sixteenth of that.
    for part in [1, 4, 16] as [Int64] {
      var near: [TakeDelays.Delay] = []
      delays.forEach {
        let reach = room($0) + UInt128(max($0.tolerance.rawValue, 0) / part)
        if residual($0).magnitude <= reach { near.append($0) }
      }
      if near.allSatisfy({ residual($0).magnitude <= room($0) }) { return }
      if let line = line(within: near) { return self = line }
    }
  }

  /// Returns how much later than this line a pair is.
  private func residual(_ delay: TakeDelays.Delay) -> Int128 {
    let drift = (Int128(delay.time.rawValue) * Int128(tempoDrift)).dividedRounding(Self.billion)
    return Int128(delay.delay.rawValue) - Int128(shift.rawValue) - drift
  }

  /// Returns the accepted residual on the actual axis: a nanosecond less than the tolerance, because times are rounded.
  private func room(_ delay: TakeDelays.Delay) -> UInt128 {
    let tolerance = Int128(delay.tolerance.rawValue) * (Self.billion + Int128(tempoDrift)) / Self.billion
    return UInt128(max(tolerance - 1, 0))
  }

  /// Returns a line with all delays within their tolerances, or `nil` if none exists.
  private func line(within delays: [TakeDelays.Delay]) -> TakeAlignment? {
    guard let first = delays.map(\.time).min(), let last = delays.map(\.time).max(), first < last,
      let widest = delays.map(\.tolerance.rawValue).max()
    else { return nil }
    // In billionths of nanoseconds, so that no rounding occurs.
    func shifts(_ tempoDrift: Int128) -> (least: Int128, most: Int128) {
      var (least, most) = (Int128.min, Int128.max)
      for delay in delays {
        let shift = Int128(delay.delay.rawValue) * Self.billion - Int128(delay.time.rawValue) * tempoDrift
        let room = Int128(room(delay)) * Self.billion
        least = max(least, shift - room)
        most = min(most, shift + room)
      }
      return (least, most)
    }
    func length(_ tempoDrift: Int128) -> Int128 {
      let (least, most) = shifts(tempoDrift)
      return most - least
    }
    let reach = 8 * Int128(widest) * Self.billion / (Int128(last.rawValue) - Int128(first.rawValue)) + 1
    var (low, high) = (Int128(tempoDrift) - reach, Int128(tempoDrift) + reach)
    guard high - low <= Self.billion else { return nil }
    while low < high {
      let middle = low + (high - low) / 2
      if length(middle) < length(middle + 1) { low = middle + 1 } else { high = middle }
    }
    let (least, most) = shifts(low)
    guard least <= most, let tempoDrift = Int64(exactly: low) else { return nil }
    var line = self
    line.shift = Nanoseconds(limiting: (least / 2 + most / 2).dividedRounding(Self.billion))
    line.tempoDrift = tempoDrift
    return line
  }
}

extension Int128 {
  /// Returns the quotient by a positive number, rounded to the nearest integer, and half away from zero.
  package func dividedRounding(_ divisor: Int128) -> Int128 {
    (self + (self < 0 ? -divisor / 2 : divisor / 2)) / divisor
  }
}

extension Nanoseconds {
  /// Creates the nearest time within 292 years.
  init(limiting rawValue: Int128) { self.init(rawValue: max(-.max, Int64(clamping: rawValue))) }
}
