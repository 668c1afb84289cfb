internal import CLinux
internal import Glibc

/// The size of a terminal, in characters.
package struct TerminalSize: Codable, Hashable, Sendable {
  /// The number of lines.
  package var rows: UInt16
  /// The number of characters per line.
  package var columns: UInt16

  /// Reads the size of a terminal, which may be zero, or returns `nil` if the descriptor isn't a terminal.
  package init?(of descriptor: Int32) {
    var size = winsize()
    guard unsafe linux_get_window_size(descriptor, &size) == 0 else { return nil }
    (rows, columns) = (size.ws_row, size.ws_col)
  }
}
