internal import CLinux
internal import Glibc
internal import Synchronization

/// A way to halt a replay and let it go on, from outside: from another thread, a key's handler, a user interface.
public final class PauseSwitch: Sendable {
  /// Readable since the switch was last moved; an `eventfd`.
  package let descriptor: Int32
  private let state = Atomic(false)

  /// Makes a switch that doesn't halt anything yet.
  ///
  /// - Returns: Nothing when the system has no file descriptors left.
  public init?() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Whether the replay is to halt.
  public var isPaused: Bool { state.load(ordering: .sequentiallyConsistent) }

  /// Halts the replay if it goes on, and the other way round.
  public func toggle() {
    state.logicalXor(true, ordering: .sequentiallyConsistent)
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Takes note of the last move: ``descriptor`` is not readable until the next one.
  package func acknowledge() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}
