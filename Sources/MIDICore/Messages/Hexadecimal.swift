/// A byte in the way that MIDI's specifications write it: `F7`.
package func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return digits.count == 1 ? "0" + digits : digits
}

/// Bytes one after the other: `90 3C 64`.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { hexadecimal($0) }.joined(separator: " ")
}
