internal import FoundationEssentials
internal import MIDICore

/// JSON text with keys in alphabetical order and unescaped slashes, so that equal values give equal bytes.
package enum JSONText {
  /// Returns the JSON text of a value, on several lines.
  ///
  /// - Throws: An encoding error of the value.
  package static func of(_ value: some Encodable) throws -> String { try text(of: value, [.prettyPrinted]) }

  /// Returns the JSON text of a value on one line, for streams of results.
  ///
  /// - Throws: An encoding error of the value.
  package static func line(of value: some Encodable) throws -> String { try text(of: value, []) }

  private static func text(
    of value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    return escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Escapes characters that control a terminal, which occur only in strings of JSON text.
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
