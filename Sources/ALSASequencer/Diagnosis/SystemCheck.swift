/// One thing that MIDI on this machine depends on: whether it is there, and what mends it.
public struct SystemCheck: Hashable, Sendable {
  /// How good it is.
  public enum State: String, Hashable, Sendable, Codable {
    /// It is as it should be.
    case ok
    /// midirec works without it, but not as well.
    case warn
    /// Without it midirec can't capture or play.
    case missing
  }

  /// What was looked at.
  public let subject: String
  /// How good it is.
  public let state: State
  /// What was found.
  public let finding: String
  /// A command that mends it, or what to do.
  public let remedy: String?

  /// Says what was found.
  public init(_ subject: String, _ state: State, _ finding: String, remedy: String? = nil) {
    self.subject = subject
    self.state = state
    self.finding = finding
    self.remedy = remedy
  }
}
