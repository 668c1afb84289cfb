package import MIDICore

/// The messages of a script of `send` with their times, and its duration.
///
/// ``SendCommand/all`` lists the commands. A script is parsed completely first, so that an error at its end prevents
/// the start from being sent.
package struct SendScript: Hashable, Sendable {
  /// The messages with their times since the start, in order.
  package var messages: [TimedMessage]
  /// The end: the time of the last message, or of a wait after it.
  package var duration: Nanoseconds

  /// Parses the arguments of a command line, each of which may have several words.
  package static func parse(
    arguments: [String], middleC: MiddleC = .octave4
  ) throws(SendSyntaxError) -> SendScript {
    try whole(Token.words(ofArguments: arguments), middleC)
  }

  /// Parses a text of any number of lines. A `#` at the start of a word starts a comment.
  package static func parse(text: String, middleC: MiddleC = .octave4) throws(SendSyntaxError) -> SendScript {
    try whole(Token.words(ofText: text), middleC)
  }

  private static func whole(
    _ script: (words: [Token], end: Token), _ middleC: MiddleC
  ) throws(SendSyntaxError) -> SendScript {
    var reader = SendScriptParser(middleC: middleC)
    try reader.read(script.words, end: script.end)
    return SendScript(messages: reader.messages, duration: reader.time)
  }
}

/// A script that arrives line by line from a pipe.
///
/// Each line is complete, and its settings (channel, numbers, octave, time) apply to later lines. Time zero is the
/// arrival of the first line. A line that arrives after its time, because the user typed it later, starts on its arrival,
/// and later lines are delayed by the same time. Intervals within a line don't change.
package struct SendScriptStream: Sendable {
  /// Time zero on the sender's clock, or `nil` before the first line.
  private var start: Nanoseconds?
  private var reader: SendScriptParser
  private var lineNumber = 0

  /// A line that is late by up to this time doesn't delay later lines, because pipes deliver with jitter.
  private static let tolerance = Nanoseconds.milliseconds(100)

  /// Creates a stream at the start of a script.
  package init(middleC: MiddleC = .octave4) { reader = SendScriptParser(middleC: middleC) }

  /// Parses the next line, which arrived at a time of the sender's clock.
  ///
  /// - Returns: Its messages, with times since the start of the script, and time zero on the sender's clock.
  /// - Throws: ``SendSyntaxError`` for an invalid line, which is then ignored.
  package mutating func append(
    _ line: some StringProtocol, at now: Nanoseconds
  ) throws(SendSyntaxError) -> (script: SendScript, start: Nanoseconds) {
    lineNumber += 1
    var next = reader
    next.messages = []
    let (words, end) = Token.words(ofText: line, firstLine: lineNumber)
    try next.read(words, end: end)
    reader = next
    let script = SendScript(messages: next.messages, duration: next.time)
    let first = script.messages.first?.time ?? script.duration
    let start =
      if let start { start + first + Self.tolerance < now ? now - first : start } else { now }
    self.start = start
    return (script, start)
  }
}
