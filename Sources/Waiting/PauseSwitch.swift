internal import Synchronization

/// A way to halt a replay and let it go on, from outside: from another thread, a key's handler, a user interface.
public final class PauseSwitch: Sendable {
  private let event: EventDescriptor
  private let state = Atomic(false)

  /// Makes a switch that doesn't halt anything yet.
  ///
  /// - Returns: Nothing when the system has no file descriptors left.
  public init?() {
    guard let event = EventDescriptor() else { return nil }
    self.event = event
  }

  /// Readable since the switch was last moved.
  package var descriptor: Int32 { event.rawValue }

  /// Whether the replay is to halt.
  public var isPaused: Bool { state.load(ordering: .sequentiallyConsistent) }

  /// Halts the replay if it goes on, and the other way round.
  public func toggle() {
    state.logicalXor(true, ordering: .sequentiallyConsistent)
    event.signal()
  }

  /// Takes note of the last move: ``descriptor`` is not readable until the next one.
  package func acknowledge() { event.clear() }
}
