internal import Glibc

extension Double {
  /// An amplitude in decibels.
  var decibels: Double { 20 * log10(self) }

  /// The power of ten that its first digit stands for: -4 for 0.00095. Above zero and finite.
  var exponent10: Int { Int(log10(self).rounded(.down)) }
}

/// A power of ten.
func power10(_ exponent: Int) -> Double { pow(10, Double(exponent)) }
