internal import CLinux
internal import Glibc

/// A way to end a capture or a replay from outside: from another thread, a signal's handler, a user interface.
public final class StopRequest: Sendable {
  /// Readable once a stop was asked for. The pipe is never emptied, so every wait ends then, now and later.
  package let descriptor: Int32
  let writeDescriptor: Int32

  /// Makes a request that nobody has made yet.
  ///
  /// - Returns: Nothing when the system has no file descriptors left.
  public init?() {
    var descriptors: [Int32] = [-1, -1]
    guard unsafe pipe2(&descriptors, O_CLOEXEC | O_NONBLOCK) == 0 else { return nil }
    descriptor = descriptors[0]
    writeDescriptor = descriptors[1]
  }

  deinit {
    close(descriptor)
    close(writeDescriptor)
  }

  /// Whether it was made. What never waits asks this now and then.
  public var isMade: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, 0) > 0
  }

  /// Waits until this request or another one is made.
  package func wait(or other: StopRequest) {
    _ = Waiting.wait(for: other.descriptor, stop: self, until: nil)
  }

  /// Asks for the stop. Asking again changes nothing.
  public func make() {
    // A full pipe has been asked often enough already.
    _ = unsafe write(writeDescriptor, "s", 1)
  }
}
