internal import MIDICore
internal import Timelines

/// The lanes of a page: the values of both takes in pairs. Lanes that differ come first.
struct LaneTable {
  private struct Key: Hashable {
    var source: Int
    var channel: Channel
    var quantity: ValueCurve.Quantity
    /// The number among several curves of one kind, if sources aren't distinguished.
    var copy = 0
  }

  private let places: [Key: Int]
  /// The lanes, in order.
  let lanes: [ComparisonPage.Lane]

  /// Finds the lanes of a comparison.
  init(_ comparison: Comparison) {
    let counterparts = comparison.keys
    var keys: [Key] = []
    var expectedCurves: [Key: ValueCurve] = [:]
    var actualCurves: [Key: ValueCurve] = [:]
    for curve in comparison.expected.curves {
      let key = Self.key(of: curve, curve.source, curve.channel, notIn: expectedCurves)
      keys.append(key)
      expectedCurves[key] = curve
    }
    for curve in comparison.actual.curves {
      let channel = counterparts.unmapped(curve.channel)
      let source = counterparts.expectedSource(ofActual: curve.source)
      let key = Self.key(of: curve, source, channel, notIn: actualCurves)
      if expectedCurves[key] == nil { keys.append(key) }
      actualCurves[key] = curve
    }
    var differing: Set<Key> = []
    for case .value(let value) in comparison.differences {
      differing.insert(Key(source: value.source, channel: value.channel, quantity: value.quantity))
    }
    let ordered = keys.filter(differing.contains) + keys.filter { !differing.contains($0) }
    let names = comparison.expected.sources
    lanes = ordered.map { key in
      let source = names.count > 1 && names.indices.contains(key.source) ? names[key.source] : ""
      return ComparisonPage.Lane(
        quantity: key.quantity,
        name: "\(key.quantity.name()), channel \(key.channel)" + (source.isEmpty ? "" : ", \(source)"),
        expected: (expectedCurves[key]?.steps ?? []).map {
          ($0.time.microseconds, $0.value)
        },
        actual: (actualCurves[key]?.steps ?? []).map {
          (comparison.alignment.expectedTime(of: $0.time).microseconds, $0.value)
        })
    }
    places = Dictionary(uniqueKeysWithValues: zip(ordered, ordered.indices))
  }

  private static func key(
    of curve: ValueCurve, _ source: Int, _ channel: Channel, notIn curves: [Key: ValueCurve]
  ) -> Key {
    var key = Key(source: source, channel: channel, quantity: curve.quantity)
    while curves[key] != nil { key.copy += 1 }
    return key
  }

  /// Returns the index of the lane of a difference.
  func index(of difference: ValueDifference) -> Int? {
    let (channel, quantity) = (difference.channel, difference.quantity)
    return places[Key(source: difference.source, channel: channel, quantity: quantity)]
      ?? places[Key(source: 0, channel: channel, quantity: quantity)]
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
