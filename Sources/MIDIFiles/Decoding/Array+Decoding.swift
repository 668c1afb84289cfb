extension [UInt8] {
  /// The big-endian integer in the two bytes at `offset`, which must be there.
  package func integer16(at offset: Int) -> UInt16 { UInt16(self[offset]) << 8 | UInt16(self[offset + 1]) }

  /// The big-endian integer in the four bytes at `offset`, which must be there.
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

  /// The offsets at which four bytes fit into a range.
  private func offsets(in range: Range<Int>) -> Range<Int> {
    range.lowerBound..<Swift.max(range.lowerBound, range.upperBound - 3)
  }

  private func begins(_ type: ChunkType, at offset: Int) -> Bool {
    self[offset] == UInt8(type.code >> 24) && integer32(at: offset) == type.code
  }
}
