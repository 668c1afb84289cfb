internal import MIDIRecSound

/// A RIFF chunk of a font.
///
/// A list has successive chunks inside, which are read one after the other. Chunks of odd length have no padding byte,
/// contrary to RIFF, because FluidSynth doesn't expect it.
struct FontChunk {
  /// The length of the header: four letters and a length.
  static let headerLength = 8

  /// The four-letter ID, or the name of a list. Other bytes than printable ASCII are question marks.
  let id: String
  /// The start of the header.
  let offset: Int
  /// The range of the bytes, after the name if it is a list.
  let range: Range<Int>
  /// The start of the next chunk inside.
  private var place: Int

  private init(id: String, offset: Int, range: Range<Int>) {
    (self.id, self.offset, self.range, place) = (id, offset, range, range.lowerBound)
  }

  /// Creates the chunk that represents a file, after its own header.
  init(file: OpenFont, headerLength: Int) {
    self.init(id: "the file", offset: 0, range: headerLength..<file.count)
  }

  /// Returns the letters of an ID.
  static func id(_ bytes: some Sequence<UInt8>) -> String {
    String(bytes.map { 0x20..<0x7F ~= $0 ? Character(Unicode.Scalar($0)) : "?" })
  }

  /// Returns an error at the header's length.
  func damage(_ reason: String) -> SoundError { .damagedFont(at: offset + 4, reason) }

  /// Returns the next chunk inside, or `nil` at the end.
  mutating func next(in file: OpenFont) throws(SoundError) -> FontChunk? {
    let rest = range.upperBound - place
    guard rest > 0 else { return nil }
    guard rest >= Self.headerLength else {
      throw .damagedFont(at: place, "expected a chunk in \(id), found its end after \(rest) bytes")
    }
    let header = try file.bytes(in: place..<place + Self.headerLength)
    let length = header.doubleWord(at: 4)
    let start = place + Self.headerLength
    let chunkID = Self.id(header[0..<4])
    guard length <= range.upperBound - start else {
      throw .damagedFont(
        at: place + 4,
        "the chunk \"\(chunkID)\" has \(length) bytes, but \(id) only \(range.upperBound - start) more")
    }
    let chunk = FontChunk(id: chunkID, offset: place, range: start..<start + length)
    place = chunk.range.upperBound
    return chunk
  }

  /// Returns the next chunk inside, which must have this ID.
  mutating func next(_ expected: String, in file: OpenFont) throws(SoundError) -> FontChunk {
    guard let chunk = try next(in: file) else {
      throw .damagedFont(at: range.upperBound, "expected the chunk \"\(expected)\", found the end of \(id)")
    }
    guard chunk.id == expected else {
      throw .damagedFont(at: chunk.offset, "expected the chunk \"\(expected)\", found \"\(chunk.id)\"")
    }
    return chunk
  }

  /// Returns the next chunk inside, which must be a list with this name.
  mutating func nextList(_ expected: String, in file: OpenFont) throws(SoundError) -> FontChunk {
    let list = try next("LIST", in: file)
    guard list.range.count >= 4 else {
      throw list.damage("expected the list \"\(expected)\", found one of \(list.range.count) bytes")
    }
    let start = list.range.lowerBound
    let found = Self.id(try file.bytes(in: start..<start + 4))
    guard found == expected else {
      throw .damagedFont(at: start, "expected the list \"\(expected)\", found \"\(found)\"")
    }
    return FontChunk(id: found, offset: list.offset, range: start + 4..<list.range.upperBound)
  }
}

extension SoundError {
  /// Returns an error at a byte of a font: the expectation and the actual value.
  ///
  /// The reader of the file adds its path.
  static func damagedFont(at offset: Int, _ reason: String) -> SoundError {
    SoundError(.badData, nil, "byte \(offset): \(reason)")
  }
}

extension [UInt8] {
  /// Returns the little-endian 16-bit number at an index.
  func word(at index: Int) -> Int { Int(self[index]) | Int(self[index + 1]) << 8 }

  /// Returns the little-endian 32-bit number at an index.
  func doubleWord(at index: Int) -> Int { word(at: index) | word(at: index + 2) << 16 }
}
