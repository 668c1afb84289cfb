internal import Harness

/// `1 note`, `2 notes`; `1,234 notes`.
public func counted(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// A number in groups of three digits: `1,234,567`.
func grouped(_ count: Int) -> String {
  let digits = Array(String(count.magnitude))
  let groups = stride(from: digits.count, to: 0, by: -3).map { end in String(digits[max(0, end - 3)..<end]) }
  return (count < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
}

extension String {
  /// The text with control characters in a form that does nothing to a terminal: `\u{1B}` becomes `\x1B`.
  ///
  /// For what comes from files: anybody may have written it.
  public var printable: String {
    // Most are, and a table has thousands of them.
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    return unicodeScalars.map { $0.controlEscape ?? String($0) }.joined()
  }
}
