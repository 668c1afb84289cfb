internal import CLinux
internal import Glibc
package import MIDICore
internal import SystemPackage

/// The reason that a wait ended.
package enum WaitOutcome: Equatable {
  /// The descriptors that are readable.
  package struct Ready: OptionSet {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let first = Ready(rawValue: 1)
    package static let second = Ready(rawValue: 2)
    package static let third = Ready(rawValue: 4)
    package static let fourth = Ready(rawValue: 8)
    package static let fifth = Ready(rawValue: 16)
  }

  /// One or more descriptors are readable.
  case ready(Ready)
  case stopRequested, deadlinePassed
}

/// Waits until a descriptor is readable, a stop is requested, or a deadline passes.
///
/// It allocates no memory.
///
/// - Parameters:
///   - first: A descriptor that may become readable, like the next four.
///   - stop: The token whose request ends the wait, if any.
///   - deadline: The deadline on the monotonic clock, or `nil` for none.
package func wait(
  for first: Int32? = nil, _ second: Int32? = nil, _ third: Int32? = nil, _ fourth: Int32? = nil,
  _ fifth: Int32? = nil, stop: StopToken?, until deadline: Nanoseconds?
) -> WaitOutcome {
  let descriptors: InlineArray<6, Int32?> = [stop?.descriptor, first, second, third, fourth, fifth]
  return unsafe withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 6) { room in
    // Absent descriptors get no entry, because poll(2) rejects more entries than the process's limit of descriptors.
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

/// Waits for any number of descriptors or a stop, without reporting which descriptor is readable.
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
/// - Returns: `true` if a descriptor is ready, or `false` if the deadline passed.
@unsafe
private func poll(_ polled: UnsafeMutableBufferPointer<pollfd>, until deadline: Nanoseconds?) -> Bool {
  while true {
    let left = (deadline.map { max($0 - monotonicTime(), .zero) } ?? .zero).rawValue
    var timeout = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
    let count = unsafe withUnsafePointer(to: &timeout) { timeout in
      unsafe ppoll(polled.baseAddress, nfds_t(polled.count), deadline == nil ? nil : timeout, nil)
    }
    // A signal interrupted the call. The remaining time is computed again, so errors don't accumulate.
    if count >= 0 { return count > 0 }
    if ![EINTR, EAGAIN, ENOMEM].contains(errno) {
      preconditionFailure("poll can't wait: \(Errno(rawValue: errno))")
    }
  }
}

/// Returns the time of the monotonic clock, which can't be set.
package func monotonicTime() -> Nanoseconds {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return .seconds(Int64(time.tv_sec)) + Nanoseconds(rawValue: Int64(time.tv_nsec))
}
