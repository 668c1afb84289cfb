extension Int {
  /// Reads a whole number as people write it, in a range. `+1`, which is a number to Swift, is none.
  ///
  /// - Returns: Nothing where it is no such number, or outside.
  package init?(wholeNumber text: some StringProtocol, in range: ClosedRange<Int>) {
    guard !text.hasPrefix("+"), let number = Int(text), range ~= number else { return nil }
    self = number
  }
}
