internal import MIDICore

/// Finds controllers whose values arrived as those of a different controller.
struct ControllerSearch {
  /// The minimum number of equal steps. With fewer, each value is reported instead.
  private static let minCount = 4

  private let expected: Performance
  private let actual: Performance
  private let keys: ComparisonKeys
  private let alignment: TakeAlignment
  private let options: Comparison.Options

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - expected: The expected performance with the other changes of the take.
  init(
    expected: Performance, actual: Performance, keys: ComparisonKeys, alignment: TakeAlignment,
    options: Comparison.Options
  ) {
    self.expected = expected
    self.actual = actual
    self.keys = keys
    self.alignment = alignment
    self.options = options
  }

  /// Returns the actual quantity of each expected curve that isn't in the actual take, if the steps of one curve that
  /// isn't expected are mostly the same.
  ///
  /// - Complexity: O(*n*) for each pair of such curves, where *n* is the number of their steps.
  func changes() -> [(curve: ValueCurve, quantity: ValueCurve.Quantity)] {
    let (wanted, present) = (
      Set(expected.curves.map { keys.key(expected: $0) }), Set(actual.curves.map { keys.key(actual: $0) })
    )
    var free = actual.curves.filter { $0.quantity.isControlled && !wanted.contains(keys.key(actual: $0)) }
    var changes: [(curve: ValueCurve, quantity: ValueCurve.Quantity)] = []
    for curve in expected.curves
    where curve.quantity.isControlled && !present.contains(keys.key(expected: curve)) {
      var key = keys.key(expected: curve)
      let counts = free.map { other -> Int in
        key.quantity = other.quantity
        return keys.key(actual: other) == key ? equalCount(curve, other) : 0
      }
      guard let best = counts.indices.max(by: { counts[$0] < counts[$1] }) else { continue }
      let possible = min(curve.steps.count, free[best].steps.count)
      guard counts[best] >= Self.minCount, counts[best] * 3 >= possible * 2 else { continue }
      changes.append((curve, free.remove(at: best).quantity))
    }
    return changes
  }

  private func equalCount(_ curve: ValueCurve, _ other: ValueCurve) -> Int {
    let tolerance = curve.quantity.tolerance(options)
    return Matching(
      expectedTimes: curve.steps.map(\.time),
      actualTimes: other.steps.map { alignment.expectedTime(of: $0.time) }, tolerance: options.onsetTolerance
    ).pairs.count { abs(curve.steps[$0.expected].value - other.steps[$0.actual].value) <= tolerance }
  }
}

extension ValueCurve.Quantity {
  /// Whether the value belongs to a controller number.
  fileprivate var isControlled: Bool {
    switch self {
    case .controller, .timbre: true
    default: false
    }
  }
}
