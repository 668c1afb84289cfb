import MIDIRecSessions
import Testing

/// The line that a soak ends with.
@Suite struct SoakSummaryTests {
  @Test(arguments: [
    (0, 0, 0, false, "no fault found; it sent no message, so that little was checked"),
    (0, 0, 0, true, "no other fault found"),
    (0, 1, 0, false, "1 fault found"),
    (0, 0, 2, false, "no fault found; 2 storms without a complete reply"),
    (5, 2, 0, true, "2 other faults found"),
  ])
  func resultSaysWhatWasChecked(
    replies: Int, findings: Int, undecided: Int, isKnown: Bool, result: String
  ) {
    let summary = SoakSummary(
      name: "x", seed: 3, storms: 2, messages: 10, replies: replies, findings: findings,
      undecided: undecided, unconfirmed: [], isInterrupted: false, gestures: [:])
    #expect(
      summary.text(besideKnown: isKnown)
        == "2 storms of seed 3 with 10 messages, \(replies) in reply; \(result)")
  }
}
