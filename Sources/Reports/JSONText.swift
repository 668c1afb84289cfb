internal import FoundationEssentials

/// Writes values as JSON for other programs: keys in alphabetical order, so that the same value gives the same
/// bytes, and no escaped slashes.
public enum JSONText {
  /// The JSON text of a value, over several lines.
  ///
  /// - Throws: What the value's own encoding throws.
  public static func of(_ value: some Encodable) throws -> String { try text(of: value, [.prettyPrinted]) }

  /// The JSON text of a value on one line, for results that come one by one.
  ///
  /// - Throws: What the value's own encoding throws.
  public static func line(of value: some Encodable) throws -> String { try text(of: value, []) }

  private static func text(
    of value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
