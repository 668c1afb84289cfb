internal import MIDICore

extension Timeline {
  /// Returns whether bytes start like the text of a timeline of any version.
  public static func isText(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: headingWithoutVersion.utf8)
  }

  /// Reads the text of a timeline.
  ///
  /// - Throws: `TimelineTextError` for the first line that isn't as ``text`` writes it.
  /// - Complexity: O(*n*), where *n* is the length of the text, if the entries are nearly in order.
  public init(text: String) throws(TimelineTextError) { try self.init(text: Array(text.utf8)) }

  /// Reads the text of a timeline from any bytes. Entries may be in any order.
  ///
  /// - Throws: `TimelineTextError` for the first line that isn't as ``text`` writes it, which includes every truncated
  ///   text.
  /// - Complexity: O(*n*), where *n* is the number of bytes, if the entries are nearly in order.
  public init(text: [UInt8]) throws(TimelineTextError) {
    var reader = TimelineReader(text)
    let heading = try reader.startLine("\"\(Self.heading)\"")
    guard heading.elementsEqual(Self.heading.utf8) else {
      throw reader.failure("\"\(Self.heading)\"", heading)
    }

    var sources: [String] = []
    var entries: [Entry] = []
    while true {
      let line = try reader.startLine("an entry, or the end: 0.000000 end")
      if entries.isEmpty, reader.takes("source") {
        sources.append(try reader.source(number: sources.count + 1))
        continue
      }
      let time = try reader.time()
      if reader.takes("end") {
        guard reader.isAtEnd else { throw reader.failure("the end of the line") }
        try reader.finish()
        guard time >= entries.lazy.map(\.time).max() ?? time else {
          throw reader.failure("an end that is not before the last entry", line)
        }
        self.init(sources: sources, entries: entries, end: time)
        return
      }
      entries.append(try reader.entry(at: time, sourceCount: sources.count))
    }
  }
}

extension TimelineReader {
  /// Reads the number and the name of a source.
  fileprivate mutating func source(number: Int) throws(TimelineTextError) -> String {
    let word = try word("\(number), the source's number")
    guard word.elementsEqual("\(number)".utf8) else { throw failure("\(number), the source's number", word) }
    return try quotedWord("the source's name in quotes")
  }

  /// Reads a time in seconds with six decimals.
  fileprivate mutating func time() throws(TimelineTextError) -> Nanoseconds {
    let expected = "a time in seconds with six decimals"
    let word = try word(expected)
    let isNegative = word.first == UInt8(ascii: "-")
    let digits = isNegative ? word.dropFirst() : word
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, let seconds = decimal(parts[0], digits: 1...10),
      let fraction = decimal(parts[1], digits: 6...6)
    else { throw failure(expected, word) }
    let microseconds = Int64(seconds) * 1_000_000 + Int64(fraction)
    guard microseconds <= Timeline.latestMicrosecond else { throw failure("a time below 292 years", word) }
    return .microseconds(isNegative ? -microseconds : microseconds)
  }

  /// Reads the rest of an entry after its time.
  fileprivate mutating func entry(
    at time: Nanoseconds, sourceCount: Int
  ) throws(TimelineTextError) -> Timeline.Entry {
    guard sourceCount > 0 else { throw failure("a source before the first entry: source 1 \"\"") }
    let source = try integer(1...sourceCount, "a source") - 1
    let channel = try takes("-") ? nil : Channel(number: integer(1...16, "- or a channel"))
    let change = try channel == nil ? system() : self.change()
    return Timeline.Entry(
      time: time, source: source, channel: channel, change: change, attributes: try attributes())
  }

  /// Reads a system message: its kind and its bytes.
  private mutating func system() throws(TimelineTextError) -> Timeline.Change {
    let expected = "the kind of a system message"
    let word = try choice(expected)
    guard let kind = Message.Kind(rawValue: word), !kind.hasChannel else {
      throw failure(expected, Array(word.utf8)[...])
    }
    let start = self
    var parser = MessageParser()
    var message: Message?
    while message == nil, next.count == 2, let high = next.first.flatMap(hexadecimalDigit),
      let low = next.last.flatMap(hexadecimalDigit)
    {
      skipWord()
      message = parser.append(high << 4 | low)
    }
    // A real-time message inside a message would come first, and the parser would count stray bytes.
    guard let message, message.kind == kind, parser.discardedByteCount == 0, !parser.isInsideMessage
    else { throw start.failure("the bytes of \(word) in hexadecimal") }
    return .system(message)
  }
}

/// An invalid line in the text of a timeline.
public struct TimelineTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line number, from 1.
  public let line: Int
  /// The expectation.
  public let expected: String
  /// The actual text, printable and shortened, or `nil` at the end of the line or the text.
  public let found: String?

  init(line: Int, expected: String, found bytes: ArraySlice<UInt8>?) {
    self.line = line
    self.expected = expected
    found = bytes.map { bytes in
      let text = quoted(String(decoding: bytes.prefix(40), as: UTF8.self))
      return bytes.count > 40 ? text + "…" : text
    }
  }

  /// The error in one line: `line 3: expected a velocity from 0 to 127, found "200"`.
  public var description: String { "line \(line): expected \(expected), found \(found ?? "the end")" }
}
