internal import Synchronization

/// Wakes a thread that waits for something that another thread does, and costs the other one nothing while nobody
/// waits.
///
/// Whoever is about to wait calls ``listen()``, looks once more whether what it waits for has come, and then waits for
/// ``descriptor``.
package final class WakeupSignal: Sendable {
  private let event: EventDescriptor
  private let isArmed = Atomic(false)

  /// Nothing when the system has no file descriptors left.
  package init?() {
    guard let event = EventDescriptor() else { return nil }
    self.event = event
  }

  /// Readable once it was rung for a thread that listens.
  package var descriptor: Int32 { event.rawValue }

  /// Announces that this thread is about to wait.
  package func arm() { isArmed.store(true, ordering: .sequentiallyConsistent) }

  /// Takes the bell's ring, if there was one, and stops listening.
  package func disarm() {
    isArmed.store(false, ordering: .sequentiallyConsistent)
    event.clear()
  }

  /// Wakes the thread that listens, if one does.
  package func notify() {
    guard isArmed.load(ordering: .sequentiallyConsistent),
      isArmed.exchange(false, ordering: .sequentiallyConsistent)
    else { return }
    event.signal()
  }
}
