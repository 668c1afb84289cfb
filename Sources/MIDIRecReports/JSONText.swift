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
    // In JSON text, number signs occur only in strings.
    return escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
      .withoutWorkflowCommands(sign: #"\u0023"#)
  }

  /// Escapes characters that control a terminal, which occur only in strings of JSON text.
  private static func escaped(_ text: String) -> String {
    // Most texts have none, but a line feed per value.
    if text.hasOnlyPrintableASCII { return text }
    return text.replacingInvisible { scalars in
      guard let value = scalars.first?.value, value >= 0x7F else { return nil }
      let digits = String(value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}
