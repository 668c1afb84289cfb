package import MIDICore

extension PracticeReview {
  /// A place where the player stopped, or went on elsewhere.
  package struct Stop: Hashable, Sendable {
    /// The time of the last chord before the stop in the expected take.
    package let last: Nanoseconds
    /// The time of the next chord in the expected take, which is earlier if the player went back.
    package let next: Nanoseconds
    /// The time of the last chord in the performance.
    package let began: Nanoseconds
    /// The time of the next chord in the performance.
    package let resumed: Nanoseconds
    /// The length of the pause beyond what the tempo gives, or zero if the player went on elsewhere without a pause.
    package let pause: Nanoseconds
    /// Whether the player went back, or skipped something.
    package let isJump: Bool

    /// The shortest pause.
    static let leastPause = Nanoseconds.seconds(1)
    /// The least length of a pause and the chord before it, as a multiple of the expected length.
    static let leastStretch = 2.5
    /// The number of chords on each side that give the tempo.
    static let neighborCount = 8
  }
}

extension [NoteAlignment.Passage] {
  /// The places where the player stopped, or went on elsewhere, in order of the performance.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  var stops: [PracticeReview.Stop] {
    var stops: [PracticeReview.Stop] = []
    var previous: TimeWarp?
    for passage in self where !passage.warp.points.isEmpty {
      if let jump = previous?.jump(to: passage.warp) { stops.append(jump) }
      stops += passage.warp.pauses
      previous = passage.warp
    }
    return stops
  }
}

extension TimeWarp {
  private typealias Stop = PracticeReview.Stop

  /// Returns the jump from the end of a passage to the next one.
  fileprivate func jump(to next: TimeWarp) -> PracticeReview.Stop? {
    guard let last = points.last, let first = next.points.first else { return nil }
    let gap = max(first.actual.subtracting(last.actual), .zero)
    let usual =
      zip(points.suffix(Stop.neighborCount + 1), points.suffix(Stop.neighborCount))
      .map { $1.actual.subtracting($0.actual) }.median() ?? .zero
    let isPause = gap >= Stop.leastPause && gap.seconds >= Stop.leastStretch * usual.seconds
    return Stop(
      last: last.expected, next: first.expected, began: last.actual, resumed: first.actual,
      pause: isPause ? gap : .zero, isJump: true)
  }

  /// The pauses within a passage.
  fileprivate var pauses: [PracticeReview.Stop] {
    var pauses: [PracticeReview.Stop] = []
    for (index, (point, next)) in zip(points, points.dropFirst()).enumerated() {
      let gap = next.actual.subtracting(point.actual)
      guard gap >= Stop.leastPause else { continue }
      let usual = stretch(around: index) * next.expected.subtracting(point.expected).seconds
      let pause = gap.seconds - usual
      guard pause >= Stop.leastPause.seconds, gap.seconds >= Stop.leastStretch * usual else { continue }
      pauses.append(
        Stop(
          last: point.expected, next: next.expected, began: point.actual, resumed: next.actual,
          pause: Nanoseconds(rawValue: Int64(clamping: Int128((pause * 1e9).rounded()))),
          isJump: false))
    }
    return pauses
  }

  /// Returns the median ratio of actual to expected lengths near a point, without the length from that point on.
  private func stretch(around index: Int) -> Double {
    let range = max(index - Stop.neighborCount, 0)..<min(index + Stop.neighborCount + 1, points.count - 1)
    let stretches = range.filter { $0 != index }.map { place in
      points[place + 1].actual.subtracting(points[place].actual).seconds
        / points[place + 1].expected.subtracting(points[place].expected).seconds
    }
    return stretches.median() ?? 1
  }
}
