internal import CALSA
internal import Glibc
internal import MIDICore

/// What ended a wait.
enum WaitOutcome: Equatable {
  /// Some of the descriptors can be read.
  case ready(Set<Int32>)
  case stopRequested, deadlinePassed
}

/// Waits until something can be read, a stop is asked for, or a time has come, whichever is first.
///
/// - Parameters:
///   - descriptors: What may become readable.
///   - stop: What ends the wait at once, if anything does.
///   - deadline: On the monotonic clock; without one there is no end to the wait.
func wait(for descriptors: [Int32], stop: StopRequest?, until deadline: Nanoseconds?) -> WaitOutcome {
  let stopDescriptor = stop?.descriptor ?? -1
  var polled = ([stopDescriptor] + descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  while true {
    let left = deadline.map { max($0 - monotonicTime(), .zero) }
    var timeout = timespec(
      tv_sec: Int((left?.rawValue ?? 0) / 1_000_000_000), tv_nsec: Int((left?.rawValue ?? 0) % 1_000_000_000))
    let count = unsafe polled.withUnsafeMutableBufferPointer { buffer in
      unsafe withUnsafePointer(to: &timeout) { timeout in
        unsafe ppoll(buffer.baseAddress, nfds_t(buffer.count), left == nil ? nil : timeout, nil)
      }
    }
    if count == 0 { return .deadlinePassed }
    // Interrupted by a signal: what is left of the time is computed anew, so nothing adds up.
    if count < 0 { continue }
    if polled[0].revents != 0 { return .stopRequested }
    return .ready(Set(polled.filter { $0.revents != 0 }.map(\.fd)))
  }
}

/// The monotonic clock, which nobody sets.
func monotonicTime() -> Nanoseconds {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return .seconds(Int64(time.tv_sec)) + Nanoseconds(rawValue: Int64(time.tv_nsec))
}
