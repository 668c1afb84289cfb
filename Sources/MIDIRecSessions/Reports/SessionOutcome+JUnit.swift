internal import MIDICore
internal import MIDIRecReports

/// Outcomes as JUnit XML, which CI systems read.
///
/// Each session is a suite, and each of its subjects a test case. A session that couldn't run at all has one test case
/// with the name `session`. A different, new, or unstable result is a failure; a session that couldn't run is an error.
/// No session is skipped, because `midirec test` doesn't pass while a result is new. Times are in seconds. The report
/// contains no host or date.
extension [SessionOutcome] {
  /// The XML text of outcomes that are grouped by session.
  ///
  /// - Complexity: O(*n*), where *n* is the number of outcomes and differences.
  package var junitReport: String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuites name=\"midirec\" \(self[...].junitAttributes)>",
    ]
    var rest = self[...]
    while let session = rest.first?.session {
      let suite = rest.prefix { $0.session == session }
      rest = rest.dropFirst(suite.count)
      lines.append(
        "  <testsuite name=\"\(session.xmlEscaped)\" \(suite.junitAttributes)>")
      for outcome in suite { lines += outcome.junitTestCase }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>", ""]).joined(separator: "\n")
      .withoutWorkflowCommands(colon: "&#58;", sign: "&#35;")
  }
}

extension ArraySlice<SessionOutcome> {
  fileprivate var junitAttributes: String {
    let time = reduce(Nanoseconds.zero) { $0 + $1.duration }
    let failures = self.count { [.different, .new, .unstable].contains($0.status) }
    let errors = self.count { $0.status == .failed }
    return "tests=\"\(count)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"\(time.secondsText)\""
  }
}

extension SessionOutcome {
  /// The maximum number of listed differences per test case.
  private static let junitDifferenceLimit = 100

  fileprivate var junitTestCase: [String] {
    let name = (subject ?? "session").xmlEscaped
    let tag =
      "    <testcase classname=\"\(session.xmlEscaped)\" name=\"\(name)\" time=\"\(duration.secondsText)\""
    guard let reason else {
      guard let remark = remark ?? counts else { return [tag + "/>"] }
      return [tag + ">", "      <system-out>\(remark.xmlEscaped)</system-out>", "    </testcase>"]
    }
    let element = status == .failed ? "error" : "failure"
    // In JUnit XML the reason is the message, which not every reader shows next to the text.
    let more = moreLines(limit: Self.junitDifferenceLimit)
    let text = status == .different ? more : [reason] + more
    return [
      tag + ">",
      "      <\(element) message=\"\(reason.xmlEscaped)\" type=\"\(status.rawValue)\">"
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
