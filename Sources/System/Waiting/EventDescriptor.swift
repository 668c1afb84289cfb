internal import CLinux
internal import Glibc

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
