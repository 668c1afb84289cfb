internal import CLinux
internal import Glibc
internal import Synchronization

/// Wakes a thread that waits for something that another thread does, and costs the other one nothing while nobody
/// waits.
///
/// Whoever is about to wait calls ``listen()``, looks once more whether what it waits for has come, and then waits for
/// ``descriptor``.
package final class Doorbell: Sendable {
  /// Readable once it was rung for a thread that listens; an `eventfd`.
  package let descriptor: Int32
  private let isListenedTo = Atomic(false)

  /// Nothing when the system has no file descriptors left.
  package init?() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Announces that this thread is about to wait.
  package func listen() { isListenedTo.store(true, ordering: .sequentiallyConsistent) }

  /// Takes the bell's ring, if there was one, and stops listening.
  package func silence() {
    isListenedTo.store(false, ordering: .sequentiallyConsistent)
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
  }

  /// Wakes the thread that listens, if one does.
  package func ring() {
    guard isListenedTo.load(ordering: .sequentiallyConsistent),
      isListenedTo.exchange(false, ordering: .sequentiallyConsistent)
    else { return }
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
  }
}
