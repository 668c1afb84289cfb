internal import CPCRE2

/// A regular expression of PCRE2 whose work on a text is limited, whatever the pattern is.
///
/// Letters and digits are Unicode letters and digits. `^` and `$` match at the start and end of each line.
@safe struct RegularExpression: ~Copyable {
  /// An invalid pattern, or one that takes too much work.
  struct Fault: Error {
    /// The reason in PCRE2's words.
    let reason: String
  }

  private let code: OpaquePointer

  /// Compiles a pattern.
  ///
  /// - Throws: ``Fault`` if it isn't a regular expression.
  init(_ pattern: String) throws(Fault) {
    let context = unsafe pcre2_compile_context_create_8(nil)
    defer { unsafe pcre2_compile_context_free_8(context) }
    unsafe pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANYCRLF))
    // The automatic callouts count the steps.
    let options =
      PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT
    var (error, offset) = (Int32(0), 0)
    let bytes = Array(pattern.utf8)
    guard let code = unsafe pcre2_compile_8(bytes, bytes.count, options, &error, &offset, context) else {
      throw Fault(reason: "\(Self.message(of: error)), at byte \(offset)")
    }
    unsafe self.code = unsafe code
  }

  deinit { unsafe pcre2_code_free_8(code) }

  /// Returns a text in which each match is replaced by a literal text.
  ///
  /// - Throws: ``Fault`` if matching takes more than 10,000,000 steps and 50 steps for each byte of the text.
  func replacingMatches(in text: String, with replacement: String) throws(Fault) -> String {
    let (subject, replacement) = (Array(text.utf8), Array(replacement.utf8))
    var capacity = subject.count + 1024
    while true {
      var result = [UInt8](repeating: 0, count: capacity)
      let status = substitute(subject, replacement, into: &result, &capacity)
      // If the result doesn't fit, the capacity is now sufficient.
      if status == PCRE2_ERROR_NOMEMORY, capacity > result.count { continue }
      if status == PCRE2_ERROR_CALLOUT { throw Fault(reason: "matching takes too long") }
      guard status >= 0 else { throw Fault(reason: Self.message(of: status)) }
      return String(decoding: result.prefix(capacity), as: UTF8.self)
    }
  }

  /// Replaces each match.
  ///
  /// - Parameter length: On input, the capacity of `result`. On output, the length of the result, even if it doesn't
  ///   fit.
  /// - Returns: The number of replacements, or an error of PCRE2.
  private func substitute(
    _ subject: [UInt8], _ replacement: [UInt8], into result: inout [UInt8], _ length: inout Int
  ) -> Int32 {
    let context = unsafe pcre2_match_context_create_8(nil)
    defer { unsafe pcre2_match_context_free_8(context) }
    let options =
      PCRE2_SUBSTITUTE_GLOBAL | PCRE2_SUBSTITUTE_LITERAL | PCRE2_SUBSTITUTE_OVERFLOW_LENGTH
    var stepsLeft = 10_000_000 + 50 * subject.count
    return unsafe withUnsafeMutablePointer(to: &stepsLeft) { stepsLeft in
      unsafe pcre2_set_callout_8(
        context,
        { _, stepsLeft in
          guard let stepsLeft = unsafe stepsLeft?.assumingMemoryBound(to: Int.self) else { return 0 }
          unsafe stepsLeft.pointee -= 1
          return unsafe stepsLeft.pointee < 0 ? PCRE2_ERROR_CALLOUT : 0
        }, stepsLeft)
      return unsafe pcre2_substitute_8(
        code, subject, subject.count, 0, options, nil, context, replacement, replacement.count, &result,
        &length)
    }
  }

  private static func message(of error: Int32) -> String {
    var text = [UInt8](repeating: 0, count: 256)
    let length = unsafe pcre2_get_error_message_8(error, &text, text.count)
    return String(decoding: text.prefix(max(0, Int(length))), as: UTF8.self)
  }
}
