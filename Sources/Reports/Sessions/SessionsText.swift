internal import MIDICore

/// Outcomes for a person.
package enum SessionsText {
  /// A line for each outcome that isn't passed, with its differences, or what else helps, below; how many there are of each kind is the last
  /// line. There is no line feed at the end.
  ///
  /// ```
  /// keys/scale: different: 1 missing
  ///     1.230000  C4 on channel 1: missing
  ///
  /// 16 passed, 1 different
  /// ```
  ///
  /// - Parameters:
  ///   - outcomes: What is shown, in order of the sessions' names.
  ///   - differenceLimit: How many differences of each are listed; all, if there is no limit.
  /// - Complexity: O(*n*) in the number of outcomes and differences.
  package static func text(of outcomes: [SessionOutcome], differenceLimit: Int? = 5) -> String {
    var lines = outcomes.flatMap { Self.lines(of: $0, differenceLimit: differenceLimit) }
    if !lines.isEmpty { lines.append("") }
    return (lines + [OutcomeCounts(outcomes).text]).joined(separator: "\n")
  }

  /// The lines of one outcome; none where it passed and nothing is to be known of that.
  ///
  /// - Parameters:
  ///   - outcome: What is shown.
  ///   - differenceLimit: How many differences are listed; all, if there is no limit.
  package static func lines(of outcome: SessionOutcome, differenceLimit: Int? = 5) -> [String] {
    guard let reason = outcome.reason else {
      return outcome.remark.map { ["\(outcome.name.printable): passed: \($0.printable)"] } ?? []
    }
    return ["\(outcome.name.printable): \(reason.printable)"]
      + outcome.moreLines(limit: differenceLimit).map { "    \($0.printable)" }
  }
}

extension SessionOutcome {
  /// The session's name; and the subject's, unless it is the notes themselves, as it most often is.
  fileprivate var name: String {
    subject.map { $0 == "notes" ? session : "\(session) (\($0))" } ?? session
  }
}
