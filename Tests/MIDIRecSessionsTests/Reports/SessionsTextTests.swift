import MIDICore
import MIDIRecSessions
import TestSupport
import Testing

@Suite struct SessionsTextTests {
  @Test func unpassedSessionsAreListedBeforeCountAndTime() {
    #expect(
      Outcomes.ofEachKind.text(duration: .milliseconds(62_004)) == """
        keys/chords: different: 1 missing, 1 extra; first: 3.000000  G4 on channel 1: missing (0.013 s)
        mpe/bends (grid): new: no expected result yet
        mpe/slides: unstable: run 3 differs from the first run
        pads: failed: pads/session.yaml:4: unknown key "tag<s>"

        2 passed, 1 different, 1 new, 1 unstable, 1 failed in 62.004 s
        """)
  }

  @Test func differenceListIsLimited() {
    #expect(
      Outcomes.ofEachKind[1].lines(differenceLimit: 1) == [
        "keys/chords: different: 1 missing, 1 extra", "    3.000000  G4 on channel 1: missing",
        "    … and 1 more",
      ])
  }

  @Test func passedRunHasOneLine() {
    #expect([Outcomes.ofEachKind[0]].text() == "1 passed")
    #expect([SessionOutcome]().text() == "0 passed")
  }

  @Test func namesAndReasonsAreEscaped() {
    let outcome = SessionOutcome(session: "a\u{1B}[2J", subject: nil, verdict: .failed(reason: "b\n\u{7}"))
    #expect(outcome.lines() == ["a\\x1B[2J: failed: b\\x0A\\x07"])
  }

  @Test func failedSessionHasFirstAndLastDetails() {
    let outcome = SessionOutcome(
      session: "a", subject: nil,
      verdict: .failed(reason: "it crashed", details: (1...7).map { "line \($0)" }))
    #expect(
      [outcome].text() == """
        a: failed: it crashed
            line 1
            line 2
            … 2 more …
            line 5
            line 6
            line 7

        0 passed, 1 failed
        """)
  }

  @Test func remarkFollowsDifference() {
    var outcome = Outcomes.ofEachKind[1]
    outcome.remark = "out.mid: 1 violation repaired while reading"
    #expect(
      [outcome].text().split(separator: "\n").dropFirst().first
        == "    out.mid: 1 violation repaired while reading")
    #expect([outcome].junitReport.contains("out.mid: 1 violation repaired while reading"))
  }

  @Test func unstableResultHasDifferenceAndFile() {
    var outcome = SessionOutcome(
      session: "a", subject: "notes",
      verdict: .unstable(run: 3, judgment: ComparedTakes.oneMissingOneExtra))
    outcome.attempt = "a/notes.unstable.txt"
    #expect(
      [outcome].text() == """
        a: unstable: run 3 differs from the first run: 1 missing, 1 extra; first: 3.000000  G4 on channel 1: missing
            the different run is in a/notes.unstable.txt

        0 passed, 1 unstable
        """)
  }

  @Test func namesAreBoldAndVerdictsRedOnTerminal() {
    let text = [Outcomes.ofEachKind[3]].text(isColored: true)
    #expect(
      text.hasPrefix("\u{1B}[1mmpe/bends (grid)\u{1B}[m: \u{1B}[31mnew\u{1B}[m: no expected result yet\n"))
  }

  @Test func linesAreWrappedAtWords() {
    let text = [Outcomes.ofEachKind[3]].text(isColored: true)
    let lines = text.split(separator: "\n").flatMap { $0.wrapped(to: 32) }
    #expect(
      lines.joined(separator: "\n") == """
        \u{1B}[1mmpe/bends (grid)\u{1B}[m: \u{1B}[31mnew\u{1B}[m: no
            expected result yet
        0 passed, 1 new
        """)
  }

  @Test(
    arguments: [
      (0, "0.000"), (499_999, "0.000"), (500_000, "0.001"), (12_000_000, "0.012"), (61_234_567_890, "61.235"),
    ] as [(Int64, String)])
  func durationHasMilliseconds(nanoseconds: Int64, text: String) {
    #expect(
      [SessionOutcome]().text(duration: Nanoseconds(rawValue: nanoseconds)) == "0 passed in \(text) s")
  }
}
