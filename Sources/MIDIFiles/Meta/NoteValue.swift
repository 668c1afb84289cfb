/// A musical duration as a fraction of a whole note, in lowest terms.
package struct NoteValue: Hashable, Sendable, CustomStringConvertible {
  /// The numerator.
  package let numerator: UInt64
  /// The denominator, at least 1.
  package let denominator: UInt64

  /// Creates a fraction. The denominator must not be 0.
  init(_ numerator: UInt64, _ denominator: UInt64) {
    var (divisor, rest) = (denominator, numerator)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// The fraction, such as `3/16`, or `2`.
  package var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
