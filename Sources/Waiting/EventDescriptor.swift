internal import CLinux
internal import Glibc

/// A descriptor that is readable after a signal, until it is cleared; an `eventfd`.
package struct EventDescriptor: ~Copyable, Sendable {
  /// The descriptor, valid until `deinit`.
  package let rawValue: Int32

  /// Creates a descriptor, or returns `nil` if the system has none left.
  package init?() {
    rawValue = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard rawValue >= 0 else { return nil }
  }

  deinit { close(rawValue) }

  /// Makes the descriptor readable.
  package func signal() { Self.signal(rawValue) }

  /// Makes a descriptor readable, as a signal handler can (signal-safety(7)).
  static func signal(_ descriptor: Int32) {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Makes the descriptor unreadable.
  package func clear() {
    var count: UInt64 = 0
    _ = unsafe read(rawValue, &count, MemoryLayout<UInt64>.size)
  }
}
