internal import Glibc

/// The date and time at which a take starts, for its file and its name.
package struct TakeDate {
  private let time: time_t

  /// Creates the current date and time.
  package init() { time = Glibc.time(nil) }

  /// The date and time in UTC by ISO 8601: `2026-11-21T15:45:00Z`.
  package var universalText: String { unsafe text("%Y-%m-%dT%H:%M:%SZ", gmtime_r) }

  /// The date and time in local time, for names of files: `2026-11-21-154500`.
  package var nameText: String { unsafe text("%Y-%m-%d-%H%M%S", localtime_r) }

  private func text(
    _ format: String,
    _ convert: (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?
  ) -> String {
    var (time, parts) = (time, unsafe tm())
    _ = unsafe convert(&time, &parts)
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      unsafe strftime(start, buffer.count, format, &parts)
      return unsafe String(cString: start)
    }
  }
}
