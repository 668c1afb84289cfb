internal import CALSA
internal import Glibc
internal import MIDICore

/// What ended a wait.
enum WaitOutcome {
  case eventsCame, stopRequested, deadlinePassed
}

/// Waits for events, a stop, or a time, whichever comes first.
///
/// - Parameters:
///   - descriptor: The sequencer's.
///   - stop: What ends the wait at once, if anything does.
///   - deadline: On the monotonic clock; nothing waits for ever.
func wait(events descriptor: Int32, stop: StopRequest?, until deadline: Nanoseconds?) -> WaitOutcome {
  var descriptors = [
    pollfd(fd: stop?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
  ]
  while true {
    let left = deadline.map { max($0 - monotonicTime(), .zero) }
    var timeout = timespec(
      tv_sec: Int((left?.rawValue ?? 0) / 1_000_000_000), tv_nsec: Int((left?.rawValue ?? 0) % 1_000_000_000))
    let ready = unsafe descriptors.withUnsafeMutableBufferPointer { buffer in
      unsafe withUnsafePointer(to: &timeout) { timeout in
        unsafe ppoll(buffer.baseAddress, nfds_t(buffer.count), left == nil ? nil : timeout, nil)
      }
    }
    if ready == 0 { return .deadlinePassed }
    // Interrupted by a signal: what is left of the time is computed anew, so nothing adds up.
    if ready < 0 { continue }
    return descriptors[0].revents != 0 ? .stopRequested : .eventsCame
  }
}

/// The monotonic clock, which nobody sets.
func monotonicTime() -> Nanoseconds {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return .seconds(Int64(time.tv_sec)) + Nanoseconds(rawValue: Int64(time.tv_nsec))
}
