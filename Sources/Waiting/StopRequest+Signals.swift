internal import CLinux
internal import Glibc

extension StopRequest {
  /// The requests that signals make, by the signals' numbers, kept so that their descriptors stay open.
  private nonisolated(unsafe) static var requests: [Int32: StopRequest] = [:]

  /// Has signals of this process make this request, instead of the requests that they made before.
  ///
  /// A signal that comes right after this call makes it. A dispatch source would miss signals that come
  /// before its thread listens. Only one thread may call this.
  public func makeOnSignals(_ numbers: [Int32]) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { number in
      // A handler may do hardly more than this (signal-safety(7)).
      let error = errno
      var byte: UInt8 = 0
      _ = unsafe write(descriptors[Int(number)], &byte, 1)
      errno = error
    }
    action.sa_flags = SA_RESTART
    for number in numbers {
      unsafe Self.requests[number] = self
      unsafe descriptors[Int(number)] = writeDescriptor
      unsafe sigaction(number, &action, nil)
    }
  }
}

/// The descriptors to which the handler writes, by the signals' numbers, which are below 65 on Linux.
private nonisolated(unsafe) let descriptors = UnsafeMutablePointer<Int32>.allocate(capacity: 65)
