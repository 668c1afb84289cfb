internal import MIDICore
internal import Timelines

/// The lines that differ between the texts of two timelines, as in a text diff.
///
/// The lines of both texts are in order of time, so lines with equal times are compared. An early difference doesn't
/// shift later lines, and the time is linear.
struct TimelineLineChanges {
  /// A line with its sign, `-` for the first text and `+` for the second, in order of time.
  private(set) var changes: [(sign: String, line: Substring)] = []

  init(from first: Timeline, to second: Timeline) {
    var (first, second) = (Groups(first), Groups(second))
    while let time = [first.nextTime, second.nextTime].compactMap(\.self).min() {
      add(first.take(time), second.take(time))
    }
  }

  /// Adds the changes among lines of one time. Each line matches at most one line of the other text.
  private mutating func add(_ first: ArraySlice<Substring>, _ second: ArraySlice<Substring>) {
    if first == second { return }
    changes += Self.lines(of: first, without: second).map { ("-", $0) }
    changes += Self.lines(of: second, without: first).map { ("+", $0) }
  }

  private static func lines(
    of lines: ArraySlice<Substring>, without others: ArraySlice<Substring>
  ) -> [Substring] {
    var counts: [Substring: Int] = [:]
    for line in others { counts[line, default: 0] += 1 }
    return lines.filter { line in
      guard let count = counts[line], count > 0 else { return true }
      counts[line] = count - 1
      return false
    }
  }
}

/// The lines of a timeline's text, grouped by time.
private struct Groups {
  private let lines: [Substring]
  private let times: [Nanoseconds]
  private var index = 0

  init(_ timeline: Timeline) {
    lines = timeline.text.split(separator: "\n")
    // The heading and the sources precede all times.
    times =
      Array(repeating: Nanoseconds(rawValue: .min), count: 1 + timeline.sources.count)
      + timeline.entries.map(\.time) + [timeline.end]
  }

  var nextTime: Nanoseconds? { index < times.count ? times[index] : nil }

  /// Returns the lines of a time, which may be empty.
  mutating func take(_ time: Nanoseconds) -> ArraySlice<Substring> {
    let start = index
    while nextTime == time { index += 1 }
    return lines[start..<index]
  }
}
