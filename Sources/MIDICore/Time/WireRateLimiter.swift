/// The rate limit of an instrument's MIDI link.
///
/// MIDI carries 31,250 bits per second, ten per byte. Instruments, including USB instruments, drop faster data.
package struct WireRateLimiter {
  private static let timePerByte = Nanoseconds.microseconds(320)

  /// Creates the limit of a link that is free.
  package init() {}

  /// Returns the time of a number of bytes.
  package static func duration(of byteCount: Int) -> Nanoseconds {
    Nanoseconds(rawValue: timePerByte.rawValue * Int64(byteCount))
  }

  /// The time when all sent bytes are through.
  package private(set) var free = Nanoseconds.zero

  /// Reserves the link for a number of bytes.
  ///
  /// - Returns: The time to send them: not before `time`, and not before the link is free.
  @discardableResult
  package mutating func takeTurn(for byteCount: Int, from time: Nanoseconds) -> Nanoseconds {
    let start = max(time, free)
    free = start + Self.duration(of: byteCount)
    return start
  }
}
