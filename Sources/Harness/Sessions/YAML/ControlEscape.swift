extension Unicode.Scalar {
  /// How a control character is written that must do nothing: `\x1B`, as YAML and C have it; nothing for other characters.
  package var controlEscape: String? {
    guard value < 0x20 || 0x7F...0x9F ~= value else { return nil }
    let digits = String(value, radix: 16, uppercase: true)
    return "\\x" + (digits.count == 1 ? "0" : "") + digits
  }
}
