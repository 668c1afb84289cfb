internal import MIDICore

/// Where the values of two takes differ.
struct ValueComparison {
  /// A stretch of a curve.
  struct Found {
    var key: ComparisonKeys.CurveKey
    var source: Int
    var channel: Channel
    var stretch: CurveComparison.Stretch
    /// How many notes it explains.
    var affectedNotes = 0

    /// What is reported.
    var difference: ValueDifference {
      ValueDifference(
        source: source, channel: channel, quantity: key.quantity, change: stretch.change,
        start: stretch.start, end: stretch.end, expectedValue: stretch.expected,
        actualValue: stretch.actual, affectedNotes: affectedNotes)
    }
  }

  /// The curves of both takes that have one key.
  private struct Both {
    var expected: [ValueCurve] = []
    var actual: [ValueCurve] = []
  }

  /// What was found, curve by curve in order of their sources, channels and quantities, each in order of time.
  var found: [Found] = []
  /// The keys of all curves: first those of the expected ones, in order.
  private(set) var order: [ComparisonKeys.CurveKey] = []
  /// The expected curve and the actual one on its axis, of each key.
  private(set) var curves: [ComparisonKeys.CurveKey: (expected: CurveSegments, actual: CurveSegments)] = [:]

  /// Compares all curves.
  ///
  /// - Parameter end: When the later take ends, on the expectation's axis.
  init(
    expected: Performance, actual: Performance, keys: ComparisonKeys, alignment: TakeAlignment,
    end: Nanoseconds, options: Comparison.Options
  ) {
    var both: [ComparisonKeys.CurveKey: Both] = [:]
    for curve in expected.curves {
      let key = keys.key(expected: curve)
      if both[key] == nil { order.append(key) }
      both[key, default: Both()].expected.append(curve)
    }
    for curve in actual.curves {
      let key = keys.key(actual: curve)
      if both[key] == nil { order.append(key) }
      both[key, default: Both()].actual.append(curve)
    }
    for key in order {
      guard let pair = both[key] else { continue }
      let initial = key.quantity.initialValue
      let wanted = CurveSegments(initialValue: initial, steps: Self.steps(pair.expected) { $0 })
      let came = CurveSegments(
        initialValue: initial, steps: Self.steps(pair.actual, alignment.expectedTime(of:)))
      curves[key] = (wanted, came)
      let comparison = CurveComparison(
        expected: wanted, actual: came, end: end, timeTolerance: options.onsetTolerance,
        valueTolerance: key.quantity.tolerance(options))
      let source =
        pair.expected.first?.source ?? keys.expectedSource(ofActual: pair.actual.first?.source ?? 0)
      let channel = pair.expected.first?.channel ?? keys.unmapped(key.channel)
      found += comparison.stretches.map {
        Found(key: key, source: source, channel: channel, stretch: $0)
      }
    }
  }

  /// The steps of one curve, or of several that are not told apart, as if they came on one wire.
  private static func steps(
    _ curves: [ValueCurve], _ time: (Nanoseconds) -> Nanoseconds
  ) -> [ValueCurve.Step] {
    let steps = curves.flatMap { curve in
      curve.steps.map { ValueCurve.Step(time: time($0.time), value: $0.value) }
    }
    return curves.count == 1 ? steps : steps.sorted { $0.time < $1.time }
  }
}

extension ValueCurve.Quantity {
  /// By how much it may differ, in its own unit.
  func tolerance(_ options: Comparison.Options) -> Int {
    switch self {
    case .program: 0
    case .bend, .parameter: Int(clamping: Int128(options.valueTolerance) * 128)
    case .controller, .pressure, .notePressure, .timbre: options.valueTolerance
    }
  }
}
