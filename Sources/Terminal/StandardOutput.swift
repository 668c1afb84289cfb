internal import Dispatch
internal import Glibc
internal import MIDICore
internal import SystemPackage
package import Waiting

/// Standard output for results that come one after the other: each is there at once, and nobody listening is known.
package enum StandardOutput {
  /// Nobody reads it any more.
  package struct Closed: Error {}

  /// Whether a person is looking at it.
  package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether it may have colors: on a terminal, unless `NO_COLOR` is set to anything or the terminal is `dumb`.
  package static var allowsColor: Bool {
    isTerminal && variable("NO_COLOR").isEmpty && TerminalScreen.hasControls
  }

  /// Makes a stop request when nobody reads standard output any more, also while there is nothing to write.
  package static func watchForClosing(_ stop: StopToken) {
    DispatchQueue.global().async {
      var polled = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while unsafe poll(&polled, 1, -1) < 0, errno == EINTR {}
      if polled.revents & Int16(POLLERR) != 0 { stop.requestStop() }
    }
  }

  /// Writes a line, as ``write(_:)`` does.
  package static func write(line: String) throws { try write(line + "\n") }

  /// Writes text, all of it, and at once; control sequences other than colors are escaped.
  ///
  /// - Throws: ``Closed`` where nobody reads it any more; a ``TerminalError`` where it can't be written, such as on a full disk.
  package static func write(_ text: String) throws {
    var bytes = Array(text.printableLines.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EPIPE {
        throw Closed()
      } else if errno == EAGAIN {
        // Somebody else who has the same terminal or pipe open made it so.
        var polled = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&polled, 1, -1)
      } else if errno != EINTR {
        throw failure(Errno(rawValue: errno))
      }
    }
  }

  /// Sees to it that all that was printed has been written, unless nobody reads it any more.
  ///
  /// - Throws: A ``TerminalError`` where it can't be written, such as on a full disk.
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
  /// Writes a line; whether anybody still reads it, as `head` doesn't, makes no difference to what is being done.
  package static func tell(_ line: String) throws {
    // Without that, a pipe that was closed would end the process in the middle.
    signal(SIGPIPE, SIG_IGN)
    do {
      try write(line: line)
    } catch is Closed {
      // Whoever read it has seen enough.
    }
  }
}
