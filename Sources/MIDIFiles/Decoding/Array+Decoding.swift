extension [UInt8] {
  /// The big-endian integer in the two bytes at `offset`, which must be there.
  func integer16(at offset: Int) -> UInt16 { UInt16(self[offset]) << 8 | UInt16(self[offset + 1]) }

  /// The big-endian integer in the four bytes at `offset`, which must be there.
  func integer32(at offset: Int) -> UInt32 {
    UInt32(integer16(at: offset)) << 16 | UInt32(integer16(at: offset + 2))
  }

  /// Where a chunk of this type begins first.
  ///
  /// - Complexity: O(*n*) in the length of the range.
  func firstOffset(of type: ChunkType, in range: Range<Int>) -> Int? {
    let wanted = type.bytes
    guard range.count >= wanted.count else { return nil }
    return (range.lowerBound...range.upperBound - wanted.count).first { start in
      self[start] == wanted[0] && self[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
