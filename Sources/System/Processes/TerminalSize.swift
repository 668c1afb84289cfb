internal import CLinux
internal import Glibc

/// The size of a terminal, in characters.
package struct TerminalSize: Codable, Hashable, Sendable {
  /// The number of lines.
  package var rows: UInt16
  /// The number of characters per line.
  package var columns: UInt16

  /// Creates a size.
  package init(rows: UInt16, columns: UInt16) {
    self.rows = rows
    self.columns = columns
  }

  /// Reads the size of a terminal, which may be zero, or returns `nil` if the descriptor isn't a terminal.
  package init?(of descriptor: Int32) {
    var size = winsize()
    guard unsafe linux_get_window_size(descriptor, &size) == 0 else { return nil }
    self.init(rows: size.ws_row, columns: size.ws_col)
  }
}
