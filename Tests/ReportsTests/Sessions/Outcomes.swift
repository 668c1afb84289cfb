import Reports

/// The outcomes of five sessions, one of each kind.
enum Outcomes {
  static let ofEachKind = [
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
