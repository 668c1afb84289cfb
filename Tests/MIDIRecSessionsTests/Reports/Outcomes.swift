import MIDICore
import MIDIRecSessions
import TestSupport

/// The outcomes of five sessions, one of each kind. The chords took 12.5 ms.
enum Outcomes {
  static let ofEachKind: [SessionOutcome] = {
    var outcomes = verdicts
    outcomes[1].duration = .microseconds(12_500)
    outcomes[1].place = ("keys/chords/notes.expected.txt", nil)
    outcomes[5].place = ("pads/session.yaml", 4)
    return outcomes
  }()

  private static let verdicts = [
    SessionOutcome(session: "keys/scale", subject: "notes", verdict: .passed),
    SessionOutcome(
      session: "keys/chords", subject: "notes", verdict: .different(ComparedTakes.oneMissingOneExtra)),
    SessionOutcome(session: "keys/chords", subject: "grid", verdict: .passed),
    SessionOutcome(session: "mpe/bends", subject: "grid", verdict: .new),
    SessionOutcome(session: "mpe/slides", subject: "notes", verdict: .unstable(run: 3)),
    SessionOutcome(
      session: "pads", subject: nil, verdict: .failed(reason: "pads/session.yaml:4: unknown key \"tag<s>\"")),
  ]
}
