internal import Glibc

extension StandardOutput {
  /// The size of the terminal in characters: `COLUMNS` and `LINES` if they are set, then the terminal's own size, or
  /// else 80 columns and 24 rows.
  package static var size: (columns: Int, rows: Int) {
    let terminal = terminalSize(of: STDOUT_FILENO)
    return (number("COLUMNS") ?? terminal.columns, number("LINES") ?? terminal.rows)
  }

  private static func number(_ name: String) -> Int? {
    guard let number = Int(variable(name)), number > 0 else { return nil }
    return number
  }
}

/// Returns the size of a terminal in characters, or 80 columns and 24 rows if it is unknown.
func terminalSize(of descriptor: Int32) -> (columns: Int, rows: Int) {
  var size = winsize()
  guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
    return (80, 24)
  }
  return (Int(size.ws_col), Int(size.ws_row))
}

/// Returns an environment variable, or an empty text if it isn't set.
package func variable(_ name: String) -> String {
  guard let value = unsafe getenv(name) else { return "" }
  return unsafe String(cString: value)
}
