package import MIDICore

/// Outcomes as text.
package enum SessionsText {
  /// Returns a line for each outcome that didn't pass, with its first difference and its time. Details of a session that
  /// couldn't run follow. The last line, which has no line feed, counts the outcomes.
  ///
  /// ```
  /// keys/scale: different: 1 missing; first: 1.230000  C4 on channel 1: missing (0.004 s)
  ///
  /// 16 passed, 1 different in 0.120 s
  /// ```
  ///
  /// - Parameters:
  ///   - outcomes: The outcomes, in order of the sessions' names.
  ///   - duration: The time of the whole run, or `nil` if it is unknown.
  ///   - isColored: Whether to set names in bold and verdicts in red.
  /// - Complexity: O(*n*), where *n* is the number of outcomes and differences.
  package static func text(
    of outcomes: [SessionOutcome], duration: Nanoseconds? = nil, isColored: Bool = false
  ) -> String {
    var lines = outcomes.flatMap { outcome in
      var lines = shortLines(of: outcome)
      if isColored, let first = lines.first { lines[0] = colored(first, of: outcome) }
      return lines
    }
    if !lines.isEmpty { lines.append("") }
    let time = duration.map { " in \($0.secondsText) s" } ?? ""
    return (lines + [outcomes.countText + time]).joined(separator: "\n")
  }

  /// The maximum number of details in the short form.
  private static let detailLimit = 5

  private static func shortLines(of outcome: SessionOutcome) -> [String] {
    let name = outcome.name.printable
    guard let reason = outcome.reason?.printable else {
      return outcome.remark.map { ["\(name): passed: \($0.printable)"] } ?? []
    }
    let time = outcome.duration > .zero ? " (\(outcome.duration.secondsText) s)" : ""
    if case .failed(_, let details) = outcome.verdict {
      return ["\(name): \(reason)\(time)"] + shortened(details.map(\.printable)).map { "    \($0)" }
    }
    let first = outcome.firstDifference.map { "; first: \($0.printable)" } ?? ""
    let attempt = outcome.attempt.map { ["    the different run is in \($0.printable)"] } ?? []
    let remark = outcome.remark.map { ["    \($0.printable)"] } ?? []
    return ["\(name): \(reason)\(first)\(time)"] + remark + attempt
  }

  /// Returns at most `detailLimit` details with their count in the middle of longer ones: a trace names its cause in its
  /// last line.
  private static func shortened(_ details: [String]) -> [String] {
    let omitted = details.count - detailLimit
    guard omitted > 0 else { return details }
    return details.prefix(2) + ["… \(omitted) more …"] + details.suffix(detailLimit - 2)
  }

  /// Returns the first line of an outcome with the name in bold and the verdict in red.
  private static func colored(_ line: String, of outcome: SessionOutcome) -> String {
    let (name, verdict) = (outcome.name.printable, outcome.status.rawValue)
    let start = "\(name): \(verdict)"
    guard line.hasPrefix(start) else { return line }
    let word = outcome.status == .passed ? verdict : "\u{1B}[31m\(verdict)\u{1B}[m"
    return "\u{1B}[1m\(name)\u{1B}[m: \(word)\(line.dropFirst(start.count))"
  }

  /// Returns the lines of one outcome, which are empty if it passed without a warning.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - differenceLimit: The maximum number of listed differences, or `nil` for all.
  package static func lines(of outcome: SessionOutcome, differenceLimit: Int? = 5) -> [String] {
    guard let reason = outcome.reason else {
      return outcome.remark.map { ["\(outcome.name.printable): passed: \($0.printable)"] } ?? []
    }
    return ["\(outcome.name.printable): \(reason.printable)"]
      + outcome.moreLines(limit: differenceLimit).map { "    \($0.printable)" }
  }
}
