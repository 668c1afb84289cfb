/// Takes bytes one after the other, up to a limit.
package struct Cursor {
  /// A variable-length quantity.
  package struct Quantity {
    /// The value, at most 28 bits; 0 where the bytes say more.
    package var value: UInt64
    package var byteCount: Int

    /// Whether there are more bytes than the specification allows.
    package var isTooLong: Bool { byteCount > 4 }
  }

  package let bytes: [UInt8]
  package private(set) var position: Int
  package let limit: Int

  package init(bytes: [UInt8], position: Int, limit: Int) {
    self.bytes = bytes
    self.position = position
    self.limit = limit
  }

  /// The next byte, left where it is.
  package var next: UInt8? { position < limit ? bytes[position] : nil }

  package mutating func byte() -> UInt8? {
    guard let byte = next else { return nil }
    position += 1
    return byte
  }

  package mutating func skip(_ count: Int) { position += count }

  package mutating func skipDataBytes() {
    while let byte = next, byte < 0x80 { position += 1 }
  }

  /// Takes bytes up to the first without its upper bit, however many those are.
  package mutating func quantity() -> Quantity? {
    var value: UInt64 = 0
    let start = position
    while let byte = byte() {
      value = min(value << 7 | UInt64(byte & 0x7F), 1 << 40)
      if byte < 0x80 {
        // Such values come from negative numbers in the writing program: no time or length is meant.
        let isSaid = value <= PackedEvent.largestDelta
        return Quantity(value: isSaid ? value : 0, byteCount: position - start)
      }
    }
    return nil
  }
}
