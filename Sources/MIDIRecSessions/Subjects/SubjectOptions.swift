internal import MIDICore

/// The options that a session has chosen for a subject.
public struct SubjectOptions: Hashable, Sendable {
  private let options: [Session.Option]
  /// Whether the session has a recording, on which defaults can depend.
  package private(set) var hasRecording = true

  /// Creates the options from a session's file.
  public init(_ options: [Session.Option]) { self.options = options }

  /// Creates the options of a session's subject.
  init(_ subject: Session.Subject) {
    options = subject.options
    hasRecording = subject.hasRecording
  }

  /// The option with a name, or `nil` if it isn't set.
  public subscript(name: String) -> Session.Option? { options.first { $0.name == name } }

  /// Returns the parsed value of an option, or `nil` if the option isn't set.
  ///
  /// - Parameters:
  ///   - name: The option's name.
  ///   - expected: The expected value, for errors: `red, green, or blue`.
  ///   - read: Returns the parsed value, or `nil` for an invalid value.
  /// - Throws: `SubjectOptionError` if the option has several values, or if `read` returns `nil`.
  public func value<Value>(
    of name: String, expected: String, _ read: (String) -> Value?
  ) throws(SubjectOptionError) -> Value? {
    guard let option = self[name] else { return nil }
    guard option.values.count == 1, let value = read(option.values[0]) else {
      throw SubjectOptionError(option, expected: expected)
    }
    return value
  }

  /// Returns the values of an option that is a list or a single value, or `nil` if the option isn't set.
  ///
  /// - Throws: `SubjectOptionError` if it is a map, or if `isValid` rejects a value.
  public func list(
    _ name: String, expected: String, where isValid: (String) -> Bool = { _ in true }
  ) throws(SubjectOptionError) -> [String]? {
    guard let option = self[name] else { return nil }
    guard option.pairs.isEmpty, option.values.allSatisfy(isValid) else {
      throw SubjectOptionError(option, expected: expected)
    }
    return option.values
  }

  /// Returns the entries of an option that is a map, in the order of the file, or an empty list if the option isn't
  /// set.
  ///
  /// - Throws: `SubjectOptionError` if it isn't a map.
  public func pairs(_ name: String, expected: String) throws(SubjectOptionError) -> [Session.Pair] {
    guard let option = self[name] else { return [] }
    guard !option.pairs.isEmpty else { throw SubjectOptionError(option, expected: expected) }
    return option.pairs
  }

  /// Returns the parsed value of an entry of an option that is a map.
  ///
  /// - Throws: `SubjectOptionError` if `read` returns `nil`.
  package func value<Value>(
    of pair: Session.Pair, in name: String, expected: String, _ read: (String) -> Value?
  ) throws(SubjectOptionError) -> Value {
    if let value = read(pair.value) { return value }
    throw SubjectOptionError(
      name, pair, reason: "\(pair.key.quoted): expected \(expected), found \(pair.value.quoted)")
  }

  /// Returns the value of a Boolean option, or `nil` if the option isn't set.
  ///
  /// - Throws: `SubjectOptionError` if it is neither `true` nor `false`.
  public func flag(_ name: String) throws(SubjectOptionError) -> Bool? {
    try value(of: name, expected: "true or false", Bool.init)
  }

  /// Returns the number of an option, or `nil` if the option isn't set.
  ///
  /// - Throws: `SubjectOptionError` if it isn't a whole number in the range.
  public func number(
    _ name: String, in range: ClosedRange<Int>
  ) throws(SubjectOptionError) -> Int? {
    let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
    return try value(of: name, expected: expected) { Int(wholeNumber: $0, in: range) }
  }
}

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
  package init(_ option: String, _ pair: Session.Pair, reason: String) {
    self.option = option
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
