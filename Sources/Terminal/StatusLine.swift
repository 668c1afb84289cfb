package import MIDICore

/// A status line on the terminal that is updated while a command runs. If standard error isn't a terminal, it shows
/// nothing.
package final class StatusLine {
  /// The minimum interval between updates.
  static let interval = Nanoseconds.milliseconds(100)

  private let isVisible = StandardError.isTerminal
  private var nextUpdate = Nanoseconds.zero

  /// Creates an empty line.
  package init() {}

  /// The interval at which a command should call ``update(at:_:)`` without events, or `nil` if the line isn't visible.
  package var interval: Nanoseconds? { isVisible ? Self.interval : nil }

  /// Shows a text, unless the last update is recent.
  ///
  /// - Parameter time: The time since the command started.
  package func update(at time: Nanoseconds, _ text: @autoclosure () -> String) {
    guard isVisible, time >= nextUpdate else { return }
    nextUpdate = time + Self.interval
    // One column stays free, because a full line scrolls on some terminals.
    let visible = text().printable.prefix(max(0, StandardError.columnCount - 1))
    StandardError.write("\r\(visible)\u{1B}[K")
  }

  /// Clears the line until the next update.
  package func clear() {
    if isVisible { StandardError.write("\r\u{1B}[K") }
  }
}
