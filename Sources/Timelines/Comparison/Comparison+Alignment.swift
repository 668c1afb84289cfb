internal import MIDICore

extension TakeAlignment {
  /// The number of notes from which a take is aligned by its notes alone, without its values and events.
  private static let enoughNotes = 16

  /// Finds the alignment of the actual take, except for its velocities.
  ///
  /// - Parameters:
  ///   - notes: The keys and onsets of the notes.
  ///   - candidate: An alignment that may be the best one, or `nil`.
  init(
    expected: Performance, actual: Performance,
    notes: (expected: [Matching<Int>.Item], actual: [Matching<Int>.Item]), keys: ComparisonKeys,
    options: Comparison.Options, candidate: TakeAlignment? = nil
  ) {
    self.init()
    let evidence = AlignmentEvidence(
      expected: expected, actual: actual, keys: keys, options: options, notes: notes)
    let usesAll = min(expected.notes.count, actual.notes.count) < Self.enoughNotes
    var landmarks = notes
    if usesAll {
      let others = evidence.others()
      landmarks.expected += others.expected
      landmarks.actual += others.actual
    }
    let search = AlignmentSearch(
      expected: landmarks.expected, actual: landmarks.actual, tolerance: options.onsetTolerance)
    self = search.alignment(isFree: options.alignsStart, candidate: candidate)
    if tempoDrift != 0 {
      refine(by: evidence.delays(under: self).all)
    } else if options.alignsStart {
      shift = StartOffsetEstimator(evidence.delays(under: self)).shift
    }
  }
}

/// The evidence for an alignment: the delays of the similar parts of both takes.
private struct AlignmentEvidence {
  let expected: Performance
  let actual: Performance
  let keys: ComparisonKeys
  let options: Comparison.Options
  /// The notes of both takes.
  let notes: (expected: [Matching<Int>.Item], actual: [Matching<Int>.Item])

  /// Returns the steps and events of both takes, which most alignments don't need.
  func others() -> (expected: [Matching<Int>.Item], actual: [Matching<Int>.Item]) {
    var numbers = LandmarkNumbers()
    let landmarks = numbers.landmarks(expected: expected, keys)
    return (landmarks, numbers.landmarks(actual: actual, keys))
  }

  /// Returns the delays of all pairs under an approximate alignment. Delays of onsets come first.
  func delays(under alignment: TakeAlignment) -> (all: [Delay], onsetCount: Int) {
    // Twice the tolerance, because the alignment may be off by one.
    let window = options.onsetTolerance.adding(options.onsetTolerance)
    let pairs = Matching(
      expected: notes.expected, actual: notes.actual.aligned(alignment), tolerance: window
    ).pairs
    var delays: [Delay] = []
    delays.reserveLargeCapacity(pairs.count * 2)
    for pair in pairs {
      delays.append(delay(notes.expected[pair.expected].time, notes.actual[pair.actual].time))
    }
    for pair in pairs {
      guard let offset = expected.notes[pair.expected].offset, let other = actual.notes[pair.actual].offset
      else { continue }
      let tolerance = options.offsetTolerance(of: expected.notes[pair.expected])
      delays.append(Delay(time: offset, delay: other.subtracting(offset), tolerance: tolerance))
    }
    let others = self.others()
    let otherPairs = Matching(
      expected: others.expected, actual: others.actual.aligned(alignment), tolerance: window
    ).pairs
    for pair in otherPairs {
      delays.append(delay(others.expected[pair.expected].time, others.actual[pair.actual].time))
    }
    // Values may differ by their tolerance, so steps are paired only by their curves.
    let steps = (expected: Steps(expected: expected, keys), actual: Steps(actual: actual, keys))
    let stepPairs = Matching(
      expected: steps.expected.items, actual: steps.actual.items.aligned(alignment), tolerance: window
    ).pairs
    for pair in stepPairs {
      let step = steps.expected.items[pair.expected]
      let distance = abs(steps.expected.values[pair.expected] - steps.actual.values[pair.actual])
      guard distance <= step.key.quantity.tolerance(options) else { continue }
      delays.append(delay(step.time, steps.actual.items[pair.actual].time))
    }
    return (delays, onsetCount: pairs.count)
  }

  private func delay(_ expected: Nanoseconds, _ actual: Nanoseconds) -> Delay {
    Delay(time: expected, delay: actual.subtracting(expected), tolerance: options.onsetTolerance)
  }
}

/// The steps of all curves.
private struct Steps {
  private(set) var items: [Matching<ComparisonKeys.CurveKey>.Item] = []
  private(set) var values: [Int] = []

  init(expected: Performance, _ keys: ComparisonKeys) {
    for curve in expected.curves { add(keys.key(expected: curve), curve.steps) }
  }

  init(actual: Performance, _ keys: ComparisonKeys) {
    for curve in actual.curves { add(keys.key(actual: curve), curve.steps) }
  }

  private mutating func add(_ key: ComparisonKeys.CurveKey, _ steps: [ValueCurve.Step]) {
    for step in steps {
      items.append(Matching.Item(key: key, time: step.time))
      values.append(step.value)
    }
  }
}

/// Numbers for the equal steps and events of both takes.
struct LandmarkNumbers {
  private enum Key: Hashable {
    case step(ComparisonKeys.CurveKey, Int)
    case event(ComparisonKeys.EventKey)
  }

  private var numbers: [Key: Int] = [:]

  private mutating func number(_ key: Key) -> Int {
    let number = numbers[key, default: numbers.count]
    if number == numbers.count { numbers[key] = number }
    // Negative, unlike the keys of notes.
    return -1 - number
  }

  /// Returns the steps and events of the expected take.
  mutating func landmarks(expected: Performance, _ keys: ComparisonKeys) -> [Matching<Int>.Item] {
    landmarks(expected, keys.key(expected:), keys.key(expected:))
  }

  /// Returns the steps and events of the actual take.
  mutating func landmarks(actual: Performance, _ keys: ComparisonKeys) -> [Matching<Int>.Item] {
    landmarks(actual, keys.key(actual:), keys.key(actual:))
  }

  private mutating func landmarks(
    _ performance: Performance, _ curveKey: (ValueCurve) -> ComparisonKeys.CurveKey,
    _ eventKey: (Timeline.Entry) -> ComparisonKeys.EventKey
  ) -> [Matching<Int>.Item] {
    var items: [Matching<Int>.Item] = []
    for curve in performance.curves {
      let key = curveKey(curve)
      for step in curve.steps {
        items.append(Matching.Item(key: number(.step(key, step.value)), time: step.time))
      }
    }
    for event in performance.events {
      items.append(Matching.Item(key: number(.event(eventKey(event))), time: event.time))
    }
    return items
  }
}
