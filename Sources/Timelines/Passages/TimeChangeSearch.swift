internal import MIDICore

/// Finds passages at other times: late, cut out, inserted, slower, or with a tempo that changes steadily.
///
/// ``DelayTracking`` gives the delays of the notes as segments. A segment with a different delay is a late passage if the
/// delay then returns, and otherwise everything from there on is later. A segment whose delay grows is a slower passage,
/// and several such segments may be a steady change of the tempo.
struct TimeChangeSearch {
  /// The minimum number of notes of a segment.
  private static let minCount = 4
  /// The longest delay of a late start that isn't an early rest of the take, if the start of the take is free.
  private static let longestLateStart = Nanoseconds.milliseconds(250)

  private let given: Performance
  private let options: Comparison.Options
  private let tolerance: Int64
  private let tracking: DelayTracking
  /// The expected times of the notes in nanoseconds.
  private let times: [Int64]
  private var segments: [DelayTracking.Segment]
  /// The delay with which the take starts.
  private(set) var startDelay = Nanoseconds.zero
  /// The changes.
  private(set) var changes: [PassageChange] = []

  /// Searches the notes of two takes.
  ///
  /// - Parameter candidates: Delays that may occur, however long they are.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(_ notes: PassageNotes, candidates: [Nanoseconds]) {
    given = notes.given
    options = notes.options
    tolerance = options.onsetTolerance.rawValue
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
    if !findSteadyTempo() {
      moveStart()
      readSegments()
    }
  }

  // MARK: Segments

  /// Subtracts the delay of the first segment from all, because the take as a whole starts later.
  private mutating func moveStart() {
    guard options.alignsStart || segments.count > 1, let first = segments.first else { return }
    let delay = first.line.slope == 0 ? first.line.delay : first.line.delay(at: 0)
    let returns = segments.dropFirst().contains { isNear($0.line.delay(at: time(of: $0)), 0) }
    let isShort =
      first.line.slope == 0 && returns && abs(delay) <= Self.longestLateStart.rawValue
      && first.notes.upperBound * 2 < given.notes.count
    guard abs(delay) > tolerance, !isShort else { return }
    startDelay = Nanoseconds(rawValue: delay)
    for index in segments.indices { segments[index].line.delay -= delay }
  }

  private func time(of segment: DelayTracking.Segment) -> Int64 { times[segment.notes.lowerBound] }

  private func isNear(_ delay: Int64, _ other: Int64) -> Bool { abs(delay - other) <= tolerance }

  private mutating func readSegments() {
    var base: Int64 = 0
    var index = 0
    while index < segments.count {
      let segment = segments[index]
      let next = index + 1 < segments.count ? segments[index + 1] : nil
      let previous = index > 0 ? segments[index - 1] : nil
      defer { index += 1 }
      if segment.line.slope != 0 {
        base = addStretch(segment, from: base, next)
        continue
      }
      let delay = segment.line.delay - base
      guard abs(delay) > tolerance else { continue }
      let returns = next.map { isNear($0.line.delay(at: time(of: $0)), base) } ?? false
      if returns {
        changes.append(
          PassageChange(
            .late(by: Nanoseconds(rawValue: delay)), of: passage(segment.notes), noteCount: segment.hitCount))
      } else {
        addDelay(delay, from: segment, after: previous)
        base = segment.line.delay
      }
    }
  }

  private func passage(_ range: Range<Int>) -> Passage {
    Passage(range, of: given.notes, beats: options.beats)
  }

  /// Adds a delay from a segment on, or the cut that leaves out its time.
  private mutating func addDelay(
    _ delay: Int64, from segment: DelayTracking.Segment, after previous: DelayTracking.Segment?
  ) {
    if delay < 0, let begin = cutStart(upTo: time(of: segment) + delay, before: segment, previous) {
      add(.cut, from: begin, to: begin - delay)
    } else {
      var passage = passage(segment.notes)
      passage.end = nil
      changes.append(
        PassageChange(
          .delayed(by: Nanoseconds(rawValue: delay)), of: passage,
          noteCount: given.notes.count - segment.notes.lowerBound))
    }
  }

  /// Returns the start of a cut before a segment: the first bar line after the last note before it, or the latest
  /// possible time.
  ///
  /// - Returns: `nil` if the notes that the cut would leave out were played.
  private func cutStart(
    upTo latest: Int64, before segment: DelayTracking.Segment, _ previous: DelayTracking.Segment?
  ) -> Int64? {
    guard let previous else { return latest }
    let first = times.partitioningIndex { $0 >= latest }
    let remaining = (first..<segment.notes.lowerBound).count { tracking.isOn(previous.line, $0) }
    guard remaining * 3 <= segment.notes.lowerBound - first else { return nil }
    let last = (min(previous.notes.lowerBound, first)..<first).last { tracking.isOn(previous.line, $0) }
    guard let last, let beats = options.beats else { return latest }
    let line = beats.barLine(after: Nanoseconds(rawValue: times[last] + 1)).rawValue
    return line <= latest ? line : latest
  }

  // MARK: Tempo

  /// Adds a passage at a different tempo.
  ///
  /// - Parameters:
  ///   - base: The delay before it.
  ///   - next: The segment after it, or `nil` if it lasts to the end.
  /// - Returns: The delay after it.
  private mutating func addStretch(
    _ segment: DelayTracking.Segment, from base: Int64, _ next: DelayTracking.Segment?
  ) -> Int64 {
    let (line, isFirst) = (segment.line, segment.notes.lowerBound == segments[0].notes.lowerBound)
    let slack = (Double(tolerance) / abs(line.slope)).nearestInteger
    let crossing = line.time + (Double(base - line.delay) / line.slope).nearestInteger
    let start = isFirst ? 0 : snapped(crossing, within: slack)
    guard let next, next.line.slope == 0 else {
      let slope = rounded(line.slope, span: times[segment.notes.upperBound - 1] - start)
      add(.stretched(byBillionths: slope), from: start, to: nil)
      return next.map { line.delay(at: time(of: $0)) } ?? base
    }
    let total = next.line.delay - base
    let end = snapped(start + (Double(total) / line.slope).nearestInteger, within: slack)
    let slope = rounded(Double(total) / Double(max(end - start, 1)), span: end - start)
    add(.stretched(byBillionths: slope), from: start, to: end)
    return next.line.delay
  }

  private mutating func add(_ effect: PassageEffect, from start: Int64, to end: Int64?) {
    let passage = Passage(
      start: Nanoseconds(rawValue: start), end: end.map { Nanoseconds(rawValue: $0) })
    changes.append(
      PassageChange(effect, of: passage, noteCount: given.notes.count(where: { passage.contains($0) })))
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
    startDelay = Nanoseconds(rawValue: model.start)
    add(.drifted(toBillionths: billionths), from: 0, to: length)
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
