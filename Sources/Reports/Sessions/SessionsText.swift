internal import MIDICore

/// Outcomes as text.
package enum SessionsText {
  /// Returns a line for each outcome that didn't pass, followed by its differences or details. The last line, which has
  /// no line feed, counts the outcomes.
  ///
  /// ```
  /// keys/scale: different: 1 missing
  ///   1.230000  C4 on channel 1: missing
  ///
  /// 16 passed, 1 different
  /// ```
  ///
  /// - Parameters:
  ///   - outcomes: The outcomes, in order of the sessions' names.
  ///   - differenceLimit: The maximum number of listed differences per outcome, or `nil` for all.
  /// - Complexity: O(*n*), where *n* is the number of outcomes and differences.
  package static func text(of outcomes: [SessionOutcome], differenceLimit: Int? = 5) -> String {
    var lines = outcomes.flatMap { Self.lines(of: $0, differenceLimit: differenceLimit) }
    if !lines.isEmpty { lines.append("") }
    return (lines + [OutcomeCounts(outcomes).text]).joined(separator: "\n")
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

extension SessionOutcome {
  /// The session's name, and the subject's name unless it is `notes`, the most common one.
  fileprivate var name: String {
    subject.map { $0 == "notes" ? session : "\(session) (\($0))" } ?? session
  }
}
