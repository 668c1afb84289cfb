internal import Glibc
internal import SystemPackage

/// Standard input line by line, for live input from a pipe.
package struct StandardInputLines {
  /// The descriptor that becomes readable when there is input.
  package static let descriptor = STDIN_FILENO

  /// Whether standard input is a terminal.
  package static var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether the whole input has been read.
  package private(set) var isAtEnd = false
  private var buffer: ArraySlice<UInt8> = []
  /// The length of the buffer's start without a line feed.
  private var searchedCount = 0

  /// Creates a reader at the start of the input.
  package init() {}

  /// Reads the available input, and waits if there is none.
  package mutating func read() throws {
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe piece.withUnsafeMutableBytes {
      unsafe Glibc.read(Self.descriptor, $0.baseAddress, $0.count)
    }
    if count < 0 {
      guard errno != EINTR, errno != EAGAIN else { return }
      let reason = Errno(rawValue: errno)
      throw TerminalError("can't read standard input: \(reason)")
    }
    isAtEnd = count == 0
    buffer += piece[..<count]
  }

  /// Returns the next complete line without its line feed, or at the end of the input the rest.
  package mutating func next() -> String? {
    let unsearched = buffer.dropFirst(searchedCount)
    guard let end = unsearched.firstIndex(of: UInt8(ascii: "\n")) else {
      searchedCount = buffer.count
      guard isAtEnd, !buffer.isEmpty else { return nil }
      defer { buffer = [] }
      return String(decoding: buffer, as: UTF8.self)
    }
    defer {
      buffer = buffer[(end + 1)...]
      searchedCount = 0
    }
    return String(decoding: buffer[..<end], as: UTF8.self)
  }
}
