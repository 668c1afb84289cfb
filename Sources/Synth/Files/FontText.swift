/// The texts in a font, which may be malicious.
package enum FontText {
  /// Returns the text up to the first zero, without surrounding spaces, decoded as UTF-8 or otherwise Latin-1. Control
  /// characters are replaced.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes.prefix { $0 != 0 })
    let text =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    let scalars = text.unicodeScalars.map { isPrintable($0) ? $0 : "\u{FFFD}" }
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let trimmed = scalars.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
    return String(String.UnicodeScalarView(trimmed))
  }

  /// Returns a text of several lines with uniform line ends.
  static func lines(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes.prefix { $0 != 0 })
    return bytes.split(omittingEmptySubsequences: false) { $0 == 0x0A }
      .map { text($0.last == 0x0D ? $0.dropLast() : $0) }
      .joined(separator: "\n")
      .trimmingNewlines
  }

  /// Returns the reason why a name is invalid, or `nil` if it is valid.
  ///
  /// - Parameter noun: The kind of the name, such as `a tag`.
  package static func objection(to name: String, of noun: String) -> String? {
    if name.allSatisfy(\.isWhitespace) { return "\(noun) needs a name" }
    if text(Array(name.utf8)) != name {
      return "the name of \(noun) can't have control characters, or spaces around it"
    }
    return nil
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
    default: true
    }
  }
}

extension String {
  /// The text without surrounding line ends.
  fileprivate var trimmingNewlines: String {
    String(drop(while: \.isNewline).reversed().drop(while: \.isNewline).reversed())
  }
}
