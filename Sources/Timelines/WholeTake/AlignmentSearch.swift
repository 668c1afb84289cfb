internal import MIDICore

/// Finds the alignment of a take as a whole: how much later it starts, and how much longer it takes.
///
/// Candidates come from the first and the last landmarks. The candidate under which most landmarks find a partner
/// within the tolerance wins. A drift is followed over longer and longer parts of the take, because after ten minutes
/// one percent is six seconds, and neighboring landmarks can't be distinguished.
struct AlignmentSearch {
  /// The minimum number of landmarks that support a shift or drift. With fewer, each note is reported instead.
  private static let minGain = 3

  private let landmarks: TakeItems
  private let tolerance: Nanoseconds

  /// Creates a search among landmarks in any order.
  init(_ landmarks: TakeItems, tolerance: Nanoseconds) {
    self.landmarks = landmarks.inOrder
    self.tolerance = max(tolerance, .zero)
  }

  /// Returns the alignment.
  ///
  /// - Parameters:
  ///   - isFree: Whether any shift is acceptable. Otherwise, a shift must explain clearly more landmarks.
  ///   - candidate: An alignment to examine in addition to the landmarks', or `nil`.
  /// - Complexity: O(*n* log *n*), where *n* is the number of landmarks.
  func alignment(isFree: Bool, candidate: TakeAlignment? = nil) -> TakeAlignment {
    let none = TakeAlignment()
    let (expected, actual) = (landmarks.expected, landmarks.actual)
    let unshifted = score(none)
    let possible = min(expected.count, actual.count)
    let fewest = max(Self.minGain, possible / 20)
    guard unshifted < max(expected.count, actual.count), possible > 0,
      isFree || possible - unshifted >= fewest
    else { return none }
    let lines = [false, true].map { AlignmentLines(landmarks, tolerance, fromEnd: $0) }
    var best = (alignment: none, score: unshifted)
    // A shift within the tolerance isn't needed.
    func consider(shift: TakeAlignment) {
      let score = score(shift)
      let gain = score - best.score
      let isClear =
        self.isClear(gain, of: possible - best.score) && gain * 4 >= possible
        && shift.shift.magnitude > tolerance
      if isFree ? gain > 0 : isClear { best = (shift, score) }
    }
    for line in lines where line.firstShift.map({ $0.shift.magnitude > tolerance }) ?? false {
      consider(shift: line.shift())
    }
    if let candidate, candidate.tempoDrift == 0 { consider(shift: candidate) }
    guard possible - best.score >= fewest else { return best.alignment }
    @Sendable func scored(_ drift: TakeAlignment) -> (alignment: TakeAlignment, score: Int)? {
      drift.tempoDrift != 0 && moves(drift) ? (drift, score(drift)) : nil
    }
    func consider(_ drift: (alignment: TakeAlignment, score: Int)?) {
      guard let drift else { return }
      let gain = drift.score - best.score
      if isClear(gain, of: possible - best.score), gain >= fewest { best = drift }
    }
    let drifts = both(
      if: possible >= parallelCount, { scored(lines[0].drift()) }, { scored(lines[1].drift()) })
    consider(drifts.0)
    consider(drifts.1)
    if let candidate, candidate.tempoDrift != 0, possible - best.score >= fewest {
      consider(scored(lines[0].sharpened(candidate)))
    }
    return best.alignment
  }

  /// Returns whether a gain is too large a part of the unexplained landmarks to be an accident.
  private func isClear(_ gain: Int, of unexplained: Int) -> Bool {
    gain >= Self.minGain && gain * 2 >= unexplained
  }

  /// Returns whether the drift moves any landmark beyond the tolerance.
  private func moves(_ drift: TakeAlignment) -> Bool {
    guard let first = landmarks.expected.first, let last = landmarks.expected.last else { return false }
    let span = Int128(last.time.rawValue) - Int128(first.time.rawValue)
    return (span * Int128(drift.tempoDrift) / 1_000_000_000).magnitude > UInt128(tolerance.rawValue)
  }

  private func score(_ alignment: TakeAlignment) -> Int {
    Matching.pairCount(landmarks.groups(alignment), tolerance)
  }
}

/// The offset between the landmarks of two takes over time.
///
/// It starts with the shift that fits best at one end of the takes, and follows a line from there.
struct AlignmentLines {
  typealias Landmark = Matching<Int>.Item
  /// The times of similar landmarks.
  typealias Moment = (expected: Nanoseconds, actual: Nanoseconds)

  /// The number of landmarks that give candidates, of which at most this many may be missing.
  private static let candidateCount = 16
  /// The number of landmarks that first judge candidates, and the growth of each following part. A line that fits the
  /// landmarks of one part within the tolerance is off by about that growth at the end of the next.
  private static let (firstCount, growth) = (64, 8)
  /// The drifts that a performance or a clock may have, in billionths: a twentieth of the speed.
  static let smallDrifts: ClosedRange<Int128> = -50_000_000...50_000_000
  /// The drifts of a take whose tempo was misread, in billionths: up to four times as fast or as slow.
  static let allDrifts: ClosedRange<Int128> = -750_000_000...3_000_000_000
  /// The minimum distance within which landmarks are followed.
  private static let minWindow = Nanoseconds.milliseconds(25)

  /// The number of anchors, and the number of lines through each.
  private static let (anchorCount, lineCount) = (64, 16)

  /// The shift that fits best at this end of the takes, or `nil` if none fits.
  private(set) var firstShift: TakeAlignment?
  /// The line that fits best at this end, or `nil` if less than a quarter of the landmarks fit.
  private var firstLine: TakeAlignment?

  private let landmarks: TakeItems
  private let tolerance: Nanoseconds
  private let isFromEnd: Bool
  private let drifts: ClosedRange<Int128>

  /// Searches one end of the takes.
  ///
  /// - Parameters:
  ///   - landmarks: The landmarks in order of time.
  ///   - tolerance: The accepted distance of landmarks.
  ///   - isFromEnd: Whether to search the end of the takes rather than their start.
  ///   - drifts: The drifts of the lines, in billionths.
  init(
    _ landmarks: TakeItems, _ tolerance: Nanoseconds, fromEnd isFromEnd: Bool,
    drifts: ClosedRange<Int128> = smallDrifts
  ) {
    self.landmarks = landmarks
    self.tolerance = tolerance
    self.isFromEnd = isFromEnd
    self.drifts = drifts
    let first = (part(landmarks.expected, Self.firstCount), part(landmarks.actual, Self.firstCount * 2))
    let anchors = anchors(first.0, first.1)
    let nothing = (alignment: TakeAlignment(), score: Agreement())
    var (bestShift, bestLine) = (nothing, nothing)
    for anchor in anchors {
      let shift = TakeAlignment(shift: anchor.actual.subtracting(anchor.expected))
      let score = score(shift, first.0, first.1)
      if bestShift.score < score { bestShift = (shift, score) }
    }
    for anchor in anchors.prefix(Self.anchorCount) {
      for line in lines(through: anchor, first.0, first.1).prefix(Self.lineCount) {
        let score = score(line, first.0, first.1)
        if bestLine.score < score { bestLine = (line, score) }
      }
    }
    if bestShift.score.count > 0 { firstShift = bestShift.alignment }
    if bestLine.score.count * 4 >= max(first.0.count, 4) { firstLine = bestLine.alignment }
  }

  /// Returns the best shift without drift, refined over the whole takes.
  func shift() -> TakeAlignment { firstShift.map(refined) ?? TakeAlignment() }

  /// Returns the best line, followed over the whole takes.
  func drift() -> TakeAlignment { firstLine.map(followed) ?? TakeAlignment() }

  private func part(_ landmarks: [Landmark], _ count: Int) -> [Landmark] {
    Array(isFromEnd ? landmarks.suffix(count) : landmarks.prefix(count))
  }

  private func candidates(_ landmarks: [Landmark], _ count: Int, far: Bool) -> ArraySlice<Landmark> {
    isFromEnd == far ? landmarks.prefix(count) : landmarks.suffix(count)
  }

  /// Returns pairs of similar landmarks at the start of the part, with each shift once.
  private func anchors(_ expected: [Landmark], _ actual: [Landmark]) -> [Moment] {
    var shifts: Set<Nanoseconds> = []
    var anchors: [Moment] = []
    for landmark in candidates(expected, Self.candidateCount, far: false) {
      for other in candidates(actual, Self.candidateCount * 2, far: false)
      where other.key == landmark.key && shifts.insert(other.time.subtracting(landmark.time)).inserted {
        anchors.append((landmark.time, other.time))
      }
    }
    return anchors
  }

  /// Returns lines through a pair and a second pair at the end of the part.
  private func lines(
    through anchor: Moment, _ expected: [Landmark], _ actual: [Landmark]
  ) -> [TakeAlignment] {
    var lines: [TakeAlignment] = []
    for landmark in candidates(expected, Self.candidateCount / 2, far: true) {
      for other in actual where other.key == landmark.key {
        let line = Self.line(through: anchor, and: (landmark.time, other.time), drifts: drifts)
        if let line { lines.append(line) }
      }
    }
    return lines
  }

  /// Returns the line through two pairs of times, or `nil` if it doesn't have one of the drifts.
  static func line(
    through point: Moment, and other: Moment, drifts: ClosedRange<Int128>
  ) -> TakeAlignment? {
    let span = Int128(other.expected.rawValue) - Int128(point.expected.rawValue)
    let drift = Int128(other.actual.rawValue) - Int128(point.actual.rawValue) - span
    guard span != 0 else { return nil }
    let tempoDrift = drift * 1_000_000_000 / span
    guard drifts ~= tempoDrift else { return nil }
    let stretched = (Int128(point.expected.rawValue) * (1_000_000_000 + tempoDrift)).dividedRounding(
      1_000_000_000)
    return TakeAlignment(
      shift: Nanoseconds(limiting: Int128(point.actual.rawValue) - stretched),
      tempoDrift: Int64(clamping: tempoDrift))
  }

  private func pairs(
    _ alignment: TakeAlignment, _ expected: [Landmark], _ actual: [Landmark], _ window: Nanoseconds
  ) -> [Moment] {
    Matching(expected: expected, actual: actual.aligned(alignment), tolerance: window).pairs.map {
      (expected[$0.expected].time, actual[$0.actual].time)
    }
  }

  /// Returns the pairs of all landmarks.
  private func pairs(_ alignment: TakeAlignment, _ window: Nanoseconds) -> [Moment] {
    Matching<Int>(landmarks.groups(alignment), window).pairs.map {
      (landmarks.expected[$0.expected].time, landmarks.actual[$0.actual].time)
    }
  }

  private func score(_ alignment: TakeAlignment, _ expected: [Landmark], _ actual: [Landmark]) -> Agreement {
    let pairs = pairs(alignment, expected, actual, tolerance.adding(tolerance))
    let distance = pairs.reduce(Int128(0)) {
      $0 + Int128(alignment.expectedTime(of: $1.actual).distance(to: $1.expected).rawValue)
    }
    return Agreement(count: pairs.count, distance: distance)
  }

  /// Returns the median of all shifts of about the same size.
  private func refined(_ alignment: TakeAlignment) -> TakeAlignment {
    let pairs = pairs(alignment, tolerance.adding(tolerance))
    let shift = pairs.map { $0.actual.subtracting($0.expected) }.median()
    return shift.map { TakeAlignment(shift: $0) } ?? alignment
  }

  /// Returns the line, fitted to longer and longer parts of the takes, until a longer part doesn't turn it.
  private func followed(_ line: TakeAlignment) -> TakeAlignment {
    let window = max(Self.minWindow, tolerance.adding(tolerance).adding(tolerance).adding(tolerance))
    var line = line
    var count = Self.firstCount
    let all = landmarks.expected.count
    repeat {
      count = count > all / Self.growth ? all : count * Self.growth
      let last = line
      for window in [window, max(tolerance, .milliseconds(1))] {
        let pairs =
          count == all
          ? pairs(line, window)
          : pairs(line, part(landmarks.expected, count), part(landmarks.actual, count * 2), window)
        line = fitted(pairs, line)
      }
      // Without jitter, the line is exact.
      if line == last, count > Self.firstCount { return line }
    } while count < all
    return line
  }

  /// Returns a line that fits most of the takes, fitted to the landmarks that are nearer and nearer to it, as long as
  /// half of them are. Without jitter, the result is exact.
  func sharpened(_ line: TakeAlignment) -> TakeAlignment {
    var line = line
    var count = pairs(line, tolerance).count
    for divisor in [1, 4, 16, 64, 64] {
      let near = pairs(line, tolerance / divisor)
      guard near.count * 2 >= count else { return line }
      count = near.count
      line = fitted(near, line, drifts: Self.allDrifts)
    }
    return line
  }

  /// Returns Tukey's resistant line, through the medians of the outer thirds. A single late landmark doesn't turn it.
  private func fitted(
    _ pairs: [Moment], _ line: TakeAlignment, drifts: ClosedRange<Int128>? = nil
  ) -> TakeAlignment {
    guard pairs.count >= 6 else { return line }
    let points = pairs.map { (time: $0.expected, delay: $0.actual.subtracting($0.expected)) }
      .ordered(byTime: \.time)
    // An odd number, so that the median time and the median delay belong together for growing and shrinking delays.
    let third = (points.count / 3 - 1) | 1
    func median(_ points: ArraySlice<(time: Nanoseconds, delay: Nanoseconds)>) -> (Int128, Int128)? {
      guard let time = points.map(\.time).median(), let delay = points.map(\.delay).median() else {
        return nil
      }
      return (Int128(time.rawValue), Int128(delay.rawValue))
    }
    guard let left = median(points.prefix(third)), let right = median(points.suffix(third)), right.0 > left.0
    else { return line }
    let tempoDrift = ((right.1 - left.1) * 1_000_000_000).dividedRounding(right.0 - left.0)
    guard (drifts ?? self.drifts) ~= tempoDrift else { return line }
    let shifts = points.map { point in
      let drift = (Int128(point.time.rawValue) * tempoDrift).dividedRounding(1_000_000_000)
      return Int128(point.delay.rawValue) - drift
    }
    return shifts.median().map { shift in
      TakeAlignment(shift: Nanoseconds(limiting: shift), tempoDrift: Int64(clamping: tempoDrift))
    } ?? line
  }
}
