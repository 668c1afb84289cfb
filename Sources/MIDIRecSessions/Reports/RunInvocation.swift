package import FoundationEssentials
package import MIDICore

/// When and how sessions ran, for the header of reports.
package struct RunInvocation: Codable, Hashable, Sendable {
  /// The start of the run.
  package var start: Date
  /// The time from the start to the last result.
  package var duration: Nanoseconds
  /// The command line.
  package var command: String
  /// The version of midirec.
  package var version: String

  package init(start: Date, duration: Nanoseconds, command: String, version: String) {
    self.start = start
    self.duration = duration
    self.command = command
    self.version = version
  }

  /// Whether the values of a file are plausible: a start before the year 10000, and a duration of at most a year.
  var isPlausible: Bool {
    0...253_402_300_799 ~= start.timeIntervalSince1970 && .zero ... .seconds(366 * 86_400) ~= duration
  }

  /// Merges the invocations of one run's parts: from the first start to the last result.
  ///
  /// - Returns: The invocation, or `nil` if there are no parts. Its command is that of the part that started first.
  static func merging(_ parts: [RunInvocation]) -> RunInvocation? {
    let parts = parts.sorted { $0.start < $1.start }
    guard var whole = parts.first else { return nil }
    let lengths = parts.map { part in
      Duration.seconds(part.start.timeIntervalSince(whole.start)) + Duration(part.duration)
    }
    whole.duration = Nanoseconds(lengths.max() ?? .zero)
    var versions: [String] = []
    for part in parts where !versions.contains(part.version) { versions.append(part.version) }
    whole.version = versions.joined(separator: ", ")
    return whole
  }

  /// The date and the time of the start in UTC, such as `2026-11-26 15:30:12 UTC`.
  var startText: String {
    let format = Date.ISO8601FormatStyle(
      dateSeparator: .dash, dateTimeSeparator: .space, timeSeparator: .colon)
    return start.formatted(format).replacing("Z", with: " UTC")
  }
}
