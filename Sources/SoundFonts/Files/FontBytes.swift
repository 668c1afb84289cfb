/// The bytes of a font, which may be more than fit into memory.
protocol FontBytes {
  /// How many there are.
  var count: Int { get }
  /// Reads some of them.
  ///
  /// - Parameter range: Where they are, within what is there.
  func bytes(in range: Range<Int>) throws(FontFailure) -> [UInt8]
}

/// Why bytes are no font.
enum FontFailure: Error, Hashable {
  /// What was expected at a byte, and what was found.
  case damaged(offset: Int, String)
  /// The system couldn't read them: its error number.
  case unreadable(Int32)
}

extension [UInt8]: FontBytes {
  func bytes(in range: Range<Int>) throws(FontFailure) -> [UInt8] { Array(self[range]) }

  /// The number of 16 bits that begins at an index, the lowest byte first.
  func word(at index: Int) -> Int { Int(self[index]) | Int(self[index + 1]) << 8 }

  /// The number of 32 bits that begins at an index, the lowest byte first.
  func doubleWord(at index: Int) -> Int { word(at: index) | word(at: index + 2) << 16 }
}
