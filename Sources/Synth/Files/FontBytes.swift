/// The bytes of a font, which may exceed the memory.
protocol FontBytes {
  /// The number of bytes.
  var count: Int { get }
  /// Reads a part of the bytes.
  ///
  /// - Parameter range: The range, within the existing bytes.
  func bytes(in range: Range<Int>) throws(FontFailure) -> [UInt8]
}

/// The reason why bytes aren't a font.
enum FontFailure: Error, Hashable {
  /// An error at a byte: the expectation and the actual value.
  case damaged(offset: Int, String)
  /// An error number of the system while reading.
  case unreadable(Int32)
}

extension [UInt8]: FontBytes {
  func bytes(in range: Range<Int>) throws(FontFailure) -> [UInt8] { Array(self[range]) }

  /// Returns the little-endian 16-bit number at an index.
  func word(at index: Int) -> Int { Int(self[index]) | Int(self[index + 1]) << 8 }

  /// Returns the little-endian 32-bit number at an index.
  func doubleWord(at index: Int) -> Int { word(at: index) | word(at: index + 2) << 16 }
}
