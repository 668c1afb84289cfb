internal import MIDICore

/// When the wire to an instrument is free again. MIDI's own wire carries 31,250 bits a second, ten to a byte, and
/// instruments, also on USB, drop what comes faster.
struct WireRateLimiter {
  /// How long a byte takes.
  static let timePerByte = Nanoseconds.microseconds(320)

  /// How long some bytes take.
  static func duration(of byteCount: Int) -> Nanoseconds {
    Nanoseconds(rawValue: timePerByte.rawValue * Int64(byteCount))
  }

  /// When all that was sent is through.
  private(set) var free = Nanoseconds.zero

  /// Takes the next turn for some bytes.
  ///
  /// - Returns: When they are to be sent: not before `time`, and not before the wire is free.
  @discardableResult
  mutating func takeTurn(for byteCount: Int, from time: Nanoseconds) -> Nanoseconds {
    let start = max(time, free)
    free = start + Self.duration(of: byteCount)
    return start
  }
}
