/// An invalid value of a subject's option.
public struct SubjectOptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The option's name.
  public let option: String
  /// The line in the session's file, from 1, or `nil` if the option is missing.
  public let line: Int?
  /// The reason, as a sentence without a period.
  public let reason: String

  /// Creates an error with the given values.
  public init(_ option: Session.Option, reason: String) {
    self.option = option.name
    line = option.line
    self.reason = reason
  }

  /// Creates an error with the expectation and the option's actual value.
  public init(_ option: Session.Option, expected: String) {
    self.init(option, reason: "expected \(expected), found \(option.summary)")
  }

  /// Creates an error for an entry of an option that is a map.
  package init(_ option: Session.Option, _ pair: Session.Pair, reason: String) {
    self.option = option.name
    line = pair.line
    self.reason = reason
  }

  /// Creates an error for a missing option.
  package init(missing option: String, expected: String) {
    self.option = option
    line = nil
    reason = "is missing; expected \(expected)"
  }

  /// The error in one line: `line 4: the option "rows": expected a number from 1 to 8, found "9"`.
  public var description: String {
    "\(line.map { "line \($0): " } ?? "")the option \(option.quoted): \(reason)"
  }
}

extension Session.Option {
  /// The summary for errors: `"9"`, `a list of 2`.
  fileprivate var summary: String {
    if !pairs.isEmpty { return "a map" }
    return values.count == 1
      ? values[0].quoted : values.isEmpty ? "an empty list" : "a list of \(values.count)"
  }
}
