internal import MIDICore

/// A step curve in the form for comparison: segments. The first segment has no start.
struct CurveSegments {
  /// The start of each segment.
  private(set) var times: [Nanoseconds]
  /// The value of each segment, or `nil` if it is unknown.
  private(set) var values: [Int?]

  /// Creates the segments of a curve whose steps are in order of time.
  ///
  /// - Parameter keepsRepeats: Whether a step that repeats the value counts, because a different source has changed the
  ///   value before it. An unknown value of no length then precedes the step.
  init(initialValue: Int?, steps: [ValueCurve.Step], keepsRepeats: Bool) {
    times = [Nanoseconds.zero.subtracting(.longest)]
    values = [initialValue]
    times.reserveCapacity(steps.count + 1)
    values.reserveCapacity(steps.count + 1)
    for step in steps {
      if keepsRepeats, step.value == values[values.count - 1] {
        times.append(step.time)
        values.append(nil)
      }
      times.append(step.time)
      values.append(step.value)
    }
  }

  /// Returns the end of a segment.
  func end(_ index: Int, _ end: Nanoseconds) -> Nanoseconds {
    index + 1 < times.count ? times[index + 1] : end
  }

  /// Returns the segments of a time range, with `count` more before and after it.
  func crowd(_ begin: Nanoseconds, _ end: Nanoseconds, _ count: Int) -> Range<Int> {
    max(index(after: begin) - count, 0)..<min(index(after: end) + count, times.count)
  }

  /// Returns the index of the first segment that starts after a time.
  func index(after time: Nanoseconds) -> Int {
    times.partitioningIndex { $0 > time }
  }
}

/// The parts of a curve that differ from the expectation.
///
/// An expected value must occur within the tolerance before or after its time, and an actual value must be expected
/// within it. So no movement within the tolerance is found, and every spike is.
struct CurveComparison {
  /// A time range in which the curves differ.
  struct Stretch: Hashable {
    var start: Nanoseconds
    var end: Nanoseconds
    var expected: Int?
    var actual: Int?
    /// The distance of the values, or the largest number if one is unknown.
    var magnitude: Int
    var change = ValueDifference.Change.off
  }

  /// Ranges that are closer than this are joined, because two waves cross each other repeatedly.
  private static let maxGap = Nanoseconds.milliseconds(50)
  /// The number of steps before and after a moment that are examined. A MIDI link carries a thousand steps per second.
  /// If more steps are within the tolerance, farther ones don't count as near, so that the time of a comparison is
  /// bounded.
  private static let crowd = 2048

  /// The ranges, in order of time.
  private(set) var stretches: [Stretch] = []
  private let expected: CurveSegments
  private let actual: CurveSegments
  /// The end of the last values, which lasts beyond the takes, so that the last of several values at their end counts.
  private let end: Nanoseconds
  private let timeTolerance: Nanoseconds
  private let valueTolerance: Int

  /// Compares two curves.
  ///
  /// - Parameter end: The end of the comparison, unless the last step is later.
  /// - Complexity: O(*n* *d*), where *n* is the number of steps, of which *d* are within one tolerance, at most 4,096.
  init(
    expected: CurveSegments, actual: CurveSegments, end: Nanoseconds, timeTolerance: Nanoseconds,
    valueTolerance: Int
  ) {
    self.expected = expected
    self.actual = actual
    let last = max(end, expected.times.last ?? end, actual.times.last ?? end)
    self.timeTolerance = max(timeTolerance, .zero)
    self.end = last.adding(self.timeTolerance).adding(Nanoseconds(rawValue: 1))
    self.valueTolerance = valueTolerance
    guard expected.times != actual.times || expected.values != actual.values else { return }
    var found = misses(in: expected, by: actual, isExpected: true)
    found += misses(in: actual, by: expected, isExpected: false)
    found = found.ordered(byTime: \.end).ordered(byTime: \.start)
    let gap = max(Self.maxGap, self.timeTolerance.adding(self.timeTolerance))
    for stretch in found {
      if let last = stretches.last, stretch.start.subtracting(last.end) <= gap {
        let worst = stretch.magnitude > last.magnitude ? stretch : last
        stretches[stretches.count - 1] = Stretch(
          start: last.start, end: max(last.end, stretch.end), expected: worst.expected,
          actual: worst.actual, magnitude: worst.magnitude)
      } else {
        stretches.append(stretch)
      }
    }
    for index in stretches.indices {
      stretches[index].start = min(stretches[index].start, last)
      stretches[index].end = min(stretches[index].end, last)
      stretches[index].change = change(stretches[index])
    }
  }

  private func isAlike(_ left: Int?, _ right: Int?) -> Bool { Self.magnitude(left, right) <= valueTolerance }

  private static func magnitude(_ left: Int?, _ right: Int?) -> Int {
    guard let left, let right else { return left == right ? 0 : .max }
    let (difference, overflows) = left.subtractingReportingOverflow(right)
    return overflows || difference == .min ? .max - 1 : abs(difference)
  }

  /// Returns the time ranges in which a curve has a value that the other curve doesn't have nearby.
  private func misses(
    in curve: CurveSegments, by other: CurveSegments, isExpected: Bool
  ) -> [Stretch] {
    var misses: [Stretch] = []
    func addMiss(of index: Int, _ start: Nanoseconds, _ end: Nanoseconds) {
      let value = curve.values[index]
      let (counterpart, magnitude) = worstCounterpart(of: value, start, end, other)
      misses.append(
        Stretch(
          start: start, end: end, expected: isExpected ? value : counterpart,
          actual: isExpected ? counterpart : value, magnitude: magnitude))
    }
    var first = 0
    for index in curve.times.indices {
      let (begin, finish) = (curve.times[index], curve.end(index, end))
      let (earliest, latest) = (begin.subtracting(timeTolerance), finish.adding(timeTolerance))
      while first + 1 < other.times.count, other.times[first + 1] < earliest { first += 1 }
      var covered = begin
      var isCovered = false
      // Every step near the start of a brief value is near the whole value.
      let isBrief = finish.subtracting(begin) <= timeTolerance
      let near = isBrief ? other.crowd(begin, finish, Self.crowd) : other.times.indices
      var position = max(first, near.lowerBound)
      while position < near.upperBound, other.times[position] <= latest, !isCovered || covered < finish {
        if isAlike(curve.values[index], other.values[position]) {
          let from = other.times[position].subtracting(timeTolerance)
          let to = other.end(position, .longest).adding(timeTolerance)
          if from > covered { addMiss(of: index, covered, min(from, finish)) }
          covered = max(covered, to)
          isCovered = true
        }
        position += 1
      }
      if !isCovered || covered < finish { addMiss(of: index, covered, finish) }
    }
    return misses
  }

  /// Returns the value of a curve during a time range that is farthest from a value, and its distance.
  private func worstCounterpart(
    of value: Int?, _ start: Nanoseconds, _ end: Nanoseconds, _ other: CurveSegments
  ) -> (value: Int?, magnitude: Int) {
    var position = max(other.index(after: start) - 1, 0)
    var worst = (value: other.values[position], magnitude: Self.magnitude(value, other.values[position]))
    position += 1
    while position < other.times.count, other.times[position] < end {
      let magnitude = Self.magnitude(value, other.values[position])
      if magnitude > worst.magnitude { worst = (other.values[position], magnitude) }
      position += 1
    }
    return worst
  }

  /// Returns the change of a range: a single step that is early or late, or a different value.
  private func change(_ stretch: Stretch) -> ValueDifference.Change {
    guard let step = self.step(expected, stretch), let played = self.step(actual, stretch),
      expected.times[step] != actual.times[played],
      isAlike(expected.values[step - 1], actual.values[played - 1]),
      isAlike(expected.values[step], actual.values[played])
    else { return .off }
    let delay = actual.times[played].subtracting(expected.times[step])
    return delay > .zero ? .late(by: delay) : .early(by: delay.magnitude)
  }

  private func step(_ curve: CurveSegments, _ stretch: Stretch) -> Int? {
    let index = curve.index(after: stretch.end) - 1
    guard index > 0, curve.times[index] >= stretch.start, curve.times[index - 1] < stretch.start else {
      return nil
    }
    return index
  }
}
