internal import Glibc

/// The date and time, for file names and displayed texts, never for compared data.
struct WallClock {
  private let now: time_t

  /// Reads the clock.
  init() { now = time(nil) }

  /// The time in UTC by ISO 8601: `2026-11-21T07:55:13Z`.
  var timestamp: String {
    var now = now
    var parts = unsafe tm()
    unsafe gmtime_r(&now, &parts)
    return unsafe Self.text(&parts, "%Y-%m-%dT%H:%M:%SZ")
  }

  /// The local time with characters that file names allow: `2026-11-21-085513`.
  var fileNamePart: String {
    var now = now
    var parts = unsafe tm()
    unsafe localtime_r(&now, &parts)
    return unsafe Self.text(&parts, "%Y-%m-%d-%H%M%S")
  }

  @unsafe
  private static func text(_ parts: inout tm, _ format: String) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      unsafe strftime(start, buffer.count, format, &parts)
      return unsafe String(cString: start)
    }
  }
}
