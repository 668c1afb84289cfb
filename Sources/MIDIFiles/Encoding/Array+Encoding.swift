extension [UInt8] {
  /// Appends a number below 2^28 in one to four bytes of seven bits, the most significant first.
  mutating func appendVariableLengthQuantity(_ value: UInt64) {
    append(addingCapacity: 4) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        var unchecked = unsafe UncheckedOutput(buffer: buffer, count: count)
        unchecked.appendVariableLengthQuantity(value)
        count = unchecked.count
      }
    }
  }

  package mutating func appendBigEndian(_ value: some FixedWidthInteger) {
    for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
