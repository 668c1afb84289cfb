package import MIDICore
package import MIDIRecTerminal

/// A displayed instrument that follows messages and the user's keys. It is a value, independent of terminal and
/// sequencer.
package protocol LiveInstrument {
  /// Adds a source with its own port, after the others.
  mutating func addSource()

  /// Applies the next message, in order of time.
  ///
  /// - Returns: `true` if the display changes.
  mutating func apply(_ message: Message, at time: Nanoseconds, from source: Int) -> Bool

  /// Returns the state as one line of JSON, without a line feed.
  func stateLine(at time: Nanoseconds) throws -> String

  /// Returns the display as an SVG image.
  func svg(title: String, at time: Nanoseconds) -> String

  /// Returns the display for a terminal, at most as many lines and columns as given.
  mutating func terminalLines(
    title: String, at time: Nanoseconds, columns: Int, rows: Int, isColored: Bool
  ) -> [String]

  /// Handles a key or the pointer.
  ///
  /// - Returns: `true` if the display changes.
  mutating func press(_ key: TerminalKey, at time: Nanoseconds) -> Bool

  /// Releases everything that the user holds at the terminal, before the program is suspended.
  mutating func suspend(at time: Nanoseconds)

  /// Prepares the end: the next ``takeMessages()`` returns messages that release all notes and turn off all lights.
  mutating func end()

  /// The messages to send that ``takeMessages()`` hasn't returned.
  var messages: [Message] { get set }
}

extension LiveInstrument {
  /// Returns the messages to send since the last call.
  mutating func takeMessages() -> [Message] {
    defer { messages.removeAll(keepingCapacity: true) }
    return messages
  }
}
