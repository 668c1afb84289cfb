internal import MIDICore

/// The movements of sustain pedals.
///
/// If a change of times and a change of notes explain the same notes, the pedals decide which one it was.
struct PedalMovements {
  private typealias Movement = (time: Nanoseconds, isDown: Bool)

  private var movements: [ComparisonKeys.CurveKey: [Movement]] = [:]

  /// Finds the movements in curves, which have keys.
  ///
  /// - Complexity: O(*n*), where *n* is the number of steps of the pedals.
  init(_ curves: [ValueCurve], key: (ValueCurve) -> ComparisonKeys.CurveKey) {
    for curve in curves where curve.quantity == .controller(.sustain) {
      var wasDown = false
      for step in curve.steps where (step.value >= 64) != wasDown {
        wasDown.toggle()
        movements[key(curve), default: []].append((step.time, wasDown))
      }
    }
  }

  /// Returns the number of movements of both takes that the other one doesn't have.
  ///
  /// - Parameters:
  ///   - other: The movements of the actual take.
  ///   - alignment: The alignment of the actual take.
  ///   - tolerance: The accepted difference of times.
  /// - Complexity: O(*n*), where *n* is the number of movements.
  func differenceCount(
    to other: PedalMovements, _ alignment: TakeAlignment, tolerance: Nanoseconds
  ) -> Int {
    Set(movements.keys).union(other.movements.keys).reduce(0) { count, key in
      let (one, two) = (movements[key] ?? [], other.movements[key] ?? [])
      var (first, second, equalCount) = (0, 0, 0)
      while first < one.count, second < two.count {
        let time = alignment.expectedTime(of: two[second].time)
        let isNear = one[first].time.distance(to: time) <= tolerance
        if isNear, one[first].isDown == two[second].isDown {
          (first, second, equalCount) = (first + 1, second + 1, equalCount + 1)
        } else if one[first].time < time {
          first += 1
        } else {
          second += 1
        }
      }
      return count + one.count + two.count - 2 * equalCount
    }
  }
}
