package import MIDIRecSound

/// Texts in fonts, which may be malicious.
extension String {
  /// Creates a text from the bytes up to the first zero, without surrounding spaces.
  ///
  /// Bytes that aren't UTF-8 are decoded as Latin-1. Control characters are replaced.
  package init(fontText bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes.prefix { $0 != 0 })
    let text =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    let scalars = text.unicodeScalars.map { Self.isPrintable($0) ? $0 : "\u{FFFD}" }
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let trimmed = scalars.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
    self.init(String.UnicodeScalarView(trimmed))
  }

  /// Creates a text of several lines with uniform line ends, and without empty lines around it.
  init(fontLines bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes.prefix { $0 != 0 })
    let lines = bytes.split(omittingEmptySubsequences: false) { $0 == 0x0A }
      .map { String(fontText: $0.last == 0x0D ? $0.dropLast() : $0) }
      .joined(separator: "\n")
    self.init(lines.drop(while: \.isNewline).reversed().drop(while: \.isNewline).reversed())
  }

  /// Throws if the text can't be a name.
  ///
  /// - Parameter noun: The kind of the name, such as `a tag`.
  package func checkName(of noun: String) throws(SoundError) {
    if allSatisfy(\.isWhitespace) { throw SoundError(.usage, nil, "\(noun) needs a name") }
    if String(fontText: utf8) != self {
      throw SoundError(.usage, nil, "the name of \(noun) can't have control characters, or spaces around it")
    }
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
    default: true
    }
  }
}
