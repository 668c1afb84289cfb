/// Returns a count with its noun: `1 note`, `2 notes`, or `1,234 notes`.
package func pluralized(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// Returns a number with its digits grouped in threes: `1,234,567`.
package func grouped(_ count: Int) -> String {
  let digits = Array(String(count.magnitude))
  let groups = stride(from: digits.count, to: 0, by: -3).map { end in String(digits[max(0, end - 3)..<end]) }
  return (count < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
}

/// Returns a count of tenths, hundredths, and so on as a decimal number.
///
/// For example, 1,200 with three decimals is `1.2`.
///
/// - Parameters:
///   - count: The number of tenths, hundredths, and so on.
///   - decimals: The number of decimals.
///   - keepsZeros: Whether to keep trailing zeros, so that all numbers have the same number of decimals.
package func decimalText(_ count: Int64, decimals: Int, keepsZeros: Bool = false) -> String {
  var text = Array(String(count.magnitude).utf8)
  text.insert(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, decimals + 1 - text.count)), at: 0)
  text.insert(UInt8(ascii: "."), at: text.count - decimals)
  if !keepsZeros { while text.last == UInt8(ascii: "0") { text.removeLast() } }
  if text.last == UInt8(ascii: ".") { text.removeLast() }
  return (count < 0 ? "-" : "") + String(decoding: text, as: UTF8.self)
}

extension String {
  /// The text as a word of a shell command, quoted if the shell would change it.
  package var shellWord: String {
    // A shell sees bytes, and a character can consist of a letter and a sign.
    let isPlain = unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "/._-+,:@=%".unicodeScalars.contains($0)
    }
    if isPlain, !isEmpty { return self }
    let parts = unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
  }
}

/// Returns a text with spaces before it, so that it is at least as wide.
package func padded(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}
