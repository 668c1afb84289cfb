internal import MIDICore

/// Finds passages at other times: late, cut out, inserted, slower, or with a tempo that changes steadily.
///
/// ``DelayTracking`` gives the delays of the notes as segments. A segment with a different delay is a late passage if the
/// delay then returns, and otherwise everything from there on is later. A segment whose delay grows is a slower passage,
/// and several such segments may be a steady change of the tempo.
struct TimeChangeSearch {
  /// The minimum number of notes of a segment.
  private static let minCount = 4
  /// The longest delay with which a part at the start or at the end of the take is late. With a longer one, the rest
  /// follows at a different time.
  private static let longestLateness: Int64 = 250_000_000

  /// The longest delay from which a take returns, in nanoseconds. It differs more only by chance.
  private static let longestReturn: Int64 = 2_000_000_000

  private let given: Performance
  private let options: Comparison.Options
  private let tolerance: Int64
  private let tracking: DelayTracking
  /// The expected times of the notes in nanoseconds.
  private let times: [Int64]
  private let segments: [DelayTracking.Segment]
  /// The delay with which the take starts.
  private var startDelay = Nanoseconds.zero
  /// The changes.
  private var changes: [PassageChange] = []

  /// The delays of the start and the changes that may explain the delays.
  var readings: [(startDelay: Nanoseconds, changes: [PassageChange])] {
    guard changes.count > 1, let singleMovement else { return changes.isEmpty ? [] : [(startDelay, changes)] }
    return [(startDelay, changes), singleMovement]
  }

  /// Searches the notes of two takes.
  ///
  /// - Parameter candidates: Delays that may occur, however long they are.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(_ notes: PassageNotes, candidates: [Nanoseconds]) {
    given = notes.given
    options = notes.options
    tolerance = min(options.onsetTolerance.rawValue, 60_000_000_000)
    times = given.notes.map(\.onset.rawValue)
    var isInTime = [Bool](repeating: true, count: given.notes.count)
    for index in notes.matching.unmatched.expected { isInTime[index] = false }
    let actual = notes.keys.actual.items(of: notes.actual.given)
    tracking = DelayTracking(
      expected: notes.keys.expected.items(of: given.notes),
      actual: actual.indices.map { Matching.Item(key: actual[$0].key, time: notes.actual.onset($0)) },
      isInTime: isInTime, tolerance: options.onsetTolerance, candidates: candidates)
    segments = tracking.segments.filter { $0.hitCount >= Self.minCount }
    guard segments.contains(where: { $0.line != DelayTracking.Line() }) else { return }
    if !findSteadyTempo() { readSegments() }
  }

  // MARK: Segments

  /// Reads the segments as changes, from the delay of the first segment if there are then fewer changes.
  ///
  /// If both readings have as many changes, a short part at the start with a small delay is late. Otherwise, the take
  /// as a whole starts with the delay, and the rest follows at a different time.
  private mutating func readSegments() {
    let first = segments[0]
    let delay = first.line.slope == 0 ? first.line.delay : first.line.delay(at: 0)
    let asTheyAre = changes(from: 0)
    changes = asTheyAre
    guard abs(delay) > tolerance else { return }
    let moved = changes(from: delay)
    let isLateStart =
      first.line.slope == 0 && abs(delay) <= Self.longestLateness
      && first.notes.upperBound * 2 < given.notes.count
    guard moved.count < asTheyAre.count || moved.count == asTheyAre.count && !isLateStart else { return }
    changes = moved
    startDelay = Nanoseconds(rawValue: delay)
  }

  private func time(of segment: DelayTracking.Segment) -> Int64 { times[segment.notes.lowerBound] }

  private func isNear(_ delay: Int64, _ other: Int64) -> Bool { abs(delay - other) <= tolerance }

  /// Returns the single movement between the first and the last delay, which explains repeated music better than several
  /// movements do, or `nil` if there is no such movement.
  private var singleMovement: (startDelay: Nanoseconds, changes: [PassageChange])? {
    guard let first = segments.first, let last = segments.last, first.line.slope == 0, last.line.slope == 0,
      !isNear(first.line.delay, last.line.delay)
    else { return nil }
    let change = movement(to: last, from: first.line, after: first, reach: times.count)
    return (Nanoseconds(rawValue: abs(first.line.delay) > tolerance ? first.line.delay : 0), [change])
  }

  /// Returns whether a segment has its delay by chance: because the delay is too long for a late passage, or because a
  /// cut from the segment before it to the one after it leaves out its notes.
  private func isByChance(_ index: Int, from start: Int64) -> Bool {
    guard index + 1 < segments.count, segments[index].line.slope == 0 else { return false }
    let (segment, next) = (segments[index], segments[index + 1])
    let before = index > 0 ? segments[index - 1].line.delay(at: time(of: segment)) : start
    let delay = next.line.delay(at: time(of: next)) - before
    if isNear(delay, 0) { return abs(segment.line.delay - before) > Self.longestReturn }
    return index > 0 && delay < 0 && next.hitCount > segment.hitCount
      && time(of: next) + delay <= time(of: segment) + tolerance
  }

  /// Returns the changes of the segments for a take that starts with a delay.
  private func changes(from start: Int64) -> [PassageChange] {
    var changes: [PassageChange] = []
    var base = start
    let all = self.segments
    let segments = all.indices.filter { !isByChance($0, from: start) }.map { all[$0] }
    for (index, segment) in segments.enumerated() {
      let next = index + 1 < segments.count ? segments[index + 1] : nil
      let previous = index > 0 ? segments[index - 1] : nil
      if segment.line.slope != 0 {
        let (change, delay) = stretch(segment, from: base, next)
        changes.append(change)
        base = delay
        continue
      }
      let delay = segment.line.delay - base
      guard abs(delay) > tolerance else { continue }
      let isLateEnd =
        next == nil && abs(delay) <= Self.longestLateness
        && segment.notes.lowerBound * 2 > given.notes.count
      if next.map({ isNear($0.line.delay(at: time(of: $0)), base) }) ?? isLateEnd {
        let passage = Passage(segment.notes, of: given.notes, beats: options.beats)
        changes.append(
          PassageChange(.late(by: Nanoseconds(rawValue: delay)), of: passage, noteCount: segment.hitCount))
      } else {
        let line = DelayTracking.Line(delay: base)
        changes.append(
          shortStretch(to: segment, from: line, previous)
            ?? movement(to: segment, from: line, after: previous))
        base = segment.line.delay
      }
    }
    return changes
  }

  /// Returns the delay from a segment on, or the cut that leaves out its time.
  ///
  /// The place is the one where most notes before it are on the line before, and most notes after it on the segment's.
  private func movement(
    to segment: DelayTracking.Segment, from line: DelayTracking.Line, after previous: DelayTracking.Segment?,
    reach: Int = reach
  ) -> PassageChange {
    let delay = segment.line.delay - line.delay
    let length = max(-delay, 0)
    let first = max(
      previous?.notes.lowerBound ?? 0,
      times.partitioningIndex { $0 >= time(of: segment) - length } - reach)
    let last = min(segment.notes.lowerBound + reach, segment.notes.upperBound)
    // The notes up to each place that are on the line before, and those on the line of the segment.
    let before = (first..<last).map { tracking.isOn(line, $0) ? 1 : 0 }.partialSums
    let after = (first..<last).map { tracking.isOn(segment.line, $0) ? 1 : 0 }.partialSums
    func score(_ place: Int64, _ length: Int64) -> Int {
      func index(_ time: Int64) -> Int {
        min(max(times.partitioningIndex { $0 >= time }, first), last) - first
      }
      return before[index(place)] + after[last - first] - after[index(place + length)]
    }
    func best(_ length: Int64) -> (place: Int64, score: Int) {
      var best = (place: times[segment.notes.lowerBound], score: -1)
      for place in places(first, last - 1, within: length) where score(place, length) > best.score {
        best = (place, score(place, length))
      }
      return best
    }
    let delayed = best(0)
    let cut = best(length)
    if length > Self.longestLateness || length > 0 && cut.score >= delayed.score {
      return change(.cut, from: cut.place, to: cut.place + length)
    }
    return change(.delayed(by: Nanoseconds(rawValue: delay)), from: delayed.place, to: nil)
  }

  /// The number of notes on both sides of a segment's start that may belong to the other segment by chance.
  private static let reach = 512

  /// Returns the possible places of a change: bar lines first, then the starts of notes.
  private func places(_ first: Int, _ last: Int, within length: Int64) -> [Int64] {
    var lines: [Int64] = []
    if let beats = options.beats, first <= last {
      var line = beats.barLine(after: Nanoseconds(rawValue: times[first]))
      while line.rawValue <= times[last], lines.count < Self.reach {
        lines.append(line.rawValue)
        let next = beats.barLine(after: line.adding(Nanoseconds(rawValue: 1)))
        guard next > line else { break }
        line = next
      }
    }
    return lines + times[first...max(first, last)] + [times[max(first, last)] - length]
  }

  // MARK: Tempo

  /// Returns a passage at a different tempo, and the delay after it.
  ///
  /// - Parameters:
  ///   - base: The delay before it.
  ///   - next: The segment after it, or `nil` if it lasts to the end.
  private func stretch(
    _ segment: DelayTracking.Segment, from base: Int64, _ next: DelayTracking.Segment?
  ) -> (change: PassageChange, delay: Int64) {
    let (line, isFirst) = (segment.line, segment.notes.lowerBound == segments[0].notes.lowerBound)
    let slack = (Double(tolerance) / abs(line.slope)).nearestInteger
    let crossing = line.time + (Double(base - line.delay) / line.slope).nearestInteger
    let start = isFirst ? 0 : snapped(crossing, within: slack)
    guard let next, next.line.slope == 0 else {
      let slope = rounded(line.slope, span: times[segment.notes.upperBound - 1] - start)
      let change = change(.stretched(byBillionths: slope), from: start, to: nil)
      return (change, next.map { line.delay(at: time(of: $0)) } ?? base)
    }
    let total = next.line.delay - base
    let end = snapped(start + (Double(total) / line.slope).nearestInteger, within: slack)
    return (stretch(total, from: start, to: end), next.line.delay)
  }

  /// Returns a passage that is longer by a time.
  private func stretch(_ total: Int64, from start: Int64, to end: Int64) -> PassageChange {
    let slope = rounded(Double(total) / Double(max(end - start, 1)), span: end - start)
    return change(.stretched(byBillionths: slope), from: start, to: end)
  }

  /// Returns the passage at a different tempo between two segments with constant delays, if most of its notes have a
  /// delay that grows from one to the other, or `nil`.
  private func shortStretch(
    to segment: DelayTracking.Segment, from line: DelayTracking.Line, _ previous: DelayTracking.Segment?
  ) -> PassageChange? {
    guard let previous, previous.line.slope == 0 else { return nil }
    let (first, last) = (previous.notes.upperBound - 1, segment.notes.lowerBound)
    guard last - first > 2 else { return nil }
    let (lineBefore, lineAfter) = (
      options.beats?.barLine(after: Nanoseconds(rawValue: times[first])).rawValue,
      options.beats?.barLine(before: Nanoseconds(rawValue: times[last])).rawValue
    )
    let delay = segment.line.delay - line.delay
    var best: (start: Int64, end: Int64, count: Int)?
    for start in [lineBefore, times[first], times[first + 1]].compactMap(\.self) {
      for end in [lineAfter, times[last], times[last - 1]].compactMap(\.self)
      where end - start > 3 * abs(delay) {
        let slope = DelayTracking.Line(
          time: start, delay: line.delay, slope: Double(delay) / Double(end - start))
        let count = (first + 1..<last).count { tracking.isOn(slope, $0) }
        if count > best?.count ?? 1 { best = (start, end, count) }
      }
    }
    guard let best, best.count * 3 >= (last - first - 1) * 2 else { return nil }
    return stretch(delay, from: best.start, to: best.end)
  }

  private func change(_ effect: PassageEffect, from start: Int64, to end: Int64?) -> PassageChange {
    let passage = Passage(
      start: Nanoseconds(rawValue: start), end: end.map { Nanoseconds(rawValue: $0) })
    let count = times.partitioningIndex { $0 >= end ?? .max } - times.partitioningIndex { $0 >= start }
    return PassageChange(effect, of: passage, noteCount: count)
  }

  /// Returns the bar line or the note nearest to a time, or the time if none is near.
  private func snapped(_ time: Int64, within slack: Int64) -> Int64 {
    let place = Nanoseconds(rawValue: time)
    var candidates: [Int64] = []
    if let beats = options.beats {
      candidates = [beats.barLine(before: place).rawValue, beats.barLine(after: place).rawValue]
    }
    func nearest(_ candidates: [Int64]) -> Int64? {
      candidates.filter { abs($0 - time) <= slack }.min { abs($0 - time) < abs($1 - time) }
    }
    if let line = nearest(candidates) { return line }
    let next = times.partitioningIndex { $0 >= time }
    return nearest(times[max(next - 1, 0)..<min(next + 1, times.count)].map(\.self)) ?? time
  }

  /// Returns a slope in billionths: the roundest one that differs little at the end of a span.
  private func rounded(_ slope: Double, span: Int64) -> Int64 {
    let billionths = (slope * 1e9).nearestInteger
    let accepted = Double(min(tolerance / 4, 500_000))
    for unit in [10_000_000, 1_000_000, 100_000, 10_000, 1000] as [Int64] {
      let round = (Double(billionths) / Double(unit)).nearestInteger * unit
      if round != 0, abs(Double(round - billionths)) * Double(span) / 1e9 <= accepted { return round }
    }
    return billionths
  }

  /// Finds a tempo that changes steadily over the take.
  ///
  /// - Returns: Whether the tempo explains most of the segments' notes.
  private mutating func findSteadyTempo() -> Bool {
    guard segments.count(where: { $0.line.slope != 0 }) > 1, let last = times.last, last > 0 else {
      return false
    }
    let count = segments.reduce(0) { $0 + $1.hitCount }
    var points = segments.flatMap { segment in
      segment.notes.compactMap { point(at: $0, segment.line.delay(at: times[$0]), within: tolerance) }
    }
    var model = Parabola(points)
    for window in [4, 2, 1] as [Int64] {
      points = times.indices.compactMap {
        point(at: $0, model.delay(at: times[$0]), within: window * tolerance)
      }
      model = Parabola(points)
    }
    guard points.count * 10 >= count * 9, abs(model.delay(at: last) - model.start) > tolerance else {
      return false
    }
    let length = max(given.end.rawValue, last)
    let billionths = rounded(2 * Double(length) * model.curvature, span: length / 2)
    if abs(model.start) * 8 > tolerance { startDelay = Nanoseconds(rawValue: model.start) }
    changes = [change(.drifted(toBillionths: billionths), from: 0, to: length)]
    return true
  }

  private func point(at index: Int, _ delay: Int64, within window: Int64) -> (time: Int64, delay: Int64)? {
    guard let distance = tracking.nearest(index, delay), abs(distance) <= window else { return nil }
    return (times[index], delay + distance)
  }
}

/// A delay that grows with the square of time, fitted to points by least squares.
private struct Parabola {
  private(set) var start: Int64 = 0
  private(set) var curvature = 0.0

  init(_ points: [(time: Int64, delay: Int64)]) {
    var (sumX, sumY, sumXX, sumXY) = (0.0, 0.0, 0.0, 0.0)
    for point in points {
      let (x, y) = (Double(point.time) * Double(point.time) * 1e-9, Double(point.delay))
      sumX += x
      sumY += y
      sumXX += x * x
      sumXY += x * y
    }
    let count = Double(points.count)
    let determinant = count * sumXX - sumX * sumX
    guard count >= 4, determinant > 0 else { return }
    let slope = (count * sumXY - sumX * sumY) / determinant
    start = ((sumY - slope * sumX) / count).nearestInteger
    curvature = slope * 1e-9
  }

  func delay(at time: Int64) -> Int64 {
    start + (Double(time) * Double(time) * curvature).nearestInteger
  }
}
