/// An option of a subject that has a value which it can't have.
public struct SubjectOptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The option's name.
  public let option: String
  /// The line in the session's file, counted from 1; nothing where the option isn't there.
  public let line: Int?
  /// What is wrong, in one sentence without its end.
  public let reason: String

  /// Makes an error of its parts.
  public init(_ option: Session.Option, reason: String) {
    self.option = option.name
    line = option.line
    self.reason = reason
  }

  /// Says what was expected; what was found, the option knows.
  public init(_ option: Session.Option, expected: String) {
    self.init(option, reason: "expected \(expected), found \(option.summary)")
  }

  /// Says what is wrong with an entry of an option that is a map.
  package init(_ option: Session.Option, _ pair: Session.Pair, reason: String) {
    self.option = option.name
    line = pair.line
    self.reason = reason
  }

  /// Says what is missing.
  package init(missing option: String, expected: String) {
    self.option = option
    line = nil
    reason = "is missing; expected \(expected)"
  }

  /// One line: `line 4: the option "rows": expected a number from 1 to 8, found "9"`.
  public var description: String {
    "\(line.map { "line \($0): " } ?? "")the option \(option.quoted): \(reason)"
  }
}

extension Session.Option {
  /// What it is, for errors: `"9"`, `a list of 2`.
  fileprivate var summary: String {
    if !pairs.isEmpty { return "a map" }
    return values.count == 1
      ? values[0].quoted : values.isEmpty ? "an empty list" : "a list of \(values.count)"
  }
}
