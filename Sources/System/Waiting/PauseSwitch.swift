internal import Synchronization

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
