internal import MIDICore

/// The storms that a soak played to a subject, for reports.
package struct SoakSummary: Encodable, Hashable, Sendable {
  /// The session, and the subject if the session has several, or the program.
  package var name: String
  /// The seed of the storms.
  package var seed: UInt64
  /// The number of played storms.
  package var storms: Int
  /// The number of their messages.
  package var messages: Int
  /// The number of messages in reply.
  package var replies: Int
  /// The number of new findings.
  package var findings: Int
  /// The number of storms without a complete reply, which decide nothing.
  package var undecided: Int
  /// The invariants that were violated once, and not again when the storm was played alone.
  package var unconfirmed: [String]
  /// Whether the user ended the soak before all storms were played.
  package var isInterrupted: Bool
  /// The number of storms by the gestures that they have. Mutations of takes don't count.
  package var gestures: [String: Int]

  package init(
    name: String, seed: UInt64, storms: Int, messages: Int, replies: Int, findings: Int, undecided: Int,
    unconfirmed: [String], isInterrupted: Bool, gestures: [String: Int]
  ) {
    (self.name, self.seed, self.storms, self.messages) = (name, seed, storms, messages)
    (self.replies, self.findings, self.undecided) = (replies, findings, undecided)
    (self.unconfirmed, self.isInterrupted, self.gestures) = (unconfirmed, isInterrupted, gestures)
  }

  /// The numbers in one line: `50 storms of seed 0 with 5,427 messages, 7,467 in reply`.
  package var countText: String {
    "\(pluralized(storms, "storm")) of seed \(seed) with \(pluralized(messages, "message")), "
      + "\(grouped(replies)) in reply"
  }

  /// Whether the subject sent nothing, although nothing is wrong with it.
  private var isSilent: Bool { replies == 0 && findings == 0 && storms > undecided }

  /// The numbers and the result: `…; no fault found`.
  ///
  /// - Parameter isKnown: Whether earlier findings still fail.
  package func text(besideKnown isKnown: Bool) -> String {
    let other = isKnown ? " other" : ""
    return countText
      + "; \(findings == 0 ? "no" : grouped(findings))\(other) fault\(findings > 1 ? "s" : "") found\(isInterrupted ? " so far" : "")"
      + (isSilent && !isKnown ? "; it sent no message, so that little was checked" : "")
      + (undecided > 0 ? "; \(pluralized(undecided, "storm")) without a complete reply" : "")
  }
}
