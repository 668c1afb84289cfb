extension Nanoseconds {
  /// Reads hours, minutes and seconds with a fraction, as a clock shows them: `08:10:17.056`. All digits have to be
  /// there; the fraction has 1 to 9.
  ///
  /// - Returns: Nothing when `text` is no such time.
  package init?(clock text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 2, parts[1].count == 2,
      parts.dropLast().allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
      let hours = Int64(parts[0]), let minutes = Int64(parts[1]), minutes < 60,
      parts[2].prefix(while: \.isASCIIDigit).count == 2, parts[2].last?.isASCIIDigit == true,
      let seconds = Nanoseconds(parsing: "\(parts[2])s"), seconds < .seconds(60)
    else { return nil }
    self = .seconds(hours * 3600 + minutes * 60) + seconds
  }

  /// Milliseconds with as many decimals as it takes, and the unit, so that nothing is rounded: `12.345678ms`, `20ms`.
  package var exactText: String {
    let digits = String(magnitude.rawValue % 1_000_000 + 1_000_000).dropFirst()
    let fraction = digits.prefix(
      upTo: digits.lastIndex { $0 != "0" }.map(digits.index(after:)) ?? digits.startIndex)
    let whole = "\(rawValue < 0 ? "-" : "")\(magnitude.rawValue / 1_000_000)"
    return fraction.isEmpty ? "\(whole)ms" : "\(whole).\(fraction)ms"
  }
}
