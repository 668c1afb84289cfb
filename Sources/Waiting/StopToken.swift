internal import Glibc
public import MIDICore

/// A way to end a capture or a replay from outside: from another thread, a signal's handler, a user interface.
public final class StopToken: Sendable {
  private let event: EventDescriptor

  /// Makes a request that nobody has made yet.
  ///
  /// - Returns: Nothing when the system has no file descriptors left.
  public init?() {
    guard let event = EventDescriptor() else { return nil }
    self.event = event
  }

  /// Readable once a stop was asked for. It is never cleared, so every wait ends then, now and later.
  package var descriptor: Int32 { event.rawValue }

  /// Whether it was made. What never waits asks this now and then.
  public var isStopRequested: Bool { Waiting.wait(stop: self, until: .zero) == .stopRequested }

  /// Waits until this request or another one is made.
  package func wait(or other: StopToken) {
    _ = Waiting.wait(for: other.descriptor, stop: self, until: nil)
  }

  /// Asks for the stop. Asking again changes nothing.
  public func requestStop() { event.signal() }
}

extension StopToken {
  /// The requests that signals make, by the signals' numbers, kept so that their descriptors stay open.
  private nonisolated(unsafe) static var requests: [Int32: StopToken] = [:]

  /// Has signals of this process make this request, instead of the requests that they made before.
  ///
  /// A signal that comes right after this call makes it. A dispatch source would miss signals that come
  /// before its thread listens. Only one thread may call this.
  public func makeOnSignals(_ numbers: [Int32]) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { number in
      // A handler may do hardly more than this (signal-safety(7)).
      let error = errno
      unsafe EventDescriptor.signal(descriptors[Int(number)])
      errno = error
    }
    action.sa_flags = SA_RESTART
    for number in numbers {
      unsafe Self.requests[number] = self
      unsafe descriptors[Int(number)] = descriptor
      unsafe sigaction(number, &action, nil)
    }
  }
}

/// The descriptors to which the handler writes, by the signals' numbers, which are below 65 on Linux.
private nonisolated(unsafe) let descriptors = UnsafeMutablePointer<Int32>.allocate(capacity: 65)

extension StopToken {
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
