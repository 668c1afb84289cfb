internal import MIDICore

/// Finds passages at other times: late, cut out, or inserted.
///
/// ``DelayTracking`` gives the delays of the notes as segments. A segment with a different delay is a late passage if the
/// delay then returns, and otherwise everything from there on is later.
struct TimeChangeSearch {
  /// The minimum number of notes of a segment.
  private static let minCount = 4
  /// The maximum number of changes. More are rather the delays of single notes.
  private static let maxChanges = 16
  /// The number of segments after which the search ends. Some of them have too few notes.
  private static let maxSegments = 8 * maxChanges
  /// The longest delay with which a part at the start or at the end of the take is late. With a longer one, the rest
  /// follows at a different time.
  static let longestLateness: Int64 = 250_000_000

  /// The longest delay from which a take returns, in nanoseconds. It differs more only by chance.
  private static let longestReturn: Int64 = 2_000_000_000
  /// The minimum number of notes between two changes of times with opposite delays.
  private static let minReturnCount = 12

  private let notes: PassageNotes
  private let given: Performance
  private let options: Comparison.Options
  private let tolerance: Int64
  private let tracking: DelayTracking
  /// The expected times of the notes without changes, in nanoseconds.
  private let times: [Int64]
  /// The expected times of the notes under the changes that are known.
  private let changedTimes: [Int64]
  private let segments: [DelayTracking.Segment]
  /// The actual notes.
  private let actual: AlignedNotes
  /// The delays of the start and the changes that may explain the delays, the likeliest first.
  private(set) var readings: [(startDelay: Nanoseconds, changes: [PassageChange])] = []

  /// Searches the notes of two takes. Their changes, if any, must keep the number and the order of the notes.
  ///
  /// - Parameters:
  ///   - candidates: Delays that may occur, however long they are.
  ///   - parts: The parts of the take with one delay if they are known.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(_ notes: PassageNotes, candidates: [Nanoseconds], parts: [TempoSearch.Part] = []) {
    self.notes = notes
    given = notes.given
    self.actual = notes.actual
    options = notes.options
    tolerance = min(options.onsetTolerance.rawValue, 60_000_000_000)
    times = notes.givenItems.expected.map(\.time.rawValue)
    changedTimes = notes.changes.isEmpty ? times : notes.expectedItems.map(\.time.rawValue)
    var isInTime = [Bool](repeating: true, count: given.notes.count)
    for index in notes.matching.unmatched.expected { isInTime[index] = false }
    let onsets = notes.given.notes
    let known = parts.map { part in
      let first = onsets.partitioningIndex { $0.onset >= part.times.lowerBound }
      let end = onsets.partitioningIndex { $0.onset > part.times.upperBound }
      let delay = part.delay.subtracting(notes.alignment.shift)
      return DelayTracking.Segment(delay: delay.rawValue, notes: first..<max(first, end))
    }
    tracking = DelayTracking(
      notes.items, notes.alignment, isInTime: isInTime, tolerance: options.onsetTolerance,
      candidates: candidates, maxSegments: Self.maxSegments, known: known)
    segments = tracking.segments.filter { $0.hitCount >= Self.minCount }
    guard !segments.isEmpty else { return }
    // Each change has a segment, and each late passage also the one after it.
    if segments.count <= 2 * Self.maxChanges { readSegments() }
    if !isClear { readings += [singleMovement(candidates)].compactMap(\.self) }
    readings.removeAll { $0.changes.isEmpty }
  }

  // MARK: Segments

  /// Reads the segments as changes of a take that starts in time, and of one that starts with the delay of the first
  /// segment.
  ///
  /// A short part at the start with a small delay is rather late. Otherwise, the take as a whole rather starts with the
  /// delay, and the rest follows at a different time.
  private mutating func readSegments() {
    let first = segments[0]
    let delay = first.delay
    guard abs(delay) > tolerance else {
      readings = readings(from: delay)
      return
    }
    readings = readings(from: 0)
    let isLateStart =
      abs(delay) <= Self.longestLateness
      && first.notes.upperBound * 2 < given.notes.count
    readings.insert(contentsOf: readings(from: delay), at: isLateStart ? readings.count : 0)
  }

  /// Returns the changes of the segments for a take that starts with a delay, also with a late end instead of a delay of
  /// everything there, or the reverse.
  private func readings(from start: Int64) -> [(startDelay: Nanoseconds, changes: [PassageChange])] {
    let changes = changes(from: start)
    var readings = [changes]
    if hasLongReturn { readings.append(self.changes(from: start, returns: false)) }
    if let last = changes.last, last.passage.end == nil, let effect = last.effect.atTheEnd {
      readings.append(
        changes.dropLast() + [PassageChange(effect, of: last.passage, noteCount: last.noteCount)])
    }
    return readings.map { (Nanoseconds(rawValue: start), $0) }
  }

  private func time(of segment: DelayTracking.Segment) -> Int64 { changedTimes[segment.notes.lowerBound] }

  private func isNear(_ delay: Int64, _ other: Int64) -> Bool { abs(delay - other) <= tolerance }

  /// Returns the best single movement from a delay of the start to a delay of the end, which explains repeated music
  /// better than several movements do.
  private func singleMovement(
    _ candidates: [Nanoseconds]
  ) -> (startDelay: Nanoseconds, changes: [PassageChange])? {
    guard let first = segments.first, let last = segments.last,
      let end = changedTimes.last
    else { return nil }
    let onsets = actual.given.indices
    let starts = [first.delay] + onsets.prefix(1).map { actual.onset($0).rawValue - changedTimes[0] }
    let ends =
      [last.delay] + candidates.map(\.rawValue)
      + onsets.suffix(1).map { actual.onset($0).rawValue - end }
    var best: (start: Int64, change: PassageChange, fit: Int)?
    let all = times.indices
    let fits = ends.removingNear(within: tolerance).map { (delay: $0, sums: fitSums($0, all)) }
    for start in starts.removingNear(within: tolerance) {
      let before = fitSums(start, all)
      for end in fits where !isNear(start, end.delay) {
        let found = transition(by: end.delay - start, in: all, before, end.sums, otherwise: times[0])
        if found.fit > best?.fit ?? 0 { best = (start, found.change, found.fit) }
      }
    }
    return best.map { (Nanoseconds(rawValue: $0.start), [$0.change]) }
  }

  /// Whether the first reading is one change that leaves very few notes unexplained.
  private var isClear: Bool {
    guard let changes = readings.first?.changes, changes.count == 1, let change = changes.first else {
      return false
    }
    let cutCount = change.effect.isCut ? change.noteCount : 0
    let hitCount = segments.reduce(0) { $0 + $1.hitCount }
    let rest = max(times.count - cutCount, actual.given.count) - hitCount
    return rest <= 3 + times.count / 1000
  }

  /// Returns whether a segment has its delay by chance: because the delay is too long for a late passage, or because a
  /// cut from the segment before it to the one after it leaves out its notes.
  private func isByChance(_ index: Int, from start: Int64, returns: Bool) -> Bool {
    guard index + 1 < segments.count else { return false }
    let (segment, next) = (segments[index], segments[index + 1])
    let before = index > 0 ? segments[index - 1].delay : start
    let delay = next.delay - before
    if isNear(delay, 0) {
      return abs(segment.delay - before) > Self.longestReturn
        && (returns || segment.hitCount < Self.minReturnCount)
    }
    return index > 0 && delay < 0 && next.hitCount > segment.hitCount
      && time(of: next) + delay <= time(of: segment) + tolerance
  }

  /// Whether the delay of a segment in the middle is too long for a late passage, and then returns.
  private var hasLongReturn: Bool {
    segments.indices.dropFirst().dropLast().contains { index in
      let (before, delay, after) = (
        segments[index - 1].delay, segments[index].delay, segments[index + 1].delay
      )
      return isNear(after, before) && abs(delay - before) > Self.longestLateness
        && segments[index].hitCount >= Self.minReturnCount
    }
  }

  /// Returns the changes of the segments for a take that starts with a delay.
  ///
  /// - Parameter returns: Whether a passage is late if the delay then returns. Otherwise, everything after a long delay is
  ///   later, and then earlier.
  private func changes(from start: Int64, returns: Bool = true) -> [PassageChange] {
    var changes: [PassageChange] = []
    var base = start
    let all = self.segments
    let segments = all.indices.filter { !isByChance($0, from: start, returns: returns) }.map { all[$0] }
    for (index, segment) in segments.enumerated() {
      let next = index + 1 < segments.count ? segments[index + 1] : nil
      let previous = index > 0 ? segments[index - 1] : nil
      let delay = segment.delay - base
      guard abs(delay) > tolerance else { continue }
      let isLateEnd =
        next == nil && abs(delay) <= Self.longestLateness
        && segment.notes.lowerBound * 2 > given.notes.count
      if returns || abs(delay) <= Self.longestLateness, next.map({ isNear($0.delay, base) }) ?? false {
        changes.append(late(segment, by: delay))
        continue
      }
      let transition = transition(to: segment, from: base, after: previous)
      if isLateEnd, case .delayed = transition.effect {
        changes.append(late(segment, by: delay))
      } else {
        changes.append(transition)
      }
      base = segment.delay
    }
    return changes
  }

  /// Returns the late passage of a segment.
  private func late(_ segment: DelayTracking.Segment, by delay: Int64) -> PassageChange {
    let base = segment.delay - delay
    let first = boundary(from: base, to: segment.delay, near: segment.notes.lowerBound)
    let last = boundary(from: segment.delay, to: base, near: segment.notes.upperBound)
    let notes = first < last ? first..<last : segment.notes
    return PassageChange(
      .late(by: Nanoseconds(rawValue: delay)), of: Passage(notes, of: given.notes, beats: options.beats),
      noteCount: segment.hitCount)
  }

  /// Returns the index of the first note after a change from one delay to another: that of a bar line if notes near it
  /// fit both delays.
  private func boundary(from delay: Int64, to other: Int64, near index: Int) -> Int {
    let (first, last) = (max(index - Self.nearCount, 0), min(index + Self.nearCount, times.count))
    let (before, after) = (fitSums(delay, first..<last), fitSums(other, first..<last))
    func fitAround(_ index: Int) -> Int { before[index - first] + after[last - first] - after[index - first] }
    let range = Nanoseconds(rawValue: times[first])...Nanoseconds(rawValue: times[last - 1])
    let lines = options.beats?.barLines(in: range, atMost: Self.nearCount) ?? []
    let places =
      lines.map { line in times.partitioningIndex { $0 >= line.rawValue } }.ordered { abs($0 - index) } + [
        index
      ]
    return places.filter { first...last ~= $0 }.max { fitAround($0) < fitAround($1) } ?? index
  }

  /// Returns how well a note fits a delay: most with its velocity, and negative without an actual note.
  private func fit(_ delay: Int64, _ index: Int) -> Int {
    guard let partner = tracking.partner(delay, index) else { return -1 }
    let velocity = Int(given.notes[index].velocity.rawValue) - Int(actual.given[partner].velocity.rawValue)
    return abs(velocity) <= options.velocityTolerance ? 3 : 2
  }

  /// Returns how well all notes before each note of a range, and then all of them, fit a delay.
  private func fitSums(_ delay: Int64, _ range: Range<Int>) -> [Int] {
    range.map { fit(delay, $0) }.partialSums
  }

  /// Returns the delay from a segment on, or the cut that leaves out its time.
  ///
  /// - Parameters:
  ///   - base: The delay before the change.
  ///   - previous: The segment before the change.
  private func transition(
    to segment: DelayTracking.Segment, from base: Int64, after previous: DelayTracking.Segment?
  ) -> PassageChange {
    let delay = segment.delay - base
    let first = max(
      previous?.notes.lowerBound ?? 0,
      changedTimes.partitioningIndex { $0 >= time(of: segment) - max(-delay, 0) } - Self.reach)
    let range = first..<min(segment.notes.lowerBound + Self.reach, segment.notes.upperBound)
    let (before, after) = (fitSums(base, range), fitSums(segment.delay, range))
    return transition(by: delay, in: range, before, after, otherwise: times[segment.notes.lowerBound])
      .change
  }

  /// Returns the delay from one of some notes on, or the cut that leaves out its time.
  ///
  /// It is the change under which most notes have their actual times.
  ///
  /// - Parameters:
  ///   - before: How well the notes up to each place fit the delay before the change.
  ///   - after: How well they fit the delay after it.
  ///   - time: The time of the change if no place is better.
  /// - Returns: The change, and how well the notes fit the delays.
  private func transition(
    by delay: Int64, in range: Range<Int>, _ before: [Int], _ after: [Int], otherwise time: Int64
  ) -> (change: PassageChange, fit: Int) {
    let length = max(-delay, 0)
    let (first, last) = (range.lowerBound, range.upperBound)
    let (lines, starts) = places(first, last - 1)
    func best(_ length: Int64) -> (place: Int64, end: Int64, fit: Int) {
      var best = (place: time, end: time + length, fit: Int.min)
      // Most places ascend, and so do the first notes at and after them.
      var (start, end, previous) = (first, first, Int64.min)
      // A cut ends before a note or just after it.
      let ends = length > 0 ? [0, Self.moment].flatMap { later in starts.map { $0 - length + later } } : []
      for (offset, place) in (lines + starts + ends).enumerated() {
        if place < previous { (start, end) = (first, first) }
        previous = place
        let isLine = offset < lines.count
        let stop = (isLine && length > 0 ? barLine(near: place + length) : nil) ?? place + length
        while start < last, times[start] < place { start += 1 }
        while end < last, times[end] < stop { end += 1 }
        // By chance, a single note fits a place better than a bar line.
        let fit =
          before[start - first] + after[last - first] - after[end - first]
          + (isLine ? 3 : 0)
        if fit > best.fit { best = (place, stop, fit) }
      }
      return best
    }
    let (delayed, cut) = (best(0), best(length))
    let change = notes.change(.cut(), from: cut.place, to: cut.end)
    // If a short time has no notes, the rest is early.
    if length > Self.longestLateness || change.noteCount > 0 && cut.fit >= delayed.fit {
      return (change, cut.fit)
    }
    return (
      notes.change(.delayed(by: Nanoseconds(rawValue: delay)), from: delayed.place, to: nil), delayed.fit
    )
  }

  /// Returns the bar line so near to a time that delays can't tell them apart, or `nil` if there is none.
  private func barLine(near time: Int64) -> Int64? {
    let (first, last) = (time - tolerance / 2, time + tolerance / 2)
    guard first >= 0, first < last else { return nil }
    return options.beats?.barLines(
      in: Nanoseconds(rawValue: first)...Nanoseconds(rawValue: last), atMost: 1
    ).first?.rawValue
  }

  /// The number of notes on both sides of the start or end of a late segment that may belong to the other one by chance.
  private static let nearCount = 16
  /// The resolution of times in nanoseconds.
  private static let moment: Int64 = 1000
  /// The number of notes on both sides of a segment's start that may belong to the other segment by chance.
  private static let reach = 512

  /// Returns the bar lines from one note to another, and the starts of these notes.
  private func places(_ first: Int, _ last: Int) -> (lines: [Int64], starts: ArraySlice<Int64>) {
    let range = Nanoseconds(rawValue: times[first])...Nanoseconds(rawValue: times[max(first, last)])
    let lines = options.beats?.barLines(in: range, atMost: Self.reach) ?? []
    return (lines.map(\.rawValue), times[first...max(first, last)])
  }
}

extension PassageEffect {
  /// The effect that moves the notes at the end of a take likewise, or `nil` if there is none.
  fileprivate var atTheEnd: PassageEffect? {
    switch self {
    case .late(let delay): .delayed(by: delay)
    case .delayed(let delay):
      delay.rawValue.magnitude <= TimeChangeSearch.longestLateness ? .late(by: delay) : nil
    default: nil
    }
  }
}

extension [Int64] {
  /// Returns the numbers without those near an earlier one.
  fileprivate func removingNear(within tolerance: Int64) -> [Int64] {
    reduce(into: []) { kept, number in
      if !kept.contains(where: { abs($0 - number) <= tolerance }) { kept.append(number) }
    }
  }
}
