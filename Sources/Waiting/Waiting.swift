internal import CLinux
internal import Glibc
package import MIDICore
internal import SystemPackage

/// What ended a wait.
package enum WaitOutcome: Equatable {
  /// Which of the descriptors can be read.
  package struct Ready: OptionSet {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let first = Ready(rawValue: 1)
    package static let second = Ready(rawValue: 2)
    package static let third = Ready(rawValue: 4)
    package static let fourth = Ready(rawValue: 8)
    package static let fifth = Ready(rawValue: 16)
  }

  /// Some descriptors can be read.
  case ready(Ready)
  case stopRequested, deadlinePassed
}

/// Waits until something can be read, a stop is asked for, or a time has come, whichever is first. It allocates nothing.
///
/// - Parameters:
///   - first: What may become readable, as the others.
///   - stop: What ends the wait at once, if anything does.
///   - deadline: On the monotonic clock; without one there is no end to the wait.
package func wait(
  for first: Int32? = nil, _ second: Int32? = nil, _ third: Int32? = nil, _ fourth: Int32? = nil,
  _ fifth: Int32? = nil, stop: StopToken?, until deadline: Nanoseconds?
) -> WaitOutcome {
  let descriptors: InlineArray<6, Int32?> = [stop?.descriptor, first, second, third, fourth, fifth]
  return unsafe withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 6) { room in
    // Absent descriptors get no entry, because poll(2) refuses more entries than a process may have descriptors.
    var count = 0
    for index in descriptors.indices {
      guard let descriptor = descriptors[index] else { continue }
      unsafe room.initializeElement(at: count, to: pollfd(reading: descriptor))
      count += 1
    }
    let polled = unsafe UnsafeMutableBufferPointer(rebasing: room[..<count])
    guard unsafe poll(polled, until: deadline) else { return .deadlinePassed }
    var ready: UInt8 = 0
    var entry = 0
    for index in descriptors.indices where descriptors[index] != nil {
      if unsafe polled[entry].revents != 0 { ready |= 1 << UInt8(index) }
      entry += 1
    }
    return ready & 1 != 0 ? .stopRequested : .ready(WaitOutcome.Ready(rawValue: ready >> 1))
  }
}

/// Waits like ``wait(for:_:_:_:_:stop:until:)`` for any number of descriptors, without telling which of them can be read.
package func wait(forAnyOf descriptors: [Int32], stop: StopToken?) -> WaitOutcome {
  var polled = (descriptors + [stop?.descriptor].compactMap(\.self)).map { pollfd(reading: $0) }
  return unsafe polled.withUnsafeMutableBufferPointer { polled in
    _ = unsafe poll(polled, until: nil)
    return unsafe stop != nil && polled.last?.revents != 0 ? .stopRequested : .ready([])
  }
}

extension pollfd {
  fileprivate init(reading descriptor: Int32) {
    self.init(fd: descriptor, events: Int16(POLLIN), revents: 0)
  }
}

/// Waits until one of the descriptors is ready.
///
/// - Returns: Whether one is, rather than the deadline having passed.
@unsafe
private func poll(_ polled: UnsafeMutableBufferPointer<pollfd>, until deadline: Nanoseconds?) -> Bool {
  while true {
    let left = (deadline.map { max($0 - monotonicTime(), .zero) } ?? .zero).rawValue
    var timeout = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
    let count = unsafe withUnsafePointer(to: &timeout) { timeout in
      unsafe ppoll(polled.baseAddress, nfds_t(polled.count), deadline == nil ? nil : timeout, nil)
    }
    // Interrupted by a signal: what is left of the time is computed anew, so nothing adds up.
    if count >= 0 { return count > 0 }
    if ![EINTR, EAGAIN, ENOMEM].contains(errno) {
      preconditionFailure("poll can't wait: \(Errno(rawValue: errno))")
    }
  }
}

/// The monotonic clock, which nobody sets.
package func monotonicTime() -> Nanoseconds {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return .seconds(Int64(time.tv_sec)) + Nanoseconds(rawValue: Int64(time.tv_nsec))
}

extension Nanoseconds {
  /// The time that comes a span later, or the last one that there is: people may give any span.
  package func saturatingSum(_ span: Nanoseconds) -> Nanoseconds {
    let (sum, isOver) = rawValue.addingReportingOverflow(span.rawValue)
    return Nanoseconds(rawValue: isOver ? span.rawValue < 0 ? .min : .max : sum)
  }
}
