internal import MIDICore

/// What a session chose for a subject.
public struct SubjectOptions: Hashable, Sendable {
  private let options: [Session.Option]

  /// Takes what stands in a session's file.
  public init(_ options: [Session.Option]) { self.options = options }

  /// An option as it stands there; nothing where it doesn't.
  public subscript(name: String) -> Session.Option? { options.first { $0.name == name } }

  /// What `read` makes of an option's value; nothing where the option isn't there.
  ///
  /// - Parameters:
  ///   - name: The option's name.
  ///   - expected: What its value should be, for the error: `red, green or blue`.
  ///   - read: Makes nothing of a value that it can't have.
  /// - Throws: Where the option has several values, or one of which `read` makes nothing.
  public func value<Value>(
    of name: String, expected: String, _ read: (String) -> Value?
  ) throws(SubjectOptionError) -> Value? {
    guard let option = self[name] else { return nil }
    guard option.values.count == 1, let value = read(option.values[0]) else {
      throw SubjectOptionError(option, expected: expected)
    }
    return value
  }

  /// Takes an option's value, if the option is there; those of a list with commas between them.
  ///
  /// - Parameter take: Says whether it can have that value.
  /// - Throws: Where `take` refuses it.
  package func set(
    _ name: String, expected: String, _ take: (String) -> Bool
  ) throws(SubjectOptionError) {
    guard let option = self[name] else { return }
    guard option.pairs.isEmpty, take(option.values.joined(separator: ",")) else {
      throw SubjectOptionError(option, expected: expected)
    }
  }

  /// The values of an option that is a list, or of one that has a single value; nothing where the option isn't there.
  ///
  /// - Throws: Where it is a map, or `isValid` refuses a value.
  public func list(
    _ name: String, expected: String, where isValid: (String) -> Bool = { _ in true }
  ) throws(SubjectOptionError) -> [String]? {
    guard let option = self[name] else { return nil }
    guard option.pairs.isEmpty, option.values.allSatisfy(isValid) else {
      throw SubjectOptionError(option, expected: expected)
    }
    return option.values
  }

  /// The entries of an option that is a map, in the order of the file; none where the option isn't there.
  ///
  /// - Throws: Where it is no map.
  public func pairs(_ name: String, expected: String) throws(SubjectOptionError) -> [Session.Pair] {
    guard let option = self[name] else { return [] }
    guard !option.pairs.isEmpty else { throw SubjectOptionError(option, expected: expected) }
    return option.pairs
  }

  /// Whether an option says yes; nothing where the option isn't there.
  ///
  /// - Throws: Where it is neither `true` nor `false`.
  public func flag(_ name: String) throws(SubjectOptionError) -> Bool? {
    try value(of: name, expected: "true or false", Bool.init)
  }

  /// The number that an option has; nothing where the option isn't there.
  ///
  /// - Throws: Where it isn't a whole number in the range.
  public func number(
    _ name: String, in range: ClosedRange<Int>
  ) throws(SubjectOptionError) -> Int? {
    let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
    return try value(of: name, expected: expected) { Int(wholeNumber: $0, in: range) }
  }
}
