internal import MIDICore
internal import Timelines

/// Reduces the lines of two texts to the different lines and a few equal lines around them.
package struct ContextLines {
  /// A line with its sign: `-` for a missing line, `+` for an extra one, and a space for an equal one.
  package typealias Line = (sign: String, line: Substring)

  /// The number of equal lines before and after a difference.
  private static let context = 2

  /// The lines. An empty line without a sign stands for omitted equal lines.
  private(set) var lines: [Line] = []
  /// The last equal lines, which may precede a difference.
  private var waiting: [Substring] = []
  private var omitsLines = false
  private var followingCount = 0

  /// Adds a missing or extra line.
  mutating func add(_ sign: String, _ line: Substring) {
    if omitsLines, !lines.isEmpty { lines.append(("", "")) }
    lines += waiting.map { (" ", $0) }
    (waiting, omitsLines) = ([], false)
    lines.append((sign, line))
    followingCount = Self.context
  }

  mutating func addEqual(_ line: Substring) {
    if followingCount > 0 {
      followingCount -= 1
      lines.append((" ", line))
      return
    }
    waiting.append(line)
    guard waiting.count > Self.context else { return }
    waiting.removeFirst()
    omitsLines = true
  }
}

extension ContextLines {
  /// Creates the lines of a changed text.
  ///
  /// - Parameters:
  ///   - comparison: The comparison.
  ///   - actual: The actual text.
  init(_ comparison: TextComparison, of actual: String) {
    let whole = actual.textLines
    // The next line of the actual text, and the numbers of changes so far.
    var next = 0
    var (missingCount, extraCount) = (0, 0)
    for change in comparison.changes {
      let index = change.kind == .extra ? change.line - 1 : change.line - 1 - missingCount + extraCount
      while next < min(index, whole.count) {
        addEqual(whole[next])
        next += 1
      }
      add(change.kind.sign, change.text[...])
      switch change.kind {
      case .missing: missingCount += 1
      case .extra:
        extraCount += 1
        next += 1
      }
    }
    for line in whole.dropFirst(next).prefix(Self.context) { addEqual(line) }
  }

  /// Creates the lines of two timelines. The lines of both texts are in order of time, so lines with equal times are
  /// compared. An early difference doesn't shift later lines, and the time is linear.
  init(from first: Timeline, to second: Timeline) {
    let (expected, actual) = (Self.timedLines(of: first), Self.timedLines(of: second))
    var (next, nextActual) = (0, 0)
    /// Returns the lines of a time, or an empty slice, and skips them.
    func take(_ time: Nanoseconds, _ all: TimedLines, _ index: inout Int) -> ArraySlice<Substring> {
      let start = index
      while index < all.times.count, all.times[index] == time { index += 1 }
      return all.lines[start..<index]
    }
    while let time = [expected.times[next...].first, actual.times[nextActual...].first].compactMap(\.self)
      .min()
    {
      add(take(time, expected, &next), take(time, actual, &nextActual))
    }
  }

  /// The lines of a timeline's text, each with its time.
  private typealias TimedLines = (lines: [Substring], times: [Nanoseconds])

  private static func timedLines(of timeline: Timeline) -> TimedLines {
    // The heading and the sources precede all times.
    let heading = Array(repeating: Nanoseconds(rawValue: .min), count: 1 + timeline.sources.count)
    return (timeline.text.split(separator: "\n"), heading + timeline.entries.map(\.time) + [timeline.end])
  }

  /// Adds the lines of one time. Each line matches at most one line of the other text.
  private mutating func add(_ first: ArraySlice<Substring>, _ second: ArraySlice<Substring>) {
    if first == second {
      for line in second { addEqual(line) }
      return
    }
    let missing = first.removingEach(of: second)
    let extra = second.removingEach(of: first)
    for line in second.removingEach(of: extra) { addEqual(line) }
    for line in missing { add("-", line) }
    for line in extra { add("+", line) }
  }
}
