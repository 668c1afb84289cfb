internal import Glibc
internal import SystemPackage

/// Standard input line by line, for what comes out of a pipe while it is being made.
package struct StandardInputLines {
  /// What becomes readable when there is more to read.
  package static let descriptor = STDIN_FILENO

  /// Whether a person would have to type it.
  package static var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether all was read.
  package private(set) var isAtEnd = false
  private var buffer: ArraySlice<UInt8> = []
  /// How much of the buffer is known to have no line end.
  private var searchedCount = 0

  /// Creates a reader that has read nothing.
  package init() {}

  /// Reads what is there; waits for it where nothing is.
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

  /// The next line that is whole, without its end; at the end of the input, what is left.
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
