package import MIDICore

extension [SessionOutcome] {
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
  ///   - duration: The time of the whole run, or `nil` if it is unknown.
  ///   - isColored: Whether to set names in bold and verdicts in red.
  /// - Complexity: O(*n*), where *n* is the number of outcomes and differences.
  package func text(duration: Nanoseconds? = nil, isColored: Bool = false) -> String {
    var lines = flatMap { $0.shortLines(isColored: isColored) }
    if !lines.isEmpty { lines.append("") }
    let time = duration.map { " in \($0.secondsText) s" } ?? ""
    return (lines + [countText + time]).joined(separator: "\n")
  }
}

extension SessionOutcome {
  /// The maximum number of details in the short form.
  private static let detailLimit = 5

  /// Returns the lines, the first of which can have the name in bold and the verdict in red.
  fileprivate func shortLines(isColored: Bool) -> [String] {
    let name = isColored ? "\u{1B}[1m\(name.printable)\u{1B}[m" : name.printable
    guard status != .passed else { return remark.map { ["\(name): passed: \($0.printable)"] } ?? [] }
    let word = isColored ? "\u{1B}[31m\(status.rawValue)\u{1B}[m" : status.rawValue
    let result = "\(name): \(word): \(finding.printable)"
    let time = duration > .zero ? " (\(duration.secondsText) s)" : ""
    if case .failed(_, let details) = verdict {
      return ["\(result)\(time)"] + Self.shortened(details.map(\.printable)).map { "    \($0)" }
    }
    let first = firstDifference.map { "; first: \($0.printable)" } ?? ""
    let attempt = attempt.map { ["    the different run is in \($0.printable)"] } ?? []
    let remark = remark.map { ["    \($0.printable)"] } ?? []
    let details = Self.shortened(judgment?.details.map(\.printable) ?? []).map { "    \($0)" }
    return ["\(result)\(first)\(time)"] + remark + attempt + details
  }

  /// Returns at most `detailLimit` details with their count in the middle of longer ones: a trace names its cause in its
  /// last line.
  private static func shortened(_ details: [String]) -> [String] {
    let omitted = details.count - detailLimit
    guard omitted > 0 else { return details }
    return details.prefix(2) + ["… \(omitted) more …"] + details.suffix(detailLimit - 2)
  }

  /// Returns the lines, which are empty if the outcome passed without a warning.
  ///
  /// - Parameter differenceLimit: The maximum number of listed differences, or `nil` for all.
  package func lines(differenceLimit: Int? = 5) -> [String] {
    guard let reason else { return remark.map { ["\(name.printable): passed: \($0.printable)"] } ?? [] }
    return ["\(name.printable): \(reason.printable)"]
      + moreLines(limit: differenceLimit).map { "    \($0.printable)" }
  }
}
