internal import CLinux
internal import Glibc

/// Returns the size of a terminal in characters, or `nil` if a descriptor isn't one. An unknown size is zero.
package func terminalSize(of descriptor: Int32) -> (columns: UInt16, rows: UInt16)? {
  var size = winsize()
  guard unsafe linux_get_window_size(descriptor, &size) == 0 else { return nil }
  return (size.ws_col, size.ws_row)
}
