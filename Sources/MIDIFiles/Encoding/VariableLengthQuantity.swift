extension OutputSpan<UInt8> {
  /// Appends a number below 2^28 in one to four bytes of seven bits, the most significant first.
  @inline(__always)
  mutating func appendVariableLengthQuantity(_ value: UInt64) {
    if value >= 0x80 {
      if value >= 0x4000 {
        if value >= 0x20_0000 { append(UInt8(truncatingIfNeeded: value >> 21) | 0x80) }
        append(UInt8(truncatingIfNeeded: value >> 14) | 0x80)
      }
      append(UInt8(truncatingIfNeeded: value >> 7) | 0x80)
    }
    append(UInt8(truncatingIfNeeded: value) & 0x7F)
  }
}

extension [UInt8] {
  /// Appends a number below 2^28 in one to four bytes of seven bits, the most significant first.
  mutating func appendVariableLengthQuantity(_ value: UInt64) {
    append(addingCapacity: 4) { $0.appendVariableLengthQuantity(value) }
  }

  mutating func appendBigEndian(_ value: some FixedWidthInteger) {
    for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
