internal import MIDICore

extension Comparison {
  /// Returns a change of a passage as text.
  func text(
    of change: PassageChange, _ middleC: MiddleC, _ timeText: (Nanoseconds) -> String
  ) -> DifferenceText {
    DifferenceText(subject: "\(change.passage)", verdict: "\(change.effect)")
  }
}
