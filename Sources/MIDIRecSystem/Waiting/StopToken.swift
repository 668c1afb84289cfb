internal import Glibc
public import MIDICore

/// A request to stop a capture or replay from another thread, a signal handler, or a user interface.
public final class StopToken: Sendable {
  private let event: EventDescriptor

  /// Creates a token without a request.
  ///
  /// - Returns: The token, or `nil` if no file descriptor is available.
  public init?() {
    guard let event = EventDescriptor() else { return nil }
    self.event = event
  }

  /// A descriptor that becomes readable when a stop is requested.
  ///
  /// It is never cleared, so all current and later waits end.
  package var descriptor: Int32 { event.rawValue }

  /// Whether a stop was requested. Code that never waits polls it.
  public var isStopRequested: Bool { MIDIRecSystem.wait(stop: self, until: .zero) == .stopRequested }

  /// Waits until a stop is requested by this or another token.
  package func wait(or other: StopToken) {
    _ = MIDIRecSystem.wait(for: other.descriptor, stop: self, until: nil)
  }

  /// Requests a stop. Further requests have no effect.
  public func requestStop() { event.signal() }
}

extension StopToken {
  /// The tokens of signals by signal number, retained so that their descriptors stay open.
  private nonisolated(unsafe) static var tokens: [Int32: StopToken] = [:]

  /// Requests a stop when this process receives one of the given signals.
  ///
  /// It replaces the tokens that were set for these signals before. Signals are handled as soon as this function
  /// returns; a dispatch source would miss signals that arrive before its thread is ready. Only one thread may call
  /// this function.
  public func requestStop(onSignals numbers: [Int32]) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { number in
      // Signal handlers may call only few functions (signal-safety(7)).
      let error = errno
      unsafe EventDescriptor.signal(descriptors[Int(number)])
      errno = error
    }
    action.sa_flags = SA_RESTART
    for number in numbers {
      // The former token is released, and its descriptor closed, once the handler no longer writes to it.
      unsafe descriptors[Int(number)] = descriptor
      unsafe sigaction(number, &action, nil)
      unsafe Self.tokens[number] = self
    }
  }
}

/// The descriptors to which the handler writes, indexed by signal number, which is below 65 on Linux.
private nonisolated(unsafe) let descriptors = UnsafeMutablePointer<Int32>.allocate(capacity: 65)

extension StopToken {
  /// The current time of the monotonic clock, which waits use.
  public static var now: Nanoseconds { monotonicTime() }
}
