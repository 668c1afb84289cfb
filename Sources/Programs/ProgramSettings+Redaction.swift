internal import Sessions

extension ProgramSettings {
  /// Returns a text after one redaction after the other.
  ///
  /// The work of each redaction is limited: see ``RegularExpression/replacingMatches(in:with:)``.
  ///
  /// - Throws: ``SubjectFailure`` if a pattern takes too much work on the text.
  func redact(_ text: String) throws -> String {
    try redactions.reduce(text) { text, redaction in
      do {
        let expression = try RegularExpression(redaction.pattern)
        return try expression.replacingMatches(in: text, with: redaction.replacement)
      } catch let fault as RegularExpression.Fault {
        throw SubjectFailure(
          .misbehaved,
          "wrote what the redaction \(redaction.pattern.quoted) can't be applied to: \(fault.reason)")
      }
    }
  }
}

extension ProgramSettings.Redaction {
  /// The reason why the pattern can't be used, or `nil` if it can.
  var fault: String? {
    if pattern.isEmpty { return "\(pattern.quoted) fits everywhere" }
    do {
      _ = try RegularExpression(pattern)
      return nil
    } catch {
      return "\(pattern.quoted) is no regular expression: \(error.reason)"
    }
  }
}
