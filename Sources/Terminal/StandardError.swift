internal import Glibc
internal import MIDICore

/// Standard error: everything that is not a result.
package enum StandardError {
  /// Whether a person is looking at it.
  package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes text and control sequences unchanged, if standard error still has a reader.
  package static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }

  /// Writes a message on one line.
  package static func say(_ message: String) { write("midirec: \(message.printable)\n") }

  /// The width of the terminal in columns; 80 where it doesn't say.
  static var columnCount: Int { size.columns }

  /// The size of the terminal in characters; 80 columns and 24 rows where it doesn't say.
  package static var size: (columns: Int, rows: Int) { terminalSize(of: STDERR_FILENO) }
}
