package import MIDIRecSessions

extension SessionOutcome.Verdict {
  /// The name of the verdict in these tests.
  package var word: String {
    switch self {
    case .passed: "passed"
    case .different: "different"
    case .new: "new"
    case .unstable: "unstable"
    case .failed: "failed"
    }
  }
}
