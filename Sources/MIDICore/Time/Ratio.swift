/// A positive rational number. It is exact, unlike a floating-point number.
public struct Ratio: Hashable, Sendable {
  /// The numerator in lowest terms, from 1 through 10^12.
  public let numerator: Int64
  /// The denominator in lowest terms, from 1 through 10^12.
  public let denominator: Int64

  private static let maximum: Int64 = 1_000_000_000_000

  /// Creates a fraction, or returns `nil` if one of its numbers isn't from 1 through 10^12.
  public init?(_ numerator: Int64, over denominator: Int64 = 1) {
    guard 1...Self.maximum ~= numerator, 1...Self.maximum ~= denominator else { return nil }
    let divisor = greatestCommonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Creates the ratio that a text describes: `2`, `0.5`, `150%`, or `3/2`.
  ///
  /// - Returns: The ratio, or `nil` if `text` isn't a positive number or has more than nine digits before or after a
  ///   decimal point.
  public init?(parsing text: String) {
    let isPercentage = text.hasSuffix("%")
    let parts = text.dropLast(isPercentage ? 1 : 0).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let upper = Self.decimal(parts[0]),
      let lower = parts.count == 2 ? Self.decimal(parts[1]) : (value: 1, scale: 1)
    else { return nil }
    // Two numbers of 18 digits each can't overflow.
    let numerator = Int128(upper.value) * Int128(lower.scale)
    let denominator = Int128(lower.value) * Int128(upper.scale) * (isPercentage ? 100 : 1)
    guard numerator > 0, denominator > 0 else { return nil }
    let divisor = greatestCommonDivisor(numerator, denominator)
    guard let first = Int64(exactly: numerator / divisor), let second = Int64(exactly: denominator / divisor)
    else { return nil }
    self.init(first, over: second)
  }

  /// Returns the digits of a decimal number without its point, and the power of ten that divides them.
  private static func decimal(_ text: Substring) -> (value: Int64, scale: Int64)? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : ""
    let digits = parts[0] + fraction
    guard !parts[0].isEmpty, parts.count == 1 || !fraction.isEmpty, parts[0].count <= 9, fraction.count <= 9,
      digits.allSatisfy(\.isASCIIDigit), let value = Int64(digits)
    else { return nil }
    return (value, fraction.reduce(1) { scale, _ in scale * 10 })
  }
}

extension Nanoseconds {
  /// Returns the duration divided by a ratio, rounded to the nearest nanosecond, halves up.
  ///
  /// - Returns: The duration, or `nil` if it would be longer than 292 years.
  public func divided(by ratio: Ratio) -> Nanoseconds? {
    let numerator = Int128(ratio.numerator)
    let doubled = 2 * Int128(rawValue) * Int128(ratio.denominator) + numerator
    let (quotient, remainder) = doubled.quotientAndRemainder(dividingBy: 2 * numerator)
    return Int64(exactly: remainder < 0 ? quotient - 1 : quotient).map(Nanoseconds.init(rawValue:))
  }
}

/// Returns the greatest common divisor of two numbers that aren't negative.
package func greatestCommonDivisor<Value: BinaryInteger>(_ first: Value, _ second: Value) -> Value {
  second == 0 ? first : greatestCommonDivisor(second, first % second)
}
