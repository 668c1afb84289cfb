internal import FoundationEssentials
internal import MIDICore

/// Writes values as JSON for other programs: keys in alphabetical order, so that the same value gives the same
/// bytes, and no escaped slashes.
package enum JSONText {
  /// The JSON text of a value, over several lines.
  ///
  /// - Throws: What the value's own encoding throws.
  package static func of(_ value: some Encodable) throws -> String { try text(of: value, [.prettyPrinted]) }

  /// The JSON text of a value on one line, for results that come one by one.
  ///
  /// - Throws: What the value's own encoding throws.
  package static func line(of value: some Encodable) throws -> String { try text(of: value, []) }

  private static func text(
    of value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    return escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Escapes what a terminal could act on. In JSON text it can only be part of a string.
  private static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.value >= 0x7F, scalar.isInvisible {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
