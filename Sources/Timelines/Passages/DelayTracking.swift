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
      slope == 0 ? delay : delay + Int64((Double(other - time) * slope).rounded())
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
  /// The minimum gain of a new line in quarters of a note.
  private static let minGain = 14
  /// The distances in which delays are looked for, in nanoseconds.
  private static let (near, far): (Int64, Int64) = (1_000_000_000, 60_000_000_000)
  /// The largest change of tempo.
  private static let maxSlope = 0.3

  private let times: [Int64]
  private let keys: [Int32]
  private let actual: GroupedItems
  private let tolerance: Int64
  /// Whether each expected note has an equal actual note in time.
  private let isInTime: [Bool]
  /// The segments in order of their notes.
  private(set) var segments: [Segment] = []

  /// Follows the delays of notes.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(
    expected: [Matching<Int>.Item], actual: [Matching<Int>.Item], isInTime: [Bool], tolerance: Nanoseconds
  ) {
    var set = KeySet()
    let keys = expected.map { Int32(set.insert($0.key)) }
    self.keys = keys
    times = expected.map(\.time.rawValue)
    self.actual = GroupedItems(
      numbers: actual.map { Int32(set.number(of: $0.key) ?? set.count) }, count: set.count + 1,
      times: actual.map(\.time))
    self.tolerance = max(tolerance.rawValue, 0)
    self.isInTime = isInTime
    follow()
  }

  private mutating func follow() {
    var current = Segment(line: Line(), notes: 0..<0)
    var position = 0
    var lines: [Line] = [Line()]
    var nextFarAttempt = 0
    while let failure = nextFailure(&current, from: position) {
      let range = failure..<min(failure + Self.lookAhead, times.count)
      let failures = range.count { !isOn(current.line, $0) }
      guard failures > Self.singleFailures else {
        position = failure + 1
        continue
      }
      let isFar = failure >= nextFarAttempt
      guard let found = candidate(at: failure, current, lines, isFar: isFar) else {
        if isFar { nextFarAttempt = failure + Self.voterCount }
        position = failure + Self.singleFailures + 1
        continue
      }
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
  private func isOn(_ line: Line, _ index: Int) -> Bool {
    if line.slope == 0, line.delay == 0 { return isInTime[index] }
    return nearest(index, line.delay(at: times[index])).map { abs($0) <= tolerance } ?? false
  }

  /// Returns the distance of the nearest actual note from an expected note with a delay, or `nil` if none has its key.
  func nearest(_ index: Int, _ delay: Int64) -> Int64? {
    let range = actual.range(Int(keys[index]))
    let time = times[index] + delay
    let next = position(of: time, in: range)
    var best: Int64?
    if next < range.upperBound { best = actual.times[next] - time }
    if next > range.lowerBound {
      let distance = actual.times[next - 1] - time
      if best.map({ abs(distance) <= abs($0) }) ?? true { best = distance }
    }
    return best
  }

  /// Returns the first position in a group at a time or later.
  private func position(of time: Int64, in range: Range<Int>) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if actual.times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Candidates

  /// Returns the best new line at a note, with the notes that decided, or `nil` if no line is clearly better.
  private func candidate(at start: Int, _ current: Segment, _ lines: [Line], isFar: Bool) -> Segment? {
    let voters = start..<min(start + Self.voterCount, times.count)
    var best: (segment: Segment, gain: Int)?
    func consider(_ line: Line) {
      guard line != current.line else { return }
      let (end, hitCount, gain) = gain(of: line, over: current.line, from: start)
      if gain >= Self.minGain, gain > best?.gain ?? 0 {
        best = (Segment(line: line, notes: start..<end, hitCount: hitCount), gain)
      }
    }
    for line in lines.suffix(8).reversed() { consider(line) }
    let delay = current.line.delay(at: times[start])
    for other in commonDelays(voters, around: delay, within: Self.near) {
      consider(Line(time: 0, delay: other))
    }
    for line in slopes(voters, from: delay) { consider(line) }
    if best == nil, isFar {
      for other in commonDelays(voters, around: delay, within: Self.far) {
        consider(Line(time: 0, delay: other))
      }
    }
    guard var segment = best?.segment else { return nil }
    if segment.line.slope != 0 { segment.line = fitted(segment) }
    return segment
  }

  /// Returns how much better a line is than the current one for the next notes, up to the note where it is best.
  private func gain(
    of line: Line, over current: Line, from start: Int
  ) -> (end: Int, hitCount: Int, gain: Int) {
    var (gain, hitCount) = (0, 0)
    var best = (end: start, hitCount: 0, gain: 0)
    for index in start..<min(start + 4 * Self.voterCount, times.count) {
      let (isHit, wasHit) = (isOn(line, index), isOn(current, index))
      gain += isHit ? (wasHit ? 0 : 4) : (wasHit ? -8 : -1)
      if isHit {
        hitCount += 1
        if gain > best.gain { best = (index + 1, hitCount, gain) }
      }
      if gain < best.gain - 24 { break }
    }
    return best
  }

  /// Returns the delays that most of some notes have, the most common first.
  private func commonDelays(_ voters: Range<Int>, around center: Int64, within reach: Int64) -> [Int64] {
    var delays: [Int64] = []
    for index in voters {
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

  /// Returns lines from a delay at the first of some notes through the delays of later ones, the most common first.
  private func slopes(_ voters: Range<Int>, from delay: Int64) -> [Line] {
    let start = times[voters.lowerBound]
    var found: [(line: Line, count: Int)] = []
    for index in voters.suffix(voters.count / 2) {
      let span = times[index] - start
      guard span > 20 * tolerance else { continue }
      let reach = Int64(Double(span) * Self.maxSlope)
      let range = actual.range(Int(keys[index]))
      var position = position(of: times[index] + delay - reach, in: range)
      while position < range.upperBound, actual.times[position] <= times[index] + delay + reach {
        let slope = Double(actual.times[position] - times[index] - delay) / Double(span)
        position += 1
        guard abs(slope) * Double(span) > Double(tolerance) else { continue }
        let line = Line(time: start, delay: delay, slope: slope)
        let count = voters.count { nearest($0, line.delay(at: times[$0])).map { abs($0) <= 2 * tolerance } ?? false }
        found.append((line, count))
      }
    }
    found.sort { $0.count > $1.count }
    return found.prefix(3).map(\.line)
  }

  /// Returns the line of a segment, fitted to its notes by least squares.
  private func fitted(_ segment: Segment) -> Line {
    let line = segment.line
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
    return Line(time: line.time, delay: line.delay + Int64(delay.rounded()), slope: slope)
  }

  /// Extends a segment to earlier notes that the previous one doesn't have.
  private func extendBack(_ segment: inout Segment) {
    let least = segments.last?.notes.upperBound ?? 0
    var (index, misses) = (segment.notes.lowerBound - 1, 0)
    while index >= least, misses <= Self.singleFailures {
      if isOn(segment.line, index) {
        segment.notes = index..<segment.notes.upperBound
        segment.hitCount += 1
        misses = 0
      } else {
        misses += 1
      }
      index -= 1
    }
  }
}
