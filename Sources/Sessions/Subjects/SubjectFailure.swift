/// Why a subject gave nothing that can be compared.
public struct SubjectFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is, which decides the exit code.
  public enum Kind: String, Hashable, Sendable {
    /// There is no sequencer, or the program can't be started or never gets ready (exit code 69).
    case unavailable
    /// The program did what none should: it crashed, hung, flooded, left too early (exit code 1).
    case misbehaved
    /// Events were lost on their way to the program, or from it (exit code 3).
    case lost
    /// The run was stopped from outside: nothing is known of the subject.
    case stopped
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// What is wrong, in one sentence without its end.
  public let reason: String
  /// What helps to find out why, line by line: what was seen until then, the program's last lines.
  public let details: [String]

  /// Makes one of its parts.
  public init(_ kind: Kind, _ reason: String, details: [String] = []) {
    self.kind = kind
    self.reason = reason
    self.details = details
  }

  /// The reason.
  public var description: String { reason }
}
