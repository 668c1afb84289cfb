public import MIDICore

extension StopRequest {
  /// What ended a wait.
  public enum WaitOutcome: Hashable, Sendable {
    /// The stop was asked for.
    case stopRequested
    /// One of the descriptors can be read.
    case inputCame
    /// Nothing of it.
    case timePassed
  }

  /// The monotonic clock, by which waits go.
  public static var now: Nanoseconds { monotonicTime() }

  /// Waits for the stop, for what may be read, or for a time. It needs no sequencer.
  ///
  /// - Parameters:
  ///   - input: A file descriptor that may become readable, such as the keyboard's.
  ///   - otherInput: Another one.
  ///   - deadline: When to give up, on the clock of ``now``; never without one.
  public func wait(
    orInputFrom input: Int32? = nil, or otherInput: Int32? = nil, until deadline: Nanoseconds?
  ) -> WaitOutcome {
    switch Waiting.wait(for: input, otherInput, stop: self, until: deadline) {
    case .stopRequested: .stopRequested
    case .ready: .inputCame
    case .deadlinePassed: .timePassed
    }
  }
}
