/// What is volatile in texts, replaced.
extension ProgramSettings {
  /// A text in which what is volatile is replaced, by one redaction after the other.
  ///
  /// Matching knows no locale: letters and digits are what Unicode says, `^` and `$` are the beginning and end of each
  /// line. A replacement stands there as it is.
  ///
  /// - Complexity: That of the regular expressions; of some it is exponential in the text's length.
  public func redact(_ text: String) -> String {
    redactions.reduce(text) { text, redaction in
      // All of them were compiled when the settings were read.
      guard let expression = redaction.expression else { return text }
      return text.replacing(expression, with: redaction.replacement)
    }
  }
}

extension ProgramSettings.Redaction {
  /// Why its pattern can't be used; nothing where it can.
  var fault: String? {
    if pattern.isEmpty { return "\(pattern.quoted) fits everywhere" }
    do {
      _ = try Regex(pattern)
      return nil
    } catch {
      return "\(pattern.quoted) is no regular expression: \(error)"
    }
  }

  /// What a program writes are lines of code points, whatever would be drawn together.
  fileprivate var expression: Regex<AnyRegexOutput>? {
    try? Regex(pattern).matchingSemantics(.unicodeScalar).anchorsMatchLineEndings()
  }
}
