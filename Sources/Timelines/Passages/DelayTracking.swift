internal import MIDICore

/// The delays of the actual notes over the expected take, as lines that most notes have.
///
/// The search follows one line from note to note. If it fails for most of the next notes, other lines are candidates:
/// earlier delays, common delays of the next notes, and steady changes of the delay. A note that no line explains is
/// passed over.
struct DelayTracking {
  /// A delay that is constant or changes steadily.
  struct Line: Hashable {
    /// The time at which the delay is ``delay``, in nanoseconds.
    var time: Int64 = 0
    var delay: Int64 = 0
    /// The change of the delay per time.
    var slope = 0.0

    /// Returns the delay at a time in nanoseconds.
    func delay(at other: Int64) -> Int64 {
      slope == 0 ? delay : delay + (Double(other - time) * slope).nearestInteger
    }
  }

  /// A part of the take whose notes are on one line.
  struct Segment {
    var line: Line
    /// The notes from the first to the last one on the line.
    var notes: Range<Int>
    /// The number of notes on the line.
    var hitCount = 0
  }

  /// The number of notes that are examined after a failure, and the number of them that may fail by themselves.
  private static let (lookAhead, singleFailures) = (6, 2)
  /// The number of notes that give candidates.
  private static let voterCount = 32
  /// The minimum gain of a line with a near or far delay, in quarters of a note.
  private static let (minGain, minFarGain) = (14, 28)
  /// The distances in which delays are looked for, in nanoseconds.
  private static let (near, far): (Int64, Int64) = (1_000_000_000, 60_000_000_000)
  /// The largest change of tempo.
  private static let maxSlope = 0.3

  private let times: [Int64]
  private let keys: [Int32]
  private let expected: GroupedItems
  private let actual: GroupedItems
  private let tolerance: Int64
  /// Whether each expected note has an equal actual note in time.
  private let isInTime: [Bool]
  /// The number of delays that may still be examined. It limits the time for takes that don't follow any line.
  private var budget: Int
  /// The segments in order of their notes.
  private(set) var segments: [Segment] = []

  /// Follows the delays of notes.
  ///
  /// - Parameters:
  ///   - isInTime: Whether each expected note has an equal actual note in time.
  ///   - candidates: Delays that may occur, however long they are.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(
    expected: [Matching<Int>.Item], actual: [Matching<Int>.Item], isInTime: [Bool], tolerance: Nanoseconds,
    candidates: [Nanoseconds]
  ) {
    var set = KeySet()
    let keys = expected.map { Int32(set.insert($0.key)) }
    self.keys = keys
    times = expected.map(\.time.rawValue)
    self.expected = GroupedItems(numbers: keys, count: set.count + 1, times: expected.map(\.time))
    self.actual = GroupedItems(
      numbers: actual.map { Int32(set.number(of: $0.key) ?? set.count) }, count: set.count + 1,
      times: actual.map(\.time))
    self.tolerance = min(max(tolerance.rawValue, 0), Self.far)
    self.isInTime = isInTime
    budget = 4 * times.count + 50_000
    follow(candidates)
    for index in segments.indices where segments[index].line.slope == 0 {
      let line = fitted(segments[index])
      if abs(line.delay) * 50 > self.tolerance { segments[index].line = line }
    }
  }

  private mutating func follow(_ candidates: [Nanoseconds]) {
    var current = Segment(line: Line(), notes: 0..<0)
    var position = 0
    var lines = [Line()] + candidates.map { Line(delay: $0.rawValue) }
    var nextFarAttempt = 0
    var skip = 1
    while let failure = nextFailure(&current, from: position) {
      let range = failure..<min(failure + Self.lookAhead, times.count)
      let failures = range.count { !isOn(current.line, $0) }
      guard failures > Self.singleFailures else {
        position = failure + 1
        continue
      }
      let isFar = failure >= nextFarAttempt
      guard let found = candidate(at: failure, current, lines, isFar: isFar) else {
        if isFar { nextFarAttempt = failure + Self.voterCount / 2 }
        position = failure + skip
        skip = min(skip * 2, Self.lookAhead)
        continue
      }
      skip = 1
      if current.hitCount > 0 { segments.append(current) }
      current = found
      extendBack(&current)
      position = current.notes.upperBound
      if found.line.slope == 0, !lines.contains(found.line) { lines.append(found.line) }
    }
    if current.hitCount > 0 { segments.append(current) }
  }

  /// Returns the next note that isn't on the line of a segment, after the notes up to it have been added to the segment.
  private func nextFailure(_ segment: inout Segment, from position: Int) -> Int? {
    var index = position
    var nextFit = segment.hitCount < 16 ? 16 : segment.hitCount * 2
    while index < times.count {
      guard isOn(segment.line, index) else { return index }
      if segment.hitCount == 0 { segment.notes = index..<index }
      segment.hitCount += 1
      segment.notes = segment.notes.lowerBound..<(index + 1)
      if segment.line.slope != 0, segment.hitCount >= nextFit {
        segment.line = fitted(segment)
        nextFit = segment.hitCount * 2
      }
      index += 1
    }
    return nil
  }

  /// Returns whether an actual note has the delay of a line at an expected note.
  func isOn(_ line: Line, _ index: Int) -> Bool {
    if line.slope == 0, line.delay == 0 { return isInTime[index] }
    return nearest(index, line.delay(at: times[index])).map { abs($0) <= tolerance } ?? false
  }

  /// Returns the index of the actual note at an expected note that has the delay of a line, or `nil` if there is none.
  func partner(_ line: Line, _ index: Int) -> Int? {
    let delay = line.delay(at: times[index])
    guard let position = nearestPosition(index, delay),
      abs(actual.times[position] - times[index] - delay) <= tolerance
    else { return nil }
    return Int(actual.indices[position])
  }

  /// Returns the distance of the nearest actual note from an expected note with a delay, or `nil` if none has its key.
  func nearest(_ index: Int, _ delay: Int64) -> Int64? {
    nearestPosition(index, delay).map { actual.times[$0] - times[index] - delay }
  }

  /// Returns the position of the actual note nearest to an expected note with a delay, or `nil` if no note has its key.
  private func nearestPosition(_ index: Int, _ delay: Int64) -> Int? {
    let range = actual.range(Int(keys[index]))
    let time = times[index] + delay
    let next = position(of: time, in: range)
    guard next > range.lowerBound else { return next < range.upperBound ? next : nil }
    let isNext = next < range.upperBound && actual.times[next] - time < time - actual.times[next - 1]
    return isNext ? next : next - 1
  }

  /// Returns the first position in a group at a time or later.
  private func position(of time: Int64, in range: Range<Int>) -> Int {
    Self.position(of: time, in: range, actual.times)
  }

  private static func position(of time: Int64, in range: Range<Int>, _ times: [Int64]) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Candidates

  /// Returns the best new line at a note, with the notes that decided, or `nil` if no line is clearly better.
  private mutating func candidate(at start: Int, _ current: Segment, _ lines: [Line], isFar: Bool) -> Segment?
  {
    let voters = start..<min(start + Self.voterCount, times.count)
    var best: (segment: Segment, gain: Int)?
    func consider(_ line: Line, least: Int = Self.minGain) {
      guard line != current.line else { return }
      let found = gain(of: line, over: current, from: start)
      if found.gain >= least, found.gain > best?.gain ?? 0 { best = found }
    }
    for line in lines.suffix(8).reversed() { consider(line) }
    let delay = current.line.delay(at: times[start])
    for other in commonDelays(voters, around: delay, within: Self.near) {
      consider(Line(time: 0, delay: other))
    }
    //for line in slopes(voters, current) { consider(line) }
    if best == nil, isFar {
      for voters in [voters, voters.prefix(Self.voterCount / 4)] {
        for other in commonDelays(voters, around: delay, within: Self.far) {
          consider(Line(time: 0, delay: other), least: Self.minFarGain)
        }
      }
    }
    guard var segment = best?.segment else { return nil }
    if !isKnown(segment.line) { segment.line = fitted(segment) }
    return segment
  }

  /// Returns whether a line is that of the take or of a recent segment.
  private func isKnown(_ line: Line) -> Bool {
    line == Line() || segments.suffix(8).contains { $0.line == line }
  }

  /// Returns whether an actual note has the delay of a line at an expected note and doesn't belong to a segment that is
  /// much later.
  ///
  /// Otherwise, notes that were cut out of repeated music would have the actual notes before the cut.
  private func isOn(_ line: Line, _ index: Int, after segment: Segment?) -> Bool {
    guard isOn(line, index) else { return false }
    guard let segment, let other = partner(of: index, on: line, through: segment.line),
      segment.line.delay(at: times[index]) > line.delay(at: times[index])
    else { return true }
    return other >= segment.notes.upperBound
  }

  /// Returns the expected note that has on one line the actual note that a note has on a very different line.
  private func partner(of index: Int, on line: Line, through other: Line) -> Int? {
    let lead = line.delay(at: times[index]) - other.delay(at: times[index])
    guard abs(lead) > TimeChangeSearch.longestLateness else { return nil }
    let time = times[index] + lead
    let range = expected.range(Int(keys[index]))
    let position = Self.position(of: time - tolerance, in: range, expected.times)
    guard position < range.upperBound, expected.times[position] <= time + tolerance else { return nil }
    let found = Int(expected.indices[position])
    return isOn(other, found) ? found : nil
  }

  /// Returns the notes on a line up to its best note, and how much better the line is than the current one.
  ///
  /// If the line is earlier, notes that are missing for that time may have been cut out.
  private func gain(of line: Line, over current: Segment, from start: Int) -> (segment: Segment, gain: Int) {
    var (gain, hitCount) = (0, 0)
    var first: Int?
    var best = (segment: Segment(line: line, notes: start..<start), gain: 0)
    let lead = max(0, current.line.delay(at: times[start]) - line.delay(at: times[start]))
    let cutEnd = times[start] + lead
    for index in start..<min(start + 8 * Self.voterCount, times.count) {
      let isHit = isOn(line, index, after: current)
      let wasHit = isOn(current.line, index)
      // An actual note that is in time for a different expected note proves little.
      let isShared = isHit && line != Line() && partner(of: index, on: line, through: Line()) != nil
      gain += isHit ? (wasHit ? 0 : isShared ? 1 : 4) : wasHit ? -8 : times[index] < cutEnd ? 0 : -6
      if isHit {
        hitCount += 1
        first = first ?? index
        if gain > best.gain {
          best = (Segment(line: line, notes: (first ?? index)..<(index + 1), hitCount: hitCount), gain)
        }
      }
      if gain < best.gain - 24 { break }
    }
    return best
  }

  /// Returns the delays that most of some notes have, the most common first.
  private mutating func commonDelays(_ voters: Range<Int>, around center: Int64, within reach: Int64)
    -> [Int64]
  {
    var delays: [Int64] = []
    defer { budget -= delays.count }
    for index in voters where budget > 0 {
      let range = actual.range(Int(keys[index]))
      let time = times[index] + center
      var position = position(of: time - reach, in: range)
      while position < range.upperBound, actual.times[position] <= time + reach {
        delays.append(actual.times[position] - times[index])
        position += 1
      }
    }
    delays.sort()
    // The number of delays within the tolerance after each one.
    var found: [(delay: Int64, count: Int)] = []
    var end = 0
    for begin in delays.indices {
      while end < delays.count, delays[end] - delays[begin] <= tolerance { end += 1 }
      let count = end - begin
      guard count >= 3 else { continue }
      let middle = delays[(begin + end - 1) / 2]
      if let last = found.last, middle - last.delay <= 2 * tolerance {
        if count > last.count { found[found.count - 1] = (middle, count) }
      } else {
        found.append((middle, count))
      }
    }
    found.sort { ($1.count, abs($0.delay - center)) < ($0.count, abs($1.delay - center)) }
    return found.prefix(4).map(\.delay)
  }

  /// Returns steady changes of the delay that most of the later notes have, from the last note on the current line or
  /// from the first note that isn't on it.
  private mutating func slopes(_ voters: Range<Int>, _ current: Segment) -> [Line] {
    let start = voters.lowerBound
    let last = current.hitCount > 0 ? current.notes.upperBound - 1 : start
    let delay = current.line.delay(at: times[last])
    var anchors = [(time: times[last], delay: delay)]
    let reach = (Double(times[start] - times[last]) * Self.maxSlope).nearestInteger + 2 * tolerance
    if last < start, let distance = nearest(start, delay), abs(distance) <= reach {
      anchors.append((times[start], delay + distance))
    }
    var lines: [Line] = []
    for anchor in anchors {
      for count in [voters.count, voters.count / 2, voters.count / 4] {
        lines += [commonSlope(voters.prefix(count).suffix(count / 2), from: anchor)].compactMap(\.self)
      }
    }
    return lines
  }

  /// Returns the line from a delay that most of some notes have, or `nil` if there is none.
  private mutating func commonSlope(_ voters: Range<Int>, from anchor: (time: Int64, delay: Int64)) -> Line? {
    var slopes: [Double] = []
    defer { budget -= slopes.count }
    for index in voters where budget > 0 {
      let span = times[index] - anchor.time
      guard span > 20 * tolerance else { continue }
      let reach = (Double(span) * Self.maxSlope).nearestInteger
      let range = actual.range(Int(keys[index]))
      var position = position(of: times[index] + anchor.delay - reach, in: range)
      while position < range.upperBound, actual.times[position] <= times[index] + anchor.delay + reach {
        slopes.append(Double(actual.times[position] - times[index] - anchor.delay) / Double(span))
        position += 1
      }
    }
    slopes.sort()
    guard let last = voters.last, times[last] > anchor.time else { return nil }
    let width = 2 * Double(tolerance) / Double(times[last] - anchor.time)
    var best = (middle: 0.0, count: 2)
    var end = 0
    for begin in slopes.indices {
      while end < slopes.count, slopes[end] - slopes[begin] <= width { end += 1 }
      let middle = slopes[(begin + end - 1) / 2]
      if end - begin > best.count, abs(middle) > width { best = (middle, end - begin) }
    }
    return best.count > 2 ? Line(time: anchor.time, delay: anchor.delay, slope: best.middle) : nil
  }

  /// Returns the line of a segment, fitted to its notes: with the middle delay of the first ones if it is constant, and
  /// otherwise by least squares.
  private func fitted(_ segment: Segment) -> Line {
    let line = segment.line
    if line.slope == 0 {
      let distances = segment.notes.prefix(1024).compactMap { nearest($0, line.delay) }.filter {
        abs($0) <= tolerance
      }
      return Line(delay: line.delay + distances.sorted()[distances.count / 2])
    }
    var (count, sumX, sumY, sumXX, sumXY) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in segment.notes {
      let delay = line.delay(at: times[index])
      guard let distance = nearest(index, delay), abs(distance) <= 2 * tolerance else { continue }
      let (x, y) = (Double(times[index] - line.time), Double(delay + distance - line.delay))
      count += 1
      sumX += x
      sumY += y
      sumXX += x * x
      sumXY += x * y
    }
    let determinant = count * sumXX - sumX * sumX
    guard count >= 4, determinant > 0 else { return line }
    let slope = (count * sumXY - sumX * sumY) / determinant
    let delay = (sumY - slope * sumX) / count
    return Line(time: line.time, delay: line.delay + delay.nearestInteger, slope: slope)
  }

  /// Extends a segment to earlier notes that the previous one doesn't have, if most of them are on its line.
  private func extendBack(_ segment: inout Segment) {
    let previous = segments.last
    let least = previous?.notes.upperBound ?? 0
    var (index, gain, hitCount) = (segment.notes.lowerBound - 1, 0, segment.hitCount)
    while index >= least, gain > -Self.lookAhead {
      if isOn(segment.line, index, after: previous) {
        gain += 1
        hitCount += 1
        if gain > 0 {
          segment.notes = index..<segment.notes.upperBound
          segment.hitCount = hitCount
          gain = 0
        }
      } else {
        gain -= 3
      }
      index -= 1
    }
  }
}

extension Double {
  /// The nearest integer, at most a quarter of the largest, so that sums of a few such numbers can't overflow.
  var nearestInteger: Int64 {
    let limit = Double(Int64.max / 4)
    return isNaN ? 0 : Int64(Swift.min(Swift.max(rounded(), -limit), limit))
  }
}
