internal import Dispatch
internal import Glibc
internal import MIDICore
package import MIDIRecSystem
internal import SystemPackage

/// Standard output for successive results. Each is written at once, and a closed reader is detected.
package enum StandardOutput {
  /// The reader has closed standard output.
  package struct Closed: Error {}

  /// Whether standard output is a terminal.
  package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether colors are allowed: on a terminal, unless `NO_COLOR` is set or the terminal is `dumb`.
  package static var allowsColor: Bool {
    isTerminal && variable("NO_COLOR").isEmpty && TerminalScreen.hasControls
  }

  /// Requests a stop when the reader closes standard output, even if there is no output.
  package static func watchForClosing(_ stop: StopToken) {
    DispatchQueue.global().async {
      var polled = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while unsafe poll(&polled, 1, -1) < 0, errno == EINTR {}
      if polled.revents & Int16(POLLERR) != 0 { stop.requestStop() }
    }
  }

  /// Writes a line, as ``write(_:)`` does.
  package static func write(line: String) throws { try write(line + "\n") }

  /// Writes a whole text at once. Control sequences except colors are escaped, and workflow commands of CI systems are
  /// broken unless standard output is a file.
  ///
  /// - Throws: ``Closed`` if the reader has closed standard output, or a ``TerminalError`` if it can't be written, such
  ///   as on a full disk.
  package static func write(_ text: String) throws {
    let lines = text.printableLines
    try write(bytes: Array((isFile ? lines : lines.withoutWorkflowCommands()).utf8))
  }

  /// Whether standard output is a file, which no CI system reads.
  private static let isFile = (try? Stat(FileDescriptor.standardOutput))?.type == .regular

  /// Writes bytes unchanged.
  ///
  /// - Throws: The errors of ``write(_:)``.
  package static func write(bytes: [UInt8]) throws {
    // Otherwise, a closed pipe would end the process.
    signal(SIGPIPE, SIG_IGN)
    guard let reason = write(bytes, to: STDOUT_FILENO) else { return }
    if reason == .brokenPipe { throw Closed() }
    throw failure(reason)
  }

  /// Writes bytes to a descriptor unchanged.
  ///
  /// - Returns: The reason why not all bytes were written, or `nil`.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Errno? {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        // A different process with the same terminal or pipe made it nonblocking.
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&polled, 1, -1)
      } else if errno != EINTR {
        return Errno(rawValue: errno)
      }
    }
    return nil
  }

  /// Flushes all printed text. A closed reader is ignored.
  ///
  /// - Throws: A ``TerminalError`` if standard output can't be written, such as on a full disk.
  package static func flush() throws {
    guard fflush(nil) != 0 else { return }
    let reason = Errno(rawValue: errno)
    if reason != .brokenPipe { throw failure(reason) }
  }

  private static func failure(_ reason: Errno) -> TerminalError {
    TerminalError("can't write standard output: \(reason)")
  }
}

extension StandardOutput {
  /// Writes a line, and ignores a reader that has closed standard output, such as `head`.
  package static func tell(_ line: String) throws { try ignoringClosedReader { try write(line: line) } }

  /// Writes lines of sentences as ``tell(_:)`` does. On a terminal, they wrap at spaces.
  package static func tell(wrapping text: String) throws {
    guard isTerminal else { return try tell(text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    try tell(lines.flatMap { String($0).wrapped(to: size.columns) }.joined(separator: "\n"))
  }

  /// Writes bytes unchanged, and ignores a reader that has closed standard output.
  package static func tell(bytes: [UInt8]) throws { try ignoringClosedReader { try write(bytes: bytes) } }

  private static func ignoringClosedReader(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch is Closed {
      // The reader needs no more lines.
    }
  }
}

extension StandardOutput {
  /// The size of the terminal in characters: `COLUMNS` and `LINES` if they are set, then the terminal's own size, or
  /// else 80 columns and 24 rows.
  package static var size: (columns: Int, rows: Int) {
    let terminal = size(of: STDOUT_FILENO)
    let (columns, rows) = (Int(variable("COLUMNS")) ?? 0, Int(variable("LINES")) ?? 0)
    return (columns > 0 ? columns : terminal.columns, rows > 0 ? rows : terminal.rows)
  }

  /// Returns the size of a terminal in characters, or 80 columns and 24 rows if it is unknown.
  static func size(of descriptor: Int32) -> (columns: Int, rows: Int) {
    guard let size = TerminalSize(of: descriptor), size.columns > 0, size.rows > 0 else { return (80, 24) }
    return (Int(size.columns), Int(size.rows))
  }
}

/// Returns an environment variable, or an empty text if it isn't set.
package func variable(_ name: String) -> String {
  guard let value = unsafe getenv(name) else { return "" }
  return unsafe String(cString: value)
}

/// An error of the terminal or a standard stream, with a description for users.
package struct TerminalError: Error, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
