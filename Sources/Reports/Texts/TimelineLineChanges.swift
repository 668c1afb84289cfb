internal import MIDICore
internal import Timelines

/// Which lines of a timeline's text are not in another's, as a text diff shows them.
///
/// The lines of both are in order of time, so that those of one time are set against one another: a difference early on
/// shifts nothing after it, and it takes no longer than reading both.
struct TimelineLineChanges {
  /// `-` with a line of the first, `+` with one of the second, in order of time.
  private(set) var changes: [(sign: String, line: Substring)] = []

  init(from first: Timeline, to second: Timeline) {
    var (first, second) = (Groups(first), Groups(second))
    while let time = [first.nextTime, second.nextTime].compactMap(\.self).min() {
      add(first.take(time), second.take(time))
    }
  }

  /// Lines of one time; each stands for one of the other side at most.
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

/// The lines of a timeline's text, and the times at which they stand.
private struct Groups {
  private let lines: [Substring]
  private let times: [Nanoseconds]
  private var index = 0

  init(_ timeline: Timeline) {
    lines = timeline.text.split(separator: "\n")
    // The heading and the sources come before everything.
    times =
      Array(repeating: Nanoseconds(rawValue: .min), count: 1 + timeline.sources.count)
      + timeline.entries.map(\.time) + [timeline.end]
  }

  var nextTime: Nanoseconds? { index < times.count ? times[index] : nil }

  /// Takes the lines of a time, which may be none.
  mutating func take(_ time: Nanoseconds) -> ArraySlice<Substring> {
    let start = index
    while nextTime == time { index += 1 }
    return lines[start..<index]
  }
}
