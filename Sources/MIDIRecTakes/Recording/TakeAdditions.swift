package import MIDICore
internal import Synchronization

/// The marks and messages that a program adds to a growing take, from any thread.
///
/// Marks become markers of the file. The messages are of a source that the take's capture doesn't receive.
package final class TakeAdditions: Sendable {
  /// An addition that isn't in the take yet, with its time since the start of the capture.
  typealias Element = (content: Content, time: Nanoseconds)

  /// The content of an addition.
  enum Content: Sendable {
    case mark(String)
    case message(Message, source: Int)
  }

  private let waiting = Mutex<[Element]>([])

  /// Creates an empty list.
  package init() {}

  /// Adds a mark.
  ///
  /// - Parameter time: The time since the start of the capture.
  package func add(mark text: String, at time: Nanoseconds) { add((.mark(text), time)) }

  /// Adds a message with its time since the start of the capture.
  package func add(_ timed: TimedMessage, from source: Int) {
    add((.message(timed.message, source: source), timed.time))
  }

  private func add(_ element: Element) { waiting.withLock { $0.append(element) } }

  /// Removes and returns the additions up to a time, in order. Those of one time keep their order.
  func removeAll(until time: Nanoseconds) -> [Element] {
    waiting.withLock { waiting in
      guard !waiting.isEmpty else { return [] }
      let due = waiting.filter { $0.time <= time }
      waiting.removeAll { $0.time <= time }
      return due.sorted { $0.time < $1.time }
    }
  }
}
