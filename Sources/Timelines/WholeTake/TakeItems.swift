internal import MIDICore

/// The keys and times of the notes or other landmarks of two takes, each take on its own time axis.
///
/// All matchings of the takes under different alignments share the groups of equal keys.
struct TakeItems {
  /// The expected items.
  let expected: [Matching<Int>.Item]
  /// The actual items.
  let actual: [Matching<Int>.Item]
  private let groups: Matching<Int>.Groups

  /// Groups items in any order.
  ///
  /// - Complexity: O(*n*) for items in order of time, otherwise O(*n* log *n*), where *n* is the number of items.
  init(expected: [Matching<Int>.Item], actual: [Matching<Int>.Item]) {
    self.expected = expected
    self.actual = actual
    groups = Matching.groups(expected, actual)
  }

  /// The items in order of time, without a copy if they already are.
  var inOrder: TakeItems {
    func isInOrder(_ items: [Matching<Int>.Item]) -> Bool {
      zip(items, items.dropFirst()).allSatisfy { $0.time <= $1.time }
    }
    return isInOrder(expected) && isInOrder(actual)
      ? self
      : TakeItems(expected: expected.ordered(byTime: \.time), actual: actual.ordered(byTime: \.time))
  }

  /// Returns the groups of the items of both takes on the expectation's time axis.
  func groups(_ alignment: TakeAlignment) -> Matching<Int>.Groups {
    alignment.keepsTimes
      ? groups
      : (groups.expected, groups.actual.retimed(alignment.expectedTime(of:)))
  }
}
