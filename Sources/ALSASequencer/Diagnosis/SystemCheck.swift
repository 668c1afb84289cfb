/// One thing that MIDI on this machine depends on: whether it is there, and what mends it.
package struct SystemCheck: Hashable, Sendable {
  /// How good it is.
  package enum State: String, Hashable, Sendable, Codable {
    /// It is as it should be.
    case ok
    /// midirec works without it, but not as well.
    case warn
    /// Without it midirec can't capture or play.
    case missing
  }

  /// What was looked at.
  package let subject: String
  /// How good it is.
  package let state: State
  /// What was found.
  package let finding: String
  /// A command that mends it, or what to do.
  package let remedy: String?

  /// Says what was found.
  package init(_ subject: String, _ state: State, _ finding: String, remedy: String? = nil) {
    self.subject = subject
    self.state = state
    self.finding = finding
    self.remedy = remedy
  }
}
