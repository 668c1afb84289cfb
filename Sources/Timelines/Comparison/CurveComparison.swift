internal import Algorithms
internal import MIDICore

/// A step curve as it is compared: segments, of which the first one has no beginning.
struct CurveSegments {
  /// When each segment begins.
  private(set) var times: [Nanoseconds]
  /// What each one's value is; nothing where it is unknown.
  private(set) var values: [Int?]

  /// Makes the segments of a curve whose steps are in order of time.
  init(initialValue: Int?, steps: [ValueCurve.Step]) {
    times = [Nanoseconds.zero.subtracting(.longest)] + steps.map(\.time)
    values = [initialValue] + steps.map(\.value)
  }

  /// When a segment is over.
  func end(_ index: Int, _ end: Nanoseconds) -> Nanoseconds {
    index + 1 < times.count ? times[index + 1] : end
  }

  /// The segments from so many before a time on, up to so many after another.
  func crowd(_ begin: Nanoseconds, _ end: Nanoseconds, _ count: Int) -> Range<Int> {
    max(index(after: begin) - count, 0)..<min(index(after: end) + count, times.count)
  }

  /// The first segment that begins after a time.
  func index(after time: Nanoseconds) -> Int {
    times.partitioningIndex { $0 > time }
  }
}

/// Where a curve is not as expected.
///
/// What is expected at a moment must be there within the tolerance before or after it, and what is there must be
/// expected alike: so nothing that moved within the tolerance is found, and the shortest spike is.
struct CurveComparison {
  /// A time in which it is not.
  struct Stretch: Hashable {
    var start: Nanoseconds
    var end: Nanoseconds
    var expected: Int?
    var actual: Int?
    /// By how much these differ; the largest number where one is unknown.
    var magnitude: Int
    var change = ValueDifference.Change.off
  }

  /// Stretches that are nearer than that are one: a wave crosses another again and again.
  private static let maxGap = Nanoseconds.milliseconds(50)
  /// How many steps before and after a moment are looked at. A wire carries a thousand in a second; where more stand
  /// within the tolerance, those farther away don't count as near, so that no take holds a comparison up for ever.
  private static let crowd = 2048

  /// The stretches, in order of time.
  private(set) var stretches: [Stretch] = []
  private let expected: CurveSegments
  private let actual: CurveSegments
  private let end: Nanoseconds
  private let timeTolerance: Nanoseconds
  private let valueTolerance: Int

  /// Compares two curves.
  ///
  /// - Parameter end: Up to when; up to the last step where that is later.
  /// - Complexity: O(*n* *d*) in the number of steps, of which *d* are within one tolerance, at most 4,096.
  init(
    expected: CurveSegments, actual: CurveSegments, end: Nanoseconds, timeTolerance: Nanoseconds,
    valueTolerance: Int
  ) {
    self.expected = expected
    self.actual = actual
    self.end = max(end, expected.times.last ?? end, actual.times.last ?? end)
    self.timeTolerance = max(timeTolerance, .zero)
    self.valueTolerance = valueTolerance
    guard expected.times != actual.times || expected.values != actual.values else { return }
    var found = misses(in: expected, by: actual).map { Self.stretch($0, $0.worst.own, $0.worst.other) }
    found += misses(in: actual, by: expected).map { Self.stretch($0, $0.worst.other, $0.worst.own) }
    found.sort { ($0.start, $0.end) < ($1.start, $1.end) }
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
    for index in stretches.indices { stretches[index].change = change(stretches[index]) }
  }

  private func isAlike(_ left: Int?, _ right: Int?) -> Bool { Self.magnitude(left, right) <= valueTolerance }

  private static func magnitude(_ left: Int?, _ right: Int?) -> Int {
    guard let left, let right else { return left == right ? 0 : .max }
    let (difference, overflows) = left.subtractingReportingOverflow(right)
    return overflows || difference == .min ? .max - 1 : abs(difference)
  }

  /// A time in which a curve has a value that the other one has nowhere near.
  private struct Miss {
    var start: Nanoseconds
    var end: Nanoseconds
    var worst: (own: Int?, other: Int?, magnitude: Int)
  }

  private static func stretch(_ gap: Miss, _ expected: Int?, _ actual: Int?) -> Stretch {
    Stretch(
      start: gap.start, end: gap.end, expected: expected, actual: actual, magnitude: gap.worst.magnitude)
  }

  private func misses(in curve: CurveSegments, by other: CurveSegments) -> [Miss] {
    var misses: [Miss] = []
    var first = 0
    for index in curve.times.indices {
      let (begin, finish) = (curve.times[index], curve.end(index, end))
      let (earliest, latest) = (begin.subtracting(timeTolerance), finish.adding(timeTolerance))
      while first + 1 < other.times.count, other.times[first + 1] < earliest { first += 1 }
      var covered = begin
      var isCovered = false
      let near = isBrief(begin, finish) ? other.crowd(begin, finish, Self.crowd) : other.times.indices
      var position = max(first, near.lowerBound)
      while position < near.upperBound, other.times[position] <= latest, !isCovered || covered < finish {
        if isAlike(curve.values[index], other.values[position]) {
          let from = other.times[position].subtracting(timeTolerance)
          let to = other.end(position, .longest).adding(timeTolerance)
          if from > covered {
            misses.append(miss(curve.values[index], covered, min(from, finish), other))
          }
          covered = max(covered, to)
          isCovered = true
        }
        position += 1
      }
      if !isCovered || covered < finish { misses.append(miss(curve.values[index], covered, finish, other)) }
    }
    return misses
  }

  /// Whether a value is there for so short that whatever is near its beginning is near all of it.
  private func isBrief(_ begin: Nanoseconds, _ end: Nanoseconds) -> Bool {
    end.subtracting(begin) <= timeTolerance
  }

  private func miss(_ value: Int?, _ start: Nanoseconds, _ end: Nanoseconds, _ other: CurveSegments) -> Miss {
    var position = max(other.index(after: start) - 1, 0)
    var worst = (
      own: value, other: other.values[position], magnitude: Self.magnitude(value, other.values[position])
    )
    position += 1
    while position < other.times.count, other.times[position] < end {
      let magnitude = Self.magnitude(value, other.values[position])
      if magnitude > worst.magnitude { worst = (value, other.values[position], magnitude) }
      position += 1
    }
    return Miss(start: start, end: end, worst: worst)
  }

  /// Whether a stretch is one step that came at another time.
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
