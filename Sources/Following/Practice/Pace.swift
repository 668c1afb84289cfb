internal import MIDICore

extension PracticeReview {
  /// The speed of a performance relative to the expected take, bar by bar.
  package struct Pace: Hashable, Sendable {
    /// Bars in a row that were all slower, or all faster, than the rest.
    package struct Part: Hashable, Sendable {
      /// The bars.
      package let bars: ClosedRange<Int>
      /// The mean speed.
      package let speed: Double
    }

    /// The median speed of the bars.
    package let median: Double
    /// The deviation from the median, relative to it, that nine of ten bars don't exceed, or `nil` for less than three
    /// bars.
    package let spread: Double?
    /// The slowest part, or `nil` if no bar is much slower.
    package let slower: Part?
    /// The fastest part, or `nil` if no bar is much faster.
    package let faster: Part?

    /// The least relative deviation that a listener notices.
    private static let noticed = 0.08

    /// Finds the median and the deviations, or returns `nil` without bars.
    ///
    /// - Parameter speeds: The speeds in order of the performance.
    init?(_ speeds: [(bar: Int, speed: Double)]) {
      guard let median = speeds.map(\.speed).median() else { return nil }
      let deviations = speeds.map { abs($0.speed / median - 1) }.sorted()
      let limit = max(Self.noticed, 3 * deviations[(deviations.count - 1) / 2])
      self.median = median
      spread = deviations.count < 3 ? nil : deviations[(deviations.count * 9 - 1) / 10]
      func side(_ speed: Double) -> Int {
        speed < median * (1 - limit) ? -1 : speed > median * (1 + limit) ? 1 : 0
      }
      var parts: [(side: Int, weight: Double, part: Part)] = []
      for run in speeds.chunked(by: { $1.bar == $0.bar + 1 && side($0.speed) == side($1.speed) }) {
        let values = run.map(\.speed)
        guard let first = run.first, let last = run.last, side(first.speed) != 0 else { continue }
        let speed = values.reduce(0, +) / Double(values.count)
        parts.append(
          (
            side(first.speed), abs(speed / median - 1) * Double(values.count),
            Part(bars: first.bar...last.bar, speed: speed)
          ))
      }
      slower = parts.filter { $0.side < 0 }.max { $0.weight < $1.weight }?.part
      faster = parts.filter { $0.side > 0 }.max { $0.weight < $1.weight }?.part
    }
  }
}
