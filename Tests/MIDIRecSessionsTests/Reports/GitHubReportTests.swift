import MIDICore
import MIDIRecReports
import MIDIRecSessions
import Testing

/// The formats of GitHub's documentation, "Workflow commands for GitHub Actions".
@Suite struct GitHubReportTests {
  @Test func filesOfFailuresAreAnnotated() {
    #expect(
      Outcomes.ofEachKind.gitHubAnnotations == [
        "::error file=keys/chords/notes.expected.txt,title=keys/chords::different: 1 missing, 1 extra%0A"
          + "3.000000  G4 on channel 1: missing",
        "::error title=mpe/bends (grid)::new: no expected result yet",
        "::error title=mpe/slides::unstable: run 3 differs from the first run",
        "::error file=pads/session.yaml,line=4,title=pads::failed: pads/session.yaml:4: unknown key \"tag<s>\"",
      ])
  }

  @Test func specialCharactersAreEscaped() {
    var outcome = SessionOutcome(session: "a:b,100%", subject: nil, verdict: .failed(reason: "x:\r\ny,100%"))
    outcome.place = ("./c,d:e", nil)
    #expect(
      [outcome].gitHubAnnotations == [
        "::error file=c%2Cd%3Ae,title=a%3Ab%2C100%25::failed: x:%0D%0Ay,100%25"
      ])
  }

  @Test func tenFailuresAreAnnotated() {
    let outcomes = (0..<12).map { SessionOutcome(session: "\($0)", subject: nil, verdict: .new) }
    #expect(outcomes.gitHubAnnotations.count == 10)
  }

  @Test func summaryHasTableOfFailures() {
    #expect(
      Outcomes.ofEachKind.gitHubSummary == #"""
        ### midirec: 2 passed, 1 different, 1 new, 1 unstable, 1 failed

        | Session | Result | First difference | Time |
        |---|---|---|---:|
        | keys/chords | different: 1 missing, 1 extra | 3.000000  G4 on channel 1: missing | 0.013 s |
        | mpe/bends (grid) | new: no expected result yet |  | 0.000 s |
        | mpe/slides | unstable: run 3 differs from the first run |  | 0.000 s |
        | pads | failed: pads/session.yaml:4: unknown key "tag\<s\>" |  | 0.000 s |

        """#)
  }

  /// Markdown sees scalars: a combining accent doesn't hide a sign.
  @Test func signsWithAccentsAreEscaped() {
    let outcome = SessionOutcome(session: "a|\u{301}<\u{20E3}b", subject: nil, verdict: .new)
    let summary = [outcome].gitHubSummary
    let row = "| a\\|\u{301}\\<\u{20E3}b | new: no expected result yet |  | 0.000 s |"
    #expect(
      summary.unicodeScalars.split(separator: "\n").last?.elementsEqual(row.unicodeScalars) == true,
      "\(summary)")
  }

  @Test func summaryOfPassedRunIsOneLine() {
    #expect([Outcomes.ofEachKind[0]].gitHubSummary == "### midirec: 1 passed\n")
  }
}
