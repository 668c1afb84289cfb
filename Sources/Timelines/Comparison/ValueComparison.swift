internal import MIDICore

/// The comparison of the values of two takes.
struct ValueComparison {
  /// The differing parts, ordered by source, channel, and quantity of their curve, then by time.
  var found: [(key: ComparisonKeys.CurveKey, difference: ValueDifference)] = []
  /// The keys of all curves. Keys of expected curves come first and in order.
  private(set) var order: [ComparisonKeys.CurveKey] = []
  /// For each key, the expected curve and the actual curve on its axis.
  private(set) var curves: [ComparisonKeys.CurveKey: (expected: CurveSegments, actual: CurveSegments)] = [:]

  /// Compares all curves.
  ///
  /// - Parameter end: The end of the later take, on the expectation's time axis.
  init(
    expected: Performance, actual: Performance, keys: ComparisonKeys, alignment: TakeAlignment,
    end: Nanoseconds, options: Comparison.Options
  ) {
    let expectedKeys = expected.curves.map(keys.expected.key)
    let actualKeys = actual.curves.map(keys.actual.key)
    let expectedCurves = Dictionary(grouping: expected.curves, by: keys.expected.key)
    let actualCurves = Dictionary(grouping: actual.curves, by: keys.actual.key)
    var known: Set<ComparisonKeys.CurveKey> = []
    order = (expectedKeys + actualKeys).filter { known.insert($0).inserted }
    let firstOnset = [
      expected.notes.first?.onset, actual.notes.first.map { alignment.expectedTime(of: $0.onset) },
    ].compactMap(\.self).min()
    for key in order {
      let pair = (expected: expectedCurves[key, default: []], actual: actualCurves[key, default: []])
      let initial = key.quantity.initialValue
      let wanted = CurveSegments(
        initialValue: initial, steps: Self.steps(pair.expected) { $0 }, keepsRepeats: pair.expected.count == 1
      )
      let came = CurveSegments(
        initialValue: initial, steps: Self.steps(pair.actual, alignment.expectedTime(of:)),
        keepsRepeats: pair.actual.count == 1)
      curves[key] = (wanted, came)
      let comparison = CurveComparison(
        expected: wanted, actual: came, end: end, timeTolerance: options.onsetTolerance,
        valueTolerance: key.quantity.tolerance(options))
      let source =
        pair.expected.first?.source ?? keys.expectedSource(ofActual: pair.actual.first?.source ?? 0)
      let channel = pair.expected.first?.channel ?? keys.unmapped(key.channel)
      for stretch in comparison.stretches
      where !stretch.isSetUp(before: firstOnset, alignment, tolerance: options.onsetTolerance) {
        let difference = ValueDifference(
          source: source, channel: channel, quantity: key.quantity, change: stretch.change,
          start: stretch.start, end: stretch.end, expectedValue: stretch.expected,
          actualValue: stretch.actual)
        found.append((key, difference))
      }
    }
  }

  /// Returns the steps of one curve, or of several undistinguished curves, as if one MIDI link carried them.
  private static func steps(
    _ curves: [ValueCurve], _ time: (Nanoseconds) -> Nanoseconds
  ) -> [ValueCurve.Step] {
    let steps = curves.flatMap { curve in
      curve.steps.map { ValueCurve.Step(time: time($0.time), value: $0.value) }
    }
    return curves.count == 1 ? steps : steps.ordered(byTime: \.time)
  }
}

extension CurveComparison.Stretch {
  /// Returns whether a value came earlier or later only because the notes of a take start later, such as after a
  /// count-in, and both takes have it at their first note.
  fileprivate func isSetUp(
    before firstOnset: Nanoseconds?, _ alignment: TakeAlignment, tolerance: Nanoseconds
  ) -> Bool {
    guard let firstOnset, end <= firstOnset else { return false }
    let delay: Nanoseconds
    switch change {
    case .early(let span): delay = Nanoseconds.zero.subtracting(span)
    case .late(let span): delay = span
    case .off: return false
    }
    return delay.adding(alignment.shift).magnitude <= tolerance
  }
}

extension ValueCurve.Quantity {
  /// Returns the tolerance in the quantity's unit.
  func tolerance(_ options: Comparison.Options) -> Int {
    switch self {
    case .program: 0
    case .bend, .parameter: Int(clamping: Int128(options.valueTolerance) * 128)
    case .controller, .pressure, .notePressure, .timbre: options.valueTolerance
    }
  }
}
