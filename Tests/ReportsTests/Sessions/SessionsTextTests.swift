import Reports
import Testing

@Suite struct SessionsTextTests {
  @Test func unpassedSessionsAreListedBeforeCount() {
    #expect(
      SessionsText.text(of: Outcomes.ofEachKind) == """
        keys/chords: different: 1 missing, 1 extra
             3.000000  G4 on channel 1: missing
            10.000000  E4 on channel 1: extra
        mpe/bends (grid): new: no expected result yet
        mpe/slides: unstable: run 3 differs from the first run
        pads: failed: pads/session.yaml:4: unknown key "tag<s>"

        2 passed, 1 different, 1 new, 1 unstable, 1 failed
        """)
  }

  @Test func differenceListIsLimited() {
    #expect(
      SessionsText.lines(of: Outcomes.ofEachKind[1], differenceLimit: 1) == [
        "keys/chords: different: 1 missing, 1 extra", "    3.000000  G4 on channel 1: missing",
        "    … and 1 more",
      ])
  }

  @Test func passedRunHasOneLine() {
    #expect(SessionsText.text(of: [Outcomes.ofEachKind[0]]) == "1 passed")
    #expect(SessionsText.text(of: []) == "0 passed")
  }

  @Test func namesAndReasonsAreEscaped() {
    let outcome = SessionOutcome(session: "a\u{1B}[2J", subject: nil, verdict: .failed(reason: "b\n\u{7}"))
    #expect(SessionsText.lines(of: outcome) == ["a\\x1B[2J: failed: b\\x0A\\x07"])
  }
}
