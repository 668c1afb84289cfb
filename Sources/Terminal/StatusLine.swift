package import MIDICore

/// One line on the terminal that is written over and over while a command runs. Where standard error is no terminal
/// nothing is written.
package final class StatusLine {
  /// How often it is worth while to write it anew.
  static let interval = Nanoseconds.milliseconds(100)

  private let isVisible = StandardError.isTerminal
  private var nextUpdate = Nanoseconds.zero

  /// Creates an empty line.
  package init() {}

  /// How often a command should call ``update(at:_:)`` while nothing happens; not at all where nobody sees it.
  package var interval: Nanoseconds? { isVisible ? Self.interval : nil }

  /// Shows a text, unless the last one is still fresh.
  ///
  /// - Parameter time: The time since the command began.
  package func update(at time: Nanoseconds, _ text: @autoclosure () -> String) {
    guard isVisible, time >= nextUpdate else { return }
    nextUpdate = time + Self.interval
    // One column stays free: a full line would make some terminals scroll.
    let visible = text().printable.prefix(max(0, StandardError.columnCount - 1))
    StandardError.write("\r\(visible)\u{1B}[K")
  }

  /// Takes the line away, until the next update.
  package func clear() {
    if isVisible { StandardError.write("\r\u{1B}[K") }
  }
}
