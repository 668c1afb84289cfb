internal import Glibc
package import MIDICore
internal import Synchronization

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
    let lines = isTerminal ? line.wrapped(to: size.columns) : [line]
    write(lines.map { "\($0)\n" }.joined())
  }

  /// The size of the terminal in characters, or 80 columns and 24 rows if it is unknown.
  package static var size: (columns: Int, rows: Int) { StandardOutput.size(of: STDERR_FILENO) }
}

/// A status line on the terminal that is updated while a command runs. If standard error isn't a terminal, it shows
/// nothing.
package final class StatusLine: Sendable {
  /// The minimum interval between updates.
  static let interval = Nanoseconds.milliseconds(100)

  private let isVisible = StandardError.isTerminal
  private let nextUpdate = Mutex(Nanoseconds.zero)

  /// Creates an empty line.
  package init() {}

  /// The interval at which a command should call ``update(at:_:)`` without events, or `nil` if the line isn't visible.
  package var interval: Nanoseconds? { isVisible ? Self.interval : nil }

  /// Shows a text, unless the last update is recent. Any thread can call this.
  ///
  /// - Parameter time: The time since the command started.
  package func update(at time: Nanoseconds, _ text: @autoclosure () -> String) {
    let isDue = nextUpdate.withLock { nextUpdate in
      guard isVisible, time >= nextUpdate else { return false }
      nextUpdate = time + Self.interval
      return true
    }
    guard isDue else { return }
    // One column stays free, because a full line scrolls on some terminals.
    let visible = text().printable.prefix(max(0, StandardError.size.columns - 1))
    StandardError.write("\r\(visible)\u{1B}[K")
  }

  /// Clears the line until the next update.
  package func clear() {
    if isVisible { StandardError.write("\r\u{1B}[K") }
  }
}
