import MIDIRecReports
import MIDIRecSessions
import TestSupport
import Testing

@Suite struct SessionsDocumentTests {
  @Test func eachOutcomeHasVerdict() throws {
    let outcomes = Outcomes.ofEachKind.filter { $0.session != "keys/chords" }
    #expect(
      try JSONText.of(SessionsDocument(outcomes)) == """
        {
          "counts" : {
            "different" : 0,
            "failed" : 1,
            "new" : 1,
            "passed" : 1,
            "unstable" : 1
          },
          "outcomes" : [
            {
              "session" : "keys/scale",
              "subject" : "notes",
              "verdict" : "passed"
            },
            {
              "reason" : "new: no expected result yet",
              "session" : "mpe/bends",
              "subject" : "grid",
              "verdict" : "new"
            },
            {
              "reason" : "unstable: run 3 differs from the first run",
              "run" : 3,
              "session" : "mpe/slides",
              "subject" : "notes",
              "verdict" : "unstable"
            },
            {
              "reason" : "pads/session.yaml:4: unknown key \\"tag<s>\\"",
              "session" : "pads",
              "verdict" : "failed"
            }
          ]
        }
        """)
  }

  @Test func differenceHasWholeComparison() throws {
    let text = try JSONText.line(of: SessionsDocument([Outcomes.ofEachKind[1]]))
    let comparison = try JSONText.line(of: ComparisonDocument(ComparedTakes.oneMissingOneExtra))
    #expect(text.contains("\"comparison\":\(comparison),"))
  }
}
