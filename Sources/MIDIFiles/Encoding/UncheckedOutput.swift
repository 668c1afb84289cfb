/// Memory for bytes that are written without a check; the writer checks once for several bytes.
///
/// `OutputSpan` checks each byte, which makes encoding a third slower.
@safe
struct UncheckedOutput {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  /// The number of written bytes.
  private(set) var count: Int

  /// Creates an output that continues after the first `count` bytes of a buffer.
  init(buffer: UnsafeMutableBufferPointer<UInt8>, count: Int) {
    unsafe self.buffer = buffer
    self.count = count
  }

  /// The number of bytes that can still be written.
  @inline(__always) var freeCapacity: Int { unsafe buffer.count - count }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    assert(freeCapacity > 0)
    unsafe buffer[count] = byte
    count &+= 1
  }

  mutating func append(_ bytes: Span<UInt8>) {
    assert(freeCapacity >= bytes.count)
    unsafe bytes.withUnsafeBufferPointer { source in
      _ = unsafe buffer[count...].initialize(fromContentsOf: source)
    }
    count &+= bytes.count
  }

  /// Appends a number below 2^28 in one to four bytes of seven bits each, most significant first.
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
  /// Appends a number below 2^28 in one to four bytes of seven bits each, most significant first.
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
