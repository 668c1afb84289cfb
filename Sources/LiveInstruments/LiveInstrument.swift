package import MIDICore
package import Terminal

/// What an instrument shows while messages come, and what a person at the terminal does to it: values, without terminal
/// and sequencer.
package protocol LiveInstrument {
  /// Takes the next message, in order of time.
  ///
  /// - Returns: Whether something is shown otherwise than before.
  mutating func apply(_ message: Message, at time: Nanoseconds, from source: Int) -> Bool

  /// What is shown, for other programs: a line of JSON, without its end.
  func stateLine(at time: Nanoseconds) throws -> String

  /// What is shown, as an SVG picture.
  func svg(title: String, at time: Nanoseconds) -> String

  /// What is shown, for a terminal: at most so many lines, none wider than it.
  mutating func terminalLines(
    title: String, at time: Nanoseconds, columns: Int, rows: Int, isColored: Bool
  ) -> [String]

  /// Does what a key or the pointer means.
  ///
  /// - Returns: Whether something is shown otherwise than before.
  mutating func press(_ key: TerminalKey, at time: Nanoseconds) -> Bool

  /// Lets go of what a person holds at the terminal, who goes away for a while.
  ///
  /// - Returns: Whether something is shown otherwise than before.
  mutating func suspend(at time: Nanoseconds) -> Bool

  /// Prepares for the end: nothing is held or lit outside after ``takeMessages()``.
  mutating func end()

  /// Takes what is to be sent since the last time.
  mutating func takeMessages() -> [Message]
}
