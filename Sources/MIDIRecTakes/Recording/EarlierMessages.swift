package import MIDICore

/// The messages at the beginning of a take that a different capture has received, and that can arrive again.
package struct EarlierMessages {
  /// A message with the index of its source.
  package typealias Element = (timed: TimedMessage, source: Int)

  /// The maximum difference of the times of a message in two captures, whose queues have timers of their own. On a busy
  /// machine, they are late by up to a period of 100 ms.
  private static let tolerance = Nanoseconds.milliseconds(250)

  private var expected: ArraySlice<Element> = []

  /// Creates an empty list.
  init() {}

  /// Creates a list with times since the start of the take's capture, which receives no earlier messages.
  init(_ messages: [Element]) {
    expected = messages.drop { $0.timed.time + Self.tolerance < .zero }
  }

  /// Removes a message that arrived.
  ///
  /// - Returns: Whether the different capture has received it, too.
  mutating func remove(_ timed: TimedMessage, from source: Int) -> Bool {
    expected = expected.drop { $0.timed.time + Self.tolerance < timed.time }
    let index = expected.firstIndex {
      $0.source == source && $0.timed.message == timed.message
        && $0.timed.time <= timed.time + Self.tolerance
    }
    guard let index else { return false }
    expected.remove(at: index)
    return true
  }
}
