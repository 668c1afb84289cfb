internal import MIDICore
internal import Reports

/// Outcomes as JUnit XML, which CI systems read.
///
/// Each session is a suite, and each of its subjects a test case. A session that couldn't run at all has one test case
/// with the name `session`. A different, new, or unstable result is a failure; a session that couldn't run is an error.
/// No session is skipped, because `midirec test` doesn't pass while a result is new. Times are in seconds. The report
/// contains no host or date.
package enum JUnitReport {
  /// The maximum number of listed differences per test case.
  private static let differenceLimit = 100

  /// Returns the XML text.
  ///
  /// - Parameter outcomes: The outcomes, grouped by session.
  /// - Complexity: O(*n*), where *n* is the number of outcomes and differences.
  package static func text(of outcomes: [SessionOutcome]) -> String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuites name=\"midirec\" \(attributes(of: outcomes[...]))>",
    ]
    var rest = outcomes[...]
    while let session = rest.first?.session {
      let suite = rest.prefix { $0.session == session }
      rest = rest.dropFirst(suite.count)
      lines.append(
        "  <testsuite name=\"\(session.xmlEscaped)\" \(attributes(of: suite))>")
      for outcome in suite { lines += testCase(outcome) }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>", ""]).joined(separator: "\n")
      .withoutWorkflowCommands(colon: "&#58;", sign: "&#35;")
  }

  private static func attributes(of outcomes: ArraySlice<SessionOutcome>) -> String {
    let time = outcomes.reduce(Nanoseconds.zero) { $0 + $1.duration }
    let failures = outcomes.count { [.different, .new, .unstable].contains($0.status) }
    let errors = outcomes.count { $0.status == .failed }
    return "tests=\"\(outcomes.count)\" failures=\"\(failures)\" errors=\"\(errors)\" \(attribute(time))"
  }

  private static func attribute(_ time: Nanoseconds) -> String { "time=\"\(time.secondsText)\"" }

  private static func testCase(_ outcome: SessionOutcome) -> [String] {
    let name = (outcome.subject ?? "session").xmlEscaped
    let tag =
      "    <testcase classname=\"\(outcome.session.xmlEscaped)\" name=\"\(name)\" \(attribute(outcome.duration))"
    guard let reason = outcome.reason else {
      guard let remark = outcome.remark else { return [tag + "/>"] }
      return [tag + ">", "      <system-out>\(remark.xmlEscaped)</system-out>", "    </testcase>"]
    }
    let element = outcome.status == .failed ? "error" : "failure"
    // In JUnit XML the reason is the message, which not every reader shows next to the text.
    let more = outcome.moreLines(limit: differenceLimit)
    let text = outcome.status == .different ? more : [reason] + more
    return [
      tag + ">",
      "      <\(element) message=\"\(reason.xmlEscaped)\" type=\"\(outcome.status.rawValue)\">"
        + text.map(\.xmlEscaped).joined(separator: "\n") + "</\(element)>",
      "    </testcase>",
    ]
  }
}

extension Nanoseconds {
  /// The time in seconds, rounded to milliseconds: `0.012`.
  ///
  /// A thousandth of the time has the same digits in milliseconds.
  var secondsText: String { (self / 1000).millisecondsText() }
}
