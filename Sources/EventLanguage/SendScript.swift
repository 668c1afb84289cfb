package import MIDICore

/// What a text in the language of `send` says: messages, each at its time, and how long it all takes.
///
/// ``SendCommand/all`` lists the words. A program is read as a whole before there is one, so that a wrong word at its end
/// keeps its beginning from being sent.
package struct SendScript: Hashable, Sendable {
  /// What to send and when, since the start, in order.
  package var messages: [TimedMessage]
  /// When it ends: with its last message, or with a span of time after that.
  package var duration: Nanoseconds

  /// Reads a command line's arguments, which may have several words each.
  package static func parse(
    arguments: [String], middleC: MiddleC = .octave4
  ) throws(SendSyntaxError) -> SendScript {
    try whole(TokenList(arguments: arguments), middleC)
  }

  /// Reads a text of any number of lines; `#` at the beginning of a word starts a comment.
  package static func parse(text: String, middleC: MiddleC = .octave4) throws(SendSyntaxError) -> SendScript {
    try whole(TokenList(text: text), middleC)
  }

  private static func whole(_ words: TokenList, _ middleC: MiddleC) throws(SendSyntaxError) -> SendScript {
    var reader = SendScriptParser(middleC: middleC)
    try reader.read(words)
    return SendScript(messages: reader.messages, duration: reader.time)
  }
}

/// Reads a program line by line, for one that comes out of a pipe: each line is whole, and what it sets (channel,
/// numbers, octave, time) holds for the lines after it.
package struct SendScriptStream: Sendable {
  private var reader: SendScriptParser
  private var lineNumber = 0

  /// Begins a program.
  package init(middleC: MiddleC = .octave4) { reader = SendScriptParser(middleC: middleC) }

  /// Reads the next line.
  ///
  /// - Returns: Its messages, with times since the start of the program.
  /// - Throws: What is wrong with the line, which counts as not read then.
  package mutating func append(_ line: some StringProtocol) throws(SendSyntaxError) -> SendScript {
    lineNumber += 1
    var next = reader
    next.messages = []
    try next.read(TokenList(text: line, firstLine: lineNumber))
    reader = next
    return SendScript(messages: next.messages, duration: next.time)
  }
}
