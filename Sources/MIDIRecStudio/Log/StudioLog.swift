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

  /// The maximum number of lines of one message to a page, and of a page that is new.
  private static let (mostLines, mostFirstLines) = (250, 1000)

  private(set) var filter = MessageFilter()
  /// The number of the first line that the page lacks.
  private var position = 0
  private var matchingCount = 0
  private var isReset = true
  /// The numbers of the first lines that a new page lacks, from the last one on.
  private var firstLines: [Int] = []

  /// Whether a new page lacks some of its first lines.
  var isCatchingUp: Bool { !firstLines.isEmpty }

  /// Changes the filter; the page starts again.
  mutating func setFilter(_ filter: MessageFilter) {
    self = LogReader()
    self.filter = filter
  }

  /// Returns the lines that the page lacks, or `nil` if it has all of them. A new page gets its first lines in parts.
  mutating func news(of log: StudioLog) -> News? {
    let list = log.lines
    if isCatchingUp { return firstNews(of: list) }
    guard isReset || position < list.endNumber else { return nil }
    var leftOut = isReset ? 0 : max(0, list.firstNumber - position)
    let start = max(position, list.firstNumber)
    let lines = list.from(start)
    var found: [Int] = []
    for index in lines.indices where filter.keeps(lines[index].message) {
      found.append(start + index - lines.startIndex)
    }
    matchingCount += found.count
    position = list.endNumber
    if isReset {
      firstLines = found.suffix(Self.mostFirstLines).reversed()
      return firstNews(of: list)
    }
    leftOut += max(0, found.count - Self.mostLines)
    return news(found.suffix(Self.mostLines), of: list, leftOut: leftOut)
  }

  private mutating func firstNews(of list: BoundedList<StudioLog.Line>) -> News {
    let part = firstLines.suffix(Self.mostLines).reversed()
    firstLines.removeLast(part.count)
    defer { isReset = false }
    return news(part.filter { $0 >= list.firstNumber }, of: list, leftOut: 0)
  }

  private func news(
    _ numbers: some Sequence<Int>, of list: BoundedList<StudioLog.Line>, leftOut: Int
  ) -> News {
    let stored = list.stored
    return News(
      lines: numbers.map { ($0, stored[stored.startIndex + $0 - list.firstNumber]) }, leftOutCount: leftOut,
      matchingCount: min(matchingCount, list.count), isReset: isReset)
  }
}
