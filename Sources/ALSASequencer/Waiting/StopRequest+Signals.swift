internal import CALSA
internal import Glibc

extension StopRequest {
  /// The request that signals make, kept so that its descriptor stays open.
  private nonisolated(unsafe) static var requestOfSignals: StopRequest?

  /// Has signals of this process make this request, instead of one that had that done before.
  ///
  /// A signal that comes right after this call makes it. A dispatch source would miss those that come before its thread
  /// listens.
  public func makeOnSignals(_ numbers: [Int32]) {
    unsafe Self.requestOfSignals = self
    unsafe descriptorOfSignals = writeDescriptor
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in
      // A handler may do hardly more than this (signal-safety(7)).
      let error = errno
      var byte: UInt8 = 0
      _ = unsafe write(descriptorOfSignals, &byte, 1)
      errno = error
    }
    action.sa_flags = SA_RESTART
    for number in numbers { unsafe sigaction(number, &action, nil) }
  }
}

/// Where a signal's handler writes.
private nonisolated(unsafe) var descriptorOfSignals: Int32 = -1
