package import MIDICore
internal import Synchronization

/// The marks that a user sets while a take grows, from any thread. They become markers of the file.
package final class TakeMarks: Sendable {
  /// A mark that isn't in the take yet.
  typealias Mark = (text: String, time: Nanoseconds)

  private let waiting = Mutex<[Mark]>([])

  /// Creates a list without marks.
  package init() {}

  /// Adds a mark.
  ///
  /// - Parameter time: The time since the start of the capture.
  package func add(_ text: String, at time: Nanoseconds) {
    waiting.withLock { $0.append((text, time)) }
  }

  /// Removes and returns the marks up to a time, in order.
  func removeAll(until time: Nanoseconds) -> [Mark] {
    waiting.withLock { waiting in
      guard !waiting.isEmpty else { return [] }
      let due = waiting.filter { $0.time <= time }
      waiting.removeAll { $0.time <= time }
      return due.sorted { $0.time < $1.time }
    }
  }
}
