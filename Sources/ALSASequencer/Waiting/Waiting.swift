internal import CALSA
internal import Glibc
internal import MIDICore

/// What ended a wait.
enum WaitOutcome: Equatable {
  /// Which of the descriptors can be read.
  struct Ready: OptionSet {
    let rawValue: UInt8

    static let first = Ready(rawValue: 1)
    static let second = Ready(rawValue: 2)
    static let third = Ready(rawValue: 4)
  }

  /// Some descriptors can be read.
  case ready(Ready)
  case stopRequested, deadlinePassed
}

/// Waits until something can be read, a stop is asked for, or a time has come, whichever is first. It allocates nothing.
///
/// - Parameters:
///   - first: What may become readable, as `second` and `third`.
///   - stop: What ends the wait at once, if anything does.
///   - deadline: On the monotonic clock; without one there is no end to the wait.
func wait(
  for first: Int32, _ second: Int32? = nil, _ third: Int32? = nil, stop: StopRequest?,
  until deadline: Nanoseconds?
) -> WaitOutcome {
  let events = Int16(POLLIN)
  return unsafe withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 4) { polled in
    // The system leaves out negative ones.
    unsafe polled.initializeElement(at: 0, to: pollfd(fd: first, events: events, revents: 0))
    unsafe polled.initializeElement(at: 1, to: pollfd(fd: second ?? -1, events: events, revents: 0))
    unsafe polled.initializeElement(at: 2, to: pollfd(fd: third ?? -1, events: events, revents: 0))
    unsafe polled.initializeElement(at: 3, to: pollfd(fd: stop?.descriptor ?? -1, events: events, revents: 0))
    while true {
      let left = (deadline.map { max($0 - monotonicTime(), .zero) } ?? .zero).rawValue
      var timeout = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
      let count = unsafe withUnsafePointer(to: &timeout) { timeout in
        unsafe ppoll(polled.baseAddress, nfds_t(polled.count), deadline == nil ? nil : timeout, nil)
      }
      if count == 0 { return .deadlinePassed }
      // Interrupted by a signal: what is left of the time is computed anew, so nothing adds up.
      if count < 0 { continue }
      if unsafe polled[3].revents != 0 { return .stopRequested }
      var ready: WaitOutcome.Ready = []
      if unsafe polled[0].revents != 0 { ready.insert(.first) }
      if unsafe polled[1].revents != 0 { ready.insert(.second) }
      if unsafe polled[2].revents != 0 { ready.insert(.third) }
      return .ready(ready)
    }
  }
}

/// The monotonic clock, which nobody sets.
func monotonicTime() -> Nanoseconds {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return .seconds(Int64(time.tv_sec)) + Nanoseconds(rawValue: Int64(time.tv_nsec))
}
