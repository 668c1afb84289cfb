internal import CLinux
internal import Glibc
internal import Synchronization

/// An `eventfd` descriptor that is readable after a signal until it is cleared.
package struct EventDescriptor: ~Copyable, Sendable {
  /// The descriptor, valid until `deinit`.
  package let rawValue: Int32

  /// Creates a descriptor, or returns `nil` if the process has reached its limit.
  package init?() {
    rawValue = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard rawValue >= 0 else { return nil }
  }

  deinit { close(rawValue) }

  /// Signals the descriptor, which becomes readable.
  package func signal() { Self.signal(rawValue) }

  /// Signals a descriptor. Signal handlers may call this function (signal-safety(7)).
  static func signal(_ descriptor: Int32) {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Clears the descriptor, which is no longer readable.
  package func clear() {
    var count: UInt64 = 0
    _ = unsafe read(rawValue, &count, MemoryLayout<UInt64>.size)
  }
}

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

/// A switch that pauses and resumes a replay from another thread, a key handler, or a user interface.
public final class PauseSwitch: Sendable {
  private let event: EventDescriptor
  private let state = Atomic(false)

  /// Creates a switch that is off.
  ///
  /// - Returns: The switch, or `nil` if no file descriptor is available.
  public init?() {
    guard let event = EventDescriptor() else { return nil }
    self.event = event
  }

  /// A descriptor that is readable after the switch was toggled, until ``acknowledge()``.
  package var descriptor: Int32 { event.rawValue }

  /// Whether the replay must pause.
  public var isPaused: Bool { state.load(ordering: .sequentiallyConsistent) }

  /// Pauses a running replay, or resumes a paused one.
  public func toggle() {
    state.logicalXor(true, ordering: .sequentiallyConsistent)
    event.signal()
  }

  /// Clears ``descriptor`` until the next toggle.
  package func acknowledge() { event.clear() }
}
