internal import MIDICore
internal import Timelines

extension ComparisonPage {
  /// The identity of a lane.
  private struct LaneKey: Hashable {
    var source: Int
    var channel: Channel
    var quantity: ValueCurve.Quantity
    /// The number among several curves of one kind, if sources aren't distinguished.
    var copy = 0
  }

  /// Returns the lanes of a comparison: the values of both takes in pairs. Lanes that differ come first.
  ///
  /// - Returns: The lanes in order, and a closure that returns the index of the lane of a difference.
  static func lanes(of comparison: Comparison) -> (lanes: [Lane], index: (ValueDifference) -> Int?) {
    let counterparts = comparison.keys
    var keys: [LaneKey] = []
    var expectedCurves: [LaneKey: ValueCurve] = [:]
    var actualCurves: [LaneKey: ValueCurve] = [:]
    for curve in comparison.unchanged.curves {
      let key = key(of: curve, curve.source, curve.channel, notIn: expectedCurves)
      keys.append(key)
      expectedCurves[key] = curve
    }
    for curve in comparison.actual.curves {
      let channel = counterparts.unmapped(curve.channel)
      let source = counterparts.expectedSource(ofActual: curve.source)
      let key = key(of: curve, source, channel, notIn: actualCurves)
      if expectedCurves[key] == nil { keys.append(key) }
      actualCurves[key] = curve
    }
    var differing: Set<LaneKey> = []
    for case .value(let value) in comparison.differences {
      differing.insert(LaneKey(source: value.source, channel: value.channel, quantity: value.quantity))
    }
    let ordered = keys.filter(differing.contains) + keys.filter { !differing.contains($0) }
    let names = comparison.expected.sources
    let lanes = ordered.map { key in
      let source = names.count > 1 && names.indices.contains(key.source) ? names[key.source] : ""
      return Lane(
        quantity: key.quantity,
        name: "\(key.quantity.name()), channel \(key.channel)" + (source.isEmpty ? "" : ", \(source)"),
        expected: (expectedCurves[key]?.steps ?? []).map {
          ($0.time.microseconds, $0.value)
        },
        actual: (actualCurves[key]?.steps ?? []).map {
          (comparison.expectedTime(of: $0.time).microseconds, $0.value)
        })
    }
    let places = Dictionary(uniqueKeysWithValues: zip(ordered, ordered.indices))
    return (
      lanes,
      { difference in
        var key = LaneKey(
          source: difference.source, channel: difference.channel, quantity: difference.quantity)
        if let place = places[key] { return place }
        key.source = 0
        return places[key]
      }
    )
  }

  private static func key(
    of curve: ValueCurve, _ source: Int, _ channel: Channel, notIn curves: [LaneKey: ValueCurve]
  ) -> LaneKey {
    var key = LaneKey(source: source, channel: channel, quantity: curve.quantity)
    while curves[key] != nil { key.copy += 1 }
    return key
  }
}

extension ComparisonPage.Lane {
  fileprivate init(
    quantity: ValueCurve.Quantity, name: String, expected: [ComparisonPage.Step],
    actual: [ComparisonPage.Step]
  ) {
    let values = (expected + actual).map(\.value)
    let largest = values.max() ?? 0
    let center = Int(UInt14.bendCenter.rawValue)
    var (edges, zero) = (0...127, 0)
    switch quantity {
    case .bend:
      // A bend fills its lane, so that a vibrato is visible.
      let reach = values.map { abs($0 - center) }.max() ?? 0
      let edge = Curve.bend.edge(for: reach)
      (edges, zero) = (center - edge...center + edge, center)
    case .parameter, .program: edges = 0...max(127, largest)
    case .controller, .pressure, .timbre, .notePressure: break
    }
    self.init(
      name: name, edges: edges, zero: zero, isProgram: quantity == .program, initial: quantity.initialValue,
      expected: expected, actual: actual)
  }
}
