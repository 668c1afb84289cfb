internal import CLinux
internal import Glibc
package import MIDICore
internal import SystemPackage

/// The reason that a wait ended: the descriptors that are readable, a stop, or the deadline.
package struct WaitOutcome: OptionSet {
  /// The bits of the set.
  package let rawValue: UInt8

  /// Creates a set from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A stop was requested. Readable descriptors aren't reported in this case.
  package static let stopRequested = WaitOutcome(rawValue: 1)
  /// The first descriptor is readable. The next four constants mean the other descriptors.
  package static let first = WaitOutcome(rawValue: 2)
  package static let second = WaitOutcome(rawValue: 4)
  package static let third = WaitOutcome(rawValue: 8)
  package static let fourth = WaitOutcome(rawValue: 16)
  package static let fifth = WaitOutcome(rawValue: 32)
  /// The deadline has passed.
  package static let deadlinePassed = WaitOutcome(rawValue: 64)
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
    return ready & 1 != 0 ? .stopRequested : WaitOutcome(rawValue: ready)
  }
}

/// Waits until any of several descriptors is readable, or a stop is requested.
///
/// - Returns: `false` if a stop was requested.
package func wait(forAnyOf descriptors: [Int32], stop: StopToken?) -> Bool {
  var polled = (descriptors + [stop?.descriptor].compactMap(\.self)).map { pollfd(reading: $0) }
  return unsafe polled.withUnsafeMutableBufferPointer { polled in
    _ = unsafe poll(polled, until: nil)
    return unsafe stop == nil || polled.last?.revents == 0
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
      fatalError("poll can't wait: \(Errno(rawValue: errno))")
    }
  }
}

/// Returns the time of the monotonic clock, which can't be set.
package func monotonicTime() -> Nanoseconds {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return .seconds(Int64(time.tv_sec)) + Nanoseconds(rawValue: Int64(time.tv_nsec))
}
