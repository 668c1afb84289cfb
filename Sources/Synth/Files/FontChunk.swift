/// The four-letter ID of a RIFF chunk.
struct ChunkID: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  private let bytes: [UInt8]

  init(stringLiteral text: StaticString) { bytes = text.withUTF8Buffer { unsafe Array($0) } }

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

  /// The letters, with a question mark for other bytes.
  var description: String {
    String(bytes.map { 0x20..<0x7F ~= $0 ? Character(Unicode.Scalar($0)) : "?" })
  }
}

/// A chunk: its ID, and the range of its bytes.
struct FontChunk {
  /// The length of the header: four letters and a length.
  static let headerLength = 8

  let id: ChunkID
  /// The start of the header.
  let offset: Int
  /// The range of the bytes.
  let range: Range<Int>
}

/// Iterates over the successive chunks in a part of a font.
///
/// Chunks of odd length have no padding byte, contrary to RIFF, because FluidSynth expects none.
struct ChunkSequence {
  private let source: any FontBytes
  /// The name of the enclosing part.
  private let parent: String
  private let end: Int
  private var offset: Int

  init(of range: Range<Int>, in source: any FontBytes, parent: String) {
    self.source = source
    self.parent = parent
    offset = range.lowerBound
    end = range.upperBound
  }

  /// Returns the next chunk, or `nil` at the end.
  mutating func next() throws(FontFailure) -> FontChunk? {
    guard offset < end else { return nil }
    guard end - offset >= FontChunk.headerLength else {
      throw .damaged(
        offset: offset, "expected a chunk in \(parent), found its end after \(end - offset) bytes")
    }
    let header = try source.bytes(in: offset..<offset + FontChunk.headerLength)
    let id = ChunkID(header[0..<4])
    let start = offset + FontChunk.headerLength
    let length = header.doubleWord(at: 4)
    guard length <= end - start else {
      throw .damaged(
        offset: offset + 4, "the chunk \"\(id)\" has \(length) bytes, but \(parent) only \(end - start) more")
    }
    let chunk = FontChunk(id: id, offset: offset, range: start..<start + length)
    offset = chunk.range.upperBound
    return chunk
  }

  /// Returns the next chunk, which must have this ID.
  mutating func next(_ id: ChunkID) throws(FontFailure) -> FontChunk {
    guard let chunk = try next() else {
      throw .damaged(offset: end, "expected the chunk \"\(id)\", found the end of \(parent)")
    }
    guard chunk.id == id else {
      throw .damaged(offset: chunk.offset, "expected the chunk \"\(id)\", found \"\(chunk.id)\"")
    }
    return chunk
  }

  /// Returns the next chunk, which must be a list with this name. Its bytes follow the name.
  mutating func nextList(_ id: ChunkID) throws(FontFailure) -> FontChunk {
    let list = try next("LIST")
    guard list.range.count >= 4 else {
      throw .damaged(
        offset: list.offset + 4, "expected the list \"\(id)\", found one of \(list.range.count) bytes")
    }
    let start = list.range.lowerBound
    let found = ChunkID(try source.bytes(in: start..<start + 4)[...])
    guard found == id else {
      throw .damaged(offset: start, "expected the list \"\(id)\", found \"\(found)\"")
    }
    return FontChunk(id: id, offset: list.offset, range: start + 4..<list.range.upperBound)
  }
}
