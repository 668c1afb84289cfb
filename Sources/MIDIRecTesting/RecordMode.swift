internal import MIDIRecSessions
internal import MIDIRecSystem

/// The expectations that a test run writes.
///
/// A trait sets the mode of a test or suite: `recordExpectations(_:)`. Elsewhere the environment variable
/// `MIDIREC_RECORD` sets it, such as `MIDIREC_RECORD=failed swift test`. Without both it is ``pending``.
///
/// If the environment variable `CI` is set to anything but `0` or `false`, the mode is ``never``, whatever else is set.
///
/// A test for which something was written fails, and its message names the file. Results that can't be compared, such as
/// those of a subject that throws, are never written.
public enum RecordMode: String, CaseIterable, Sendable {
  /// Writes a pending file if the result differs from the expectation, or if there is no expectation yet.
  ///
  /// `midirec review` shows pending files, `midirec accept` makes them expectations, and `midirec reject` deletes them. A
  /// test that passes also deletes its pending file.
  case pending
  /// Writes the expectations that don't exist yet, and a pending file if the result differs from an existing one.
  case missing
  /// Writes the expectations that don't exist yet, and replaces different ones.
  ///
  /// Notes and values within the tolerance remain as expected, so that only differences are rewritten.
  case failed
  /// Writes every expectation, also if the result doesn't differ. Every expectation then fails its test.
  case all
  /// Writes and deletes no file.
  case never

  /// The environment variable that sets the mode.
  static let variable = "MIDIREC_RECORD"

  /// A value of the environment variable that isn't a mode.
  struct InvalidValue: Error, CustomStringConvertible {
    let value: String

    var description: String {
      let names = RecordMode.allCases.map(\.rawValue).joined(separator: ", ")
      return "\(variable) must be one of \(names) (found \"\(value)\")"
    }
  }

  /// Returns the mode in effect.
  ///
  /// - Parameters:
  ///   - trait: The mode that the test's innermost trait sets.
  ///   - variables: The environment.
  static func inEffect(
    trait: RecordMode?, variables: [String: String] = ProcessEnvironment.variables
  ) throws(InvalidValue) -> RecordMode {
    if ProcessEnvironment.isContinuousIntegration(variables) { return .never }
    if let trait { return trait }
    guard let value = variables[variable], !value.isEmpty else { return .pending }
    guard let mode = RecordMode(rawValue: value) else { throw InvalidValue(value: value) }
    return mode
  }

  /// Returns whether a result becomes the expectation without being reviewed.
  func accepts(isNew: Bool) -> Bool {
    switch self {
    case .pending, .never: false
    case .missing: isNew
    case .failed, .all: true
    }
  }
}
