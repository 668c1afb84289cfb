import MIDIRecReports
import MIDIRecSessions
import Testing
import Timelines

/// Different texts and failed programs in reports.
@Suite struct TextOutcomesTests {
  private let different = SessionOutcome(
    session: "a/b", subject: "program.output",
    verdict: .different(
      TextComparison(expected: "one\ntwo\nthree\n", actual: "one\n2 \u{1B}<\nthree\nfour\n")))
  private let failed = SessionOutcome(
    session: "a/c", subject: "program",
    verdict: .failed(reason: "crashed", details: ["its last lines:", "  x\u{7}<"]))

  @Test func textReportHasFirstLineAndDetails() {
    #expect(
      [different, failed].text() == """
        a/b (program.output): different: 1 line missing, 2 lines extra; first: -2  two
        a/c (program): failed: crashed
            its last lines:
              x\\x07<

        0 passed, 1 different, 1 failed
        """)
  }

  @Test func omittedLinesAreCounted() {
    let lines = different.lines(differenceLimit: 1)
    #expect(lines.dropFirst() == ["    -2  two", "    … and 2 more"])
  }

  @Test func onlyExistingKindsAreCounted() {
    let missing = TextComparison(expected: "a\nb\n", actual: "a\n")
    #expect(missing.verdictText == "different: 1 line missing")
    #expect(TextComparison(expected: "", actual: "a\nb\n").verdictText == "different: 2 lines extra")
    #expect(TextComparison(expected: "a", actual: "a").verdictText == "same")
  }

  @Test func linesAreAligned() {
    let expected = (1...12).map { "\($0)\n" }.joined()
    let actual = (1...12).filter { $0 != 9 && $0 != 10 }.map { "\($0)\n" }.joined()
    let outcome = SessionOutcome(
      session: "a", subject: nil, verdict: .different(TextComparison(expected: expected, actual: actual)))
    #expect(outcome.lines().dropFirst() == ["     -9  9", "    -10  10"])
  }

  @Test func longLineIsCut() {
    let long = String(repeating: "a", count: 100_000)
    let outcome = SessionOutcome(
      session: "a", subject: nil, verdict: .different(TextComparison(expected: "", actual: long)))
    let lines = outcome.lines()
    #expect(lines.last == "    +1  " + String(repeating: "a", count: 199) + "…")
  }

  @Test func jsonHasLines() throws {
    #expect(
      try JSONText.of(SessionsDocument([different, failed])) == """
        {
          "counts" : {
            "different" : 1,
            "failed" : 1,
            "new" : 0,
            "passed" : 0,
            "unstable" : 0
          },
          "outcomes" : [
            {
              "reason" : "different: 1 line missing, 2 lines extra",
              "session" : "a/b",
              "subject" : "program.output",
              "text" : {
                "changes" : [
                  {
                    "kind" : "missing",
                    "line" : 2,
                    "text" : "two"
                  },
                  {
                    "kind" : "extra",
                    "line" : 2,
                    "text" : "2 \\u001b<"
                  },
                  {
                    "kind" : "extra",
                    "line" : 4,
                    "text" : "four"
                  }
                ]
              },
              "verdict" : "different"
            },
            {
              "details" : [
                "its last lines:",
                "  x\\u0007<"
              ],
              "reason" : "crashed",
              "session" : "a/c",
              "subject" : "program",
              "verdict" : "failed"
            }
          ]
        }
        """)
  }

  @Test func junitHasLines() {
    let text = [different, failed].junitReport
    #expect(
      text.contains(
        """
              <failure message="different: 1 line missing, 2 lines extra" type="different">-2  two
        +2  2 \\x1B&lt;
        +4  four</failure>
        """))
    #expect(
      text.contains(
        """
              <error message="failed: crashed" type="failed">failed: crashed
        its last lines:
          x\\x07&lt;</error>
        """))
  }
}
