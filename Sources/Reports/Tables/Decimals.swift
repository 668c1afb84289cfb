/// A whole number of tenths, hundredths and so on as a decimal number: 1,200 with three decimals is `1.2`.
///
/// - Parameters:
///   - count: How many of them.
///   - decimals: How many digits stand after the point.
///   - keepsZeros: Whether zeros at the end stay, so that all such numbers are equally long.
package func decimalText(_ count: Int64, decimals: Int, keepsZeros: Bool = false) -> String {
  let digits = String(count.magnitude)
  let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
  let sign = count < 0 ? "-" : ""
  var fraction = padded.suffix(decimals)
  if !keepsZeros { while fraction.last == "0" { fraction.removeLast() } }
  return sign + padded.dropLast(decimals) + (fraction.isEmpty ? "" : "." + fraction)
}
