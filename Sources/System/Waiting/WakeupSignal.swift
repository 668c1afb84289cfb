internal import Synchronization

/// A signal that wakes a waiting thread, at no cost to the other thread if no thread waits.
///
/// Before it waits, a thread must call ``arm()``, check its condition again, and then wait for ``descriptor``.
package final class WakeupSignal: Sendable {
  private let event: EventDescriptor
  private let isArmed = Atomic(false)

  /// Creates a wakeup signal, or returns `nil` if no file descriptor is available.
  package init?() {
    guard let event = EventDescriptor() else { return nil }
    self.event = event
  }

  /// A descriptor that is readable after ``notify()`` if the signal was armed.
  package var descriptor: Int32 { event.rawValue }

  /// Announces that the current thread is about to wait.
  package func arm() { isArmed.store(true, ordering: .sequentiallyConsistent) }

  /// Clears the signal and ends the announcement.
  package func disarm() {
    isArmed.store(false, ordering: .sequentiallyConsistent)
    event.clear()
  }

  /// Wakes the waiting thread, if there is one.
  package func notify() {
    guard isArmed.load(ordering: .sequentiallyConsistent),
      isArmed.exchange(false, ordering: .sequentiallyConsistent)
    else { return }
    event.signal()
  }
}
