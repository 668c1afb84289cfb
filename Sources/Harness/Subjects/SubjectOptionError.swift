/// An option of a subject that has a value which it can't have.
public struct SubjectOptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The option's name.
  public let option: String
  /// The line in the session's file, counted from 1.
  public let line: Int
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
    let found =
      option.values.count == 1
      ? option.values[0].quoted : option.values.isEmpty ? "an empty list" : "a list of \(option.values.count)"
    self.init(option, reason: "expected \(expected), found \(found)")
  }

  /// One line: `line 4: the option "rows": expected a number from 1 to 8, found "9"`.
  public var description: String { "line \(line): the option \(option.quoted): \(reason)" }
}
