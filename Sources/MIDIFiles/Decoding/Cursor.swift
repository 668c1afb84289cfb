/// A position in bytes that are read up to a limit.
package struct Cursor {
  package let bytes: [UInt8]
  package private(set) var position: Int
  package let limit: Int

  package init(bytes: [UInt8], position: Int, limit: Int) {
    self.bytes = bytes
    self.position = position
    self.limit = limit
  }

  /// The next byte, which isn't consumed.
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

  /// The maximum number of bytes of a variable-length quantity.
  package static let maxQuantityLength = 4

  /// Reads a variable-length quantity of any length, up to the first byte without its upper bit.
  ///
  /// - Returns: The value, at most 28 bits. It is 0 if the bytes encode a larger number, and `nil` if they end early.
  package mutating func quantity() -> UInt64? {
    var value: UInt64 = 0
    while let byte = byte() {
      value = min(value << 7 | UInt64(byte & 0x7F), 1 << 40)
      if byte < 0x80 {
        // Programs produce larger values from negative numbers, so the value is meaningless.
        return value <= PackedEvent.maxDelta ? value : 0
      }
    }
    return nil
  }
}

extension [UInt8] {
  /// Returns the big-endian integer in the two bytes at `offset`, which must exist.
  package func integer16(at offset: Int) -> UInt16 { UInt16(self[offset]) << 8 | UInt16(self[offset + 1]) }

  /// Returns the big-endian integer in the four bytes at `offset`, which must exist.
  package func integer32(at offset: Int) -> UInt32 {
    UInt32(integer16(at: offset)) << 16 | UInt32(integer16(at: offset + 2))
  }

  /// Returns the offset of the first chunk of a type in a range, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the range.
  func firstOffset(of type: ChunkType, in range: Range<Int>) -> Int? {
    offsets(in: range).first { begins(type, at: $0) }
  }

  /// Returns the offset of the last chunk of a type in a range, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the range.
  func lastOffset(of type: ChunkType, in range: Range<Int>) -> Int? {
    offsets(in: range).last { begins(type, at: $0) }
  }

  /// Returns the offsets at which four bytes fit into a range.
  private func offsets(in range: Range<Int>) -> Range<Int> {
    range.lowerBound..<Swift.max(range.lowerBound, range.upperBound - 3)
  }

  private func begins(_ type: ChunkType, at offset: Int) -> Bool {
    self[offset] == UInt8(type.code >> 24) && integer32(at: offset) == type.code
  }
}
