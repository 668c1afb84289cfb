internal import EventLanguage
internal import MIDICore

/// The latest messages of all ports, for the logs of the pages.
struct StudioLog {
  /// A message that came in or went out.
  struct Line {
    let time: Nanoseconds
    /// The input, or `nil` for a message that the studio sent.
    let source: Int?
    /// The name of the port.
    let port: String
    let message: Message
  }

  private(set) var lines = BoundedList<Line>(capacity: 10_000)
  /// The number of timing clock and active sensing messages so far.
  private(set) var timingCount = 0

  /// Adds a message.
  mutating func append(_ line: Line) {
    if MessageFilter.timing.contains(line.message.kind) { timingCount += 1 }
    lines.append(line)
  }
}

/// The position of a page in the log.
struct LogReader {
  /// The lines that the page lacks.
  struct News {
    var lines: [(number: Int, line: StudioLog.Line)]
    /// The number of lines that matched and are no longer stored, or don't fit into the message.
    var leftOutCount: Int
    /// The number of stored lines that match.
    var matchingCount: Int
    /// Whether the page forgets earlier lines.
    var isReset: Bool
  }

  /// The maximum number of lines of one message to a page, and of the first one.
  private static let (mostLines, mostFirstLines) = (250, 1000)

  private(set) var filter = MessageFilter()
  /// The number of the first line that the page lacks.
  private var position = 0
  private var matchingCount = 0
  private var isReset = true

  /// Changes the filter; the page starts again.
  mutating func setFilter(_ filter: MessageFilter) {
    self = LogReader()
    self.filter = filter
  }

  /// Returns the lines that the page lacks, or `nil` if it has all of them.
  mutating func news(of log: StudioLog) -> News? {
    let list = log.lines
    guard isReset || position < list.endNumber else { return nil }
    var leftOut = isReset ? 0 : max(0, list.firstNumber - position)
    let start = max(position, list.firstNumber)
    var found: [(number: Int, line: StudioLog.Line)] = []
    for (number, line) in zip(start..., list.from(start)) where filter.keeps(line.message) {
      found.append((number, line))
    }
    matchingCount += found.count
    let most = isReset ? Self.mostFirstLines : Self.mostLines
    if found.count > most {
      if !isReset { leftOut += found.count - most }
      found.removeFirst(found.count - most)
    }
    defer { (position, isReset) = (list.endNumber, false) }
    return News(
      lines: found, leftOutCount: leftOut, matchingCount: min(matchingCount, list.count), isReset: isReset)
  }
}
