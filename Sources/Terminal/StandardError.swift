internal import Glibc
internal import MIDICore

/// Standard error, for everything except results.
package enum StandardError {
  /// Whether standard error is a terminal.
  package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes text and control sequences, if standard error still has a reader. Workflow commands of CI systems are
  /// broken.
  package static func write(_ text: String) { write(bytes: Array(text.withoutWorkflowCommands().utf8)) }

  /// Writes bytes unchanged, if standard error still has a reader.
  package static func write(bytes: [UInt8]) {
    // Otherwise, a closed pipe would end the process.
    signal(SIGPIPE, SIG_IGN)
    _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }

  /// Writes a message on one line, or on a terminal in as many as it needs.
  package static func say(_ message: String) { writeLine("midirec: \(message.printable)") }

  /// Writes a line of printable text, which wraps at spaces on a terminal.
  package static func writeLine(_ line: String) {
    let lines = isTerminal ? line.wrapped(to: columnCount) : [line]
    write(lines.map { "\($0)\n" }.joined())
  }

  /// The width of the terminal in columns, or 80 if it is unknown.
  static var columnCount: Int { size.columns }

  /// The size of the terminal in characters, or 80 columns and 24 rows if it is unknown.
  package static var size: (columns: Int, rows: Int) { terminalSize(of: STDERR_FILENO) }
}
