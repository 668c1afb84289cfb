internal import MIDICore

/// The delays of the actual notes over the expected take that most notes have.
///
/// The search follows one delay from note to note. If it fails for most of the next notes, other delays are candidates:
/// earlier ones, and common delays of the next notes. A note that no delay explains is passed over.
struct DelayTracking {
  /// A part of the take whose notes have one delay.
  struct Segment {
    /// The delay in nanoseconds.
    var delay: Int64 = 0
    /// The notes from the first to the last one with the delay.
    var notes: Range<Int> = 0..<0
    /// The number of notes with the delay.
    var hitCount = 0
  }

  /// The number of notes that are examined after a failure, and the number of them that may fail by themselves.
  private static let (lookAhead, singleFailures) = (6, 2)
  /// The number of notes that give candidates.
  private static let voterCount = 32
  /// The minimum gain of a near or far delay, in quarters of a note.
  private static let (minGain, minFarGain) = (14, 28)
  /// The distances in which delays are looked for, in nanoseconds.
  private static let (near, far): (Int64, Int64) = (1_000_000_000, 60_000_000_000)

  private let times: [Int64]
  private let keys: [Int32]
  private let expected: GroupedItems
  private let actual: GroupedItems
  /// The first position of the actual notes of each expected note's key at its time or later.
  private let positions: [Int32]
  private let tolerance: Int64
  /// Whether each expected note has an equal actual note in time.
  private let isInTime: [Bool]
  /// The number of delays that may still be examined. It limits the time for takes that don't follow any delay.
  private var budget: Int
  /// The number of segments after which the search ends.
  private let maxSegments: Int
  /// The segments in order of their notes.
  private(set) var segments: [Segment] = []

  /// Follows the delays of notes.
  ///
  /// - Parameters:
  ///   - items: The keys and onsets of the notes.
  ///   - alignment: The alignment of the actual notes.
  ///   - isInTime: Whether each expected note has an equal actual note in time.
  ///   - candidates: Delays that may occur, however long they are.
  ///   - maxSegments: The number of segments after which the search ends.
  ///   - known: The segments if they are known, without the numbers of their notes.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(
    _ items: TakeItems, _ alignment: TakeAlignment, isInTime: [Bool], tolerance: Nanoseconds,
    candidates: [Nanoseconds], maxSegments: Int, known: [Segment] = []
  ) {
    let (expected, actual) = items.groups(alignment)
    var keys = [Int32](repeating: 0, count: items.expected.count)
    var positions = keys
    for key in 0..<expected.count {
      var next = actual.range(key).lowerBound
      let end = actual.range(key).upperBound
      for position in expected.range(key) {
        while next < end, actual.times[next] < expected.times[position] { next += 1 }
        keys[Int(expected.indices[position])] = Int32(key)
        positions[Int(expected.indices[position])] = Int32(next)
      }
    }
    (self.keys, self.positions, self.expected, self.actual) = (keys, positions, expected, actual)
    times = items.expected.map(\.time.rawValue)
    self.maxSegments = maxSegments
    self.tolerance = min(max(tolerance.rawValue, 0), Self.far)
    self.isInTime = isInTime
    budget = times.count / 2 + 50_000
    if known.isEmpty {
      follow(candidates)
    } else {
      segments = known.compactMap(counted)
    }
    for index in segments.indices {
      let delay = fitted(segments[index])
      if abs(delay) * 50 > self.tolerance { segments[index].delay = delay }
    }
  }

  /// Returns a segment from its first to its last note with the delay, or `nil` if no note has it.
  private func counted(_ segment: Segment) -> Segment? {
    let hits = segment.notes.filter { has(segment.delay, $0) }
    guard let first = hits.first, let last = hits.last else { return nil }
    return Segment(delay: segment.delay, notes: first..<last + 1, hitCount: hits.count)
  }

  private mutating func follow(_ candidates: [Nanoseconds]) {
    var current = Segment()
    var position = 0
    var delays = [0] + candidates.map(\.rawValue)
    var nextFarAttempt = 0
    var skip = 1
    while segments.count <= maxSegments, let failure = nextFailure(&current, from: position) {
      let range = failure..<min(failure + Self.lookAhead, times.count)
      let failures = range.count { !has(current.delay, $0) }
      guard failures > Self.singleFailures else {
        position = failure + 1
        continue
      }
      let isFar = failure >= nextFarAttempt
      guard let found = candidate(at: failure, current, delays, isFar: isFar) else {
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
      if !delays.contains(found.delay) { delays.append(found.delay) }
    }
    if current.hitCount > 0 { segments.append(current) }
  }

  /// Returns the next note without the delay of a segment, after the notes up to it have been added to the segment.
  private func nextFailure(_ segment: inout Segment, from position: Int) -> Int? {
    for index in position..<max(position, times.count) {
      guard has(segment.delay, index) else { return index }
      if segment.hitCount == 0 { segment.notes = index..<index }
      segment.hitCount += 1
      segment.notes = segment.notes.lowerBound..<(index + 1)
    }
    return nil
  }

  /// Returns whether an actual note has a delay at an expected note.
  private func has(_ delay: Int64, _ index: Int) -> Bool {
    if delay == 0 { return isInTime[index] }
    return nearest(index, delay).map { abs($0) <= tolerance } ?? false
  }

  /// Returns the index of the actual note at an expected note with a delay, or `nil` if there is none.
  func partner(_ delay: Int64, _ index: Int) -> Int? {
    guard let position = nearestPosition(index, delay),
      abs(actual.times[position] - times[index] - delay) <= tolerance
    else { return nil }
    return Int(actual.indices[position])
  }

  /// Returns the distance of the nearest actual note from an expected note with a delay, or `nil` if none has its key.
  private func nearest(_ index: Int, _ delay: Int64) -> Int64? {
    nearestPosition(index, delay).map { actual.times[$0] - times[index] - delay }
  }

  /// Returns the position of the actual note nearest to an expected note with a delay, or `nil` if no note has its key.
  private func nearestPosition(_ index: Int, _ delay: Int64) -> Int? {
    let range = actual.range(Int(keys[index]))
    let time = times[index] + delay
    let next = position(of: time, in: range, near: index)
    guard next > range.lowerBound else { return next < range.upperBound ? next : nil }
    let isNext = next < range.upperBound && actual.times[next] - time < time - actual.times[next - 1]
    return isNext ? next : next - 1
  }

  /// Returns the first position of the actual notes of an expected note's key at a time or later.
  ///
  /// The search gallops away from the note's own time, because most delays are short.
  private func position(of time: Int64, in range: Range<Int>, near index: Int) -> Int {
    var (low, high, step) = (Int(positions[index]), Int(positions[index]), 1)
    if time > times[index] {
      while high < range.upperBound, actual.times[high] < time {
        (low, high, step) = (high + 1, high + step, step * 2)
      }
      high = min(high, range.upperBound)
    } else {
      while low > range.lowerBound, actual.times[low - 1] >= time {
        (low, high, step) = (max(low - step, range.lowerBound), low - 1, step * 2)
      }
    }
    return Self.position(of: time, in: low..<high, actual.times)
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

  /// Returns the best new delay at a note, with the notes that decided, or `nil` if no delay is clearly better.
  private mutating func candidate(at start: Int, _ current: Segment, _ delays: [Int64], isFar: Bool)
    -> Segment?
  {
    let voters = start..<min(start + Self.voterCount, times.count)
    var best: (segment: Segment, gain: Int)?
    func consider(_ delay: Int64, least: Int = Self.minGain) {
      guard delay != current.delay else { return }
      let found = gain(of: delay, over: current, from: start)
      if found.gain >= least, found.gain > best?.gain ?? 0 { best = found }
    }
    for delay in delays.suffix(8).reversed() { consider(delay) }
    for delay in commonDelays(voters, around: current.delay, within: Self.near) { consider(delay) }
    if best == nil, isFar {
      for voters in [voters, voters.prefix(Self.voterCount / 4)] {
        for delay in commonDelays(voters, around: current.delay, within: Self.far) {
          consider(delay, least: Self.minFarGain)
        }
      }
    }
    guard var segment = best?.segment else { return nil }
    if !isKnown(segment.delay) { segment.delay = fitted(segment) }
    return segment
  }

  /// Returns whether a delay is that of the take or of a recent segment.
  private func isKnown(_ delay: Int64) -> Bool {
    delay == 0 || segments.suffix(8).contains { $0.delay == delay }
  }

  /// Returns whether an actual note has a delay at an expected note and doesn't belong to a segment that is much later.
  ///
  /// Otherwise, notes that were cut out of repeated music would have the actual notes before the cut.
  private func has(_ delay: Int64, _ index: Int, after segment: Segment?) -> Bool {
    guard has(delay, index) else { return false }
    guard let segment, let other = partner(of: index, at: delay, through: segment.delay),
      segment.delay > delay
    else { return true }
    return other >= segment.notes.upperBound
  }

  /// Returns the expected note that has with one delay the actual note that a note has with a very different delay.
  private func partner(of index: Int, at delay: Int64, through other: Int64) -> Int? {
    let lead = delay - other
    guard abs(lead) > TimeChangeSearch.longestLateness else { return nil }
    let time = times[index] + lead
    let range = expected.range(Int(keys[index]))
    let position = Self.position(of: time - tolerance, in: range, expected.times)
    guard position < range.upperBound, expected.times[position] <= time + tolerance else { return nil }
    let found = Int(expected.indices[position])
    return has(other, found) ? found : nil
  }

  /// Returns the notes with a delay up to its best note, and how much better the delay is than the current one.
  ///
  /// If the delay is earlier, notes that are missing for that time may have been cut out.
  private func gain(of delay: Int64, over current: Segment, from start: Int) -> (segment: Segment, gain: Int)
  {
    var (gain, hitCount) = (0, 0)
    var first: Int?
    var best = (segment: Segment(delay: delay, notes: start..<start), gain: 0)
    let cutEnd = times[start] + max(0, current.delay - delay)
    for index in start..<min(start + 8 * Self.voterCount, times.count) {
      let isHit = has(delay, index, after: current)
      let wasHit = has(current.delay, index)
      // An actual note that is in time for a different expected note proves little.
      let isShared = isHit && delay != 0 && partner(of: index, at: delay, through: 0) != nil
      gain += isHit ? (wasHit ? 0 : isShared ? 1 : 4) : wasHit ? -8 : times[index] < cutEnd ? 0 : -6
      if isHit {
        hitCount += 1
        first = first ?? index
        if gain > best.gain {
          best = (Segment(delay: delay, notes: (first ?? index)..<(index + 1), hitCount: hitCount), gain)
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
      var position = position(of: time - reach, in: range, near: index)
      while position < range.upperBound, actual.times[position] <= time + reach {
        delays.append(actual.times[position] - times[index])
        position += 1
      }
    }
    delays.sort()
    var found = delays.commonValues(within: tolerance, atLeast: 3)
    found.sort { ($1.count, abs($0.value - center)) < ($0.count, abs($1.value - center)) }
    return found.prefix(4).map(\.value)
  }

  /// Returns the middle delay of the first notes of a segment.
  private func fitted(_ segment: Segment) -> Int64 {
    let distances = segment.notes.prefix(1024).compactMap { nearest($0, segment.delay) }.filter {
      abs($0) <= tolerance
    }
    return segment.delay + distances.sorted()[distances.count / 2]
  }

  /// Extends a segment to earlier notes that the previous one doesn't have, if most of them have its delay.
  private func extendBack(_ segment: inout Segment) {
    let previous = segments.last
    let least = previous?.notes.upperBound ?? 0
    var (index, gain, hitCount) = (segment.notes.lowerBound - 1, 0, segment.hitCount)
    while index >= least, gain > -Self.lookAhead {
      if has(segment.delay, index, after: previous) {
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

extension [Int64] {
  /// Returns the values that several numbers have, nearly, with the counts of these numbers. The array is sorted.
  ///
  /// - Parameters:
  ///   - tolerance: The largest difference of numbers with one value.
  ///   - least: The least count of a value.
  func commonValues(within tolerance: Int64, atLeast least: Int) -> [(value: Int64, count: Int)] {
    var found: [(value: Int64, count: Int)] = []
    var end = 0
    for begin in indices {
      while end < self.count, self[end] - self[begin] <= tolerance { end += 1 }
      let (count, middle) = (end - begin, self[(begin + end - 1) / 2])
      guard count >= least else { continue }
      if let last = found.last, middle - last.value <= 2 * tolerance {
        if count > last.count { found[found.count - 1] = (middle, count) }
      } else {
        found.append((middle, count))
      }
    }
    return found
  }
}
