internal import MIDICore

extension FileDecoder {
  /// The length of the data in a standard header chunk.
  private static let headerLength = 6
  /// The division that is assumed if a file has no valid one: a common resolution.
  private static let assumedDivision = Division.ticksPerQuarter(480)

  /// Returns the offset of the header chunk.
  mutating func findHeader() throws(MIDIFile.Violation) -> Int {
    let expected = "a Standard MIDI File, which begins with MThd"
    if chunkType(at: 0) == .header { return 0 }
    if let wrapped = wrappedFile() {
      try log.report(
        at: 0, expected: expected, found: "a RIFF file", repair: "the wrapped file is read")
      end = try decodeEnd(ofWrapped: wrapped)
      if chunkType(at: wrapped.lowerBound) == .header { return wrapped.lowerBound }
    }
    if isHeader(at: 0) {
      let found = found(0..<4)
      try log.report(
        at: 0, expected: expected, found: found, repair: "read as MThd, because a track follows")
      return 0
    }
    guard let start = bytes.firstOffset(of: .header, in: 0..<min(end, MIDIFile.maxHeaderOffset)) else {
      throw MIDIFile.Violation(
        offset: 0, expected: expected,
        found: bytes.isEmpty ? "an empty file" : found(0..<min(end, MIDIFile.maxHeaderOffset)))
    }
    let found = found(0..<start)
    try log.report(
      at: 0, expected: expected, found: found, repair: "skipped; the file begins at byte \(start)")
    return start
  }

  /// Returns whether a header chunk of any type is at an offset: six bytes long, and followed by a track.
  private func isHeader(at offset: Int) -> Bool {
    offset + 18 <= end && bytes.integer32(at: offset + 4) == Self.headerLength && isTrack(at: offset + 14)
  }

  /// Returns the end of the file in a RIFF wrapper, whose length can be too small.
  private mutating func decodeEnd(ofWrapped wrapped: Range<Int>) throws(MIDIFile.Violation) -> Int {
    let start = wrapped.lowerBound
    let chunksEnd = endOfChunks(at: start) ?? (wrapped.isEmpty ? end : start)
    guard chunksEnd > wrapped.upperBound else { return wrapped.upperBound }
    try log.report(
      at: start - 4, expected: "the length of the data chunk, \(chunksEnd - start)",
      found: "\(wrapped.count)",
      repair: "read as \(chunksEnd - start)")
    return chunksEnd
  }

  /// Returns the end of the declared tracks of the file at an offset, or `nil` if not all of them follow its header.
  private func endOfChunks(at start: Int) -> Int? {
    guard chunkType(at: start) == .header, start + 14 <= end else { return nil }
    var position = start + 8 + Int(bytes.integer32(at: start + 4))
    for _ in 0..<bytes.integer16(at: start + 10) {
      guard position + 8 <= end, isTrack(at: position) else { return nil }
      position += 8 + Int(bytes.integer32(at: position + 4))
    }
    return min(position, end)
  }

  /// Returns the range of the Standard MIDI File in a RIFF file of type RMID.
  ///
  /// It is in the data chunk (Microsoft, "Multimedia Programming Interface and Data Specifications 1.0").
  private func wrappedFile() -> Range<Int>? {
    guard bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("RMID".utf8)) else {
      return nil
    }
    var position = 12
    while position + 8 <= bytes.count {
      // RIFF is little-endian, and its chunks begin at even offsets.
      let length = Int(bytes.integer32(at: position + 4).byteSwapped)
      let start = position + 8
      if bytes[position..<start].starts(with: Array("data".utf8)) {
        return start..<min(start + length, bytes.count)
      }
      position = start + length + length % 2
    }
    return nil
  }

  /// Decodes the header chunk at an offset, and returns its end.
  mutating func decodeHeader(at offset: Int) throws(MIDIFile.Violation) -> Int {
    let fields = offset + 8
    guard fields + Self.headerLength <= end else {
      throw MIDIFile.Violation(
        offset: end, expected: "a header chunk of 14 bytes",
        found: "the end of the file after \(end - offset) bytes")
    }
    file.format = try decodeFormat(at: fields)
    declaredTrackCount = Int(bytes.integer16(at: fields + 2))
    file.division = try decodeDivision(at: fields + 4)
    return try decodeLength(at: offset + 4)
  }

  /// Decodes the length of a header and, if it is longer than usual, its extension. Returns its end.
  ///
  /// The specification allows longer headers. If a track starts inside the header, its length is wrong.
  private mutating func decodeLength(at offset: Int) throws(MIDIFile.Violation) -> Int {
    let length = Int(bytes.integer32(at: offset))
    let standardEnd = offset + 4 + Self.headerLength
    if length == Self.headerLength { return standardEnd }
    let isWrong =
      length < Self.headerLength || length > end - (offset + 4) || chunkType(at: standardEnd) == .track
    if isWrong {
      try log.report(
        at: offset, expected: "the length of the header chunk, 6", found: "\(length)", repair: "read as 6")
      return standardEnd
    }
    file.headerExtension = Array(bytes[standardEnd..<offset + 4 + length])
    return offset + 4 + length
  }

  private mutating func decodeFormat(at offset: Int) throws(MIDIFile.Violation) -> MIDIFile.Format {
    let field = bytes.integer16(at: offset)
    if let format = MIDIFile.Format(rawValue: field) { return format }
    try log.report(
      at: offset, expected: "format 0, 1, or 2", found: "\(field)", repair: "read as format 1")
    return .simultaneousTracks
  }

  private mutating func decodeDivision(at offset: Int) throws(MIDIFile.Violation) -> Division {
    let field = bytes.integer16(at: offset)
    if let division = Division(field: field) { return division }
    // The intended division is unknown, but notes at the wrong tempo are better than none.
    let found = hexadecimal(bytes[offset..<offset + 2])
    try log.report(
      at: offset, expected: "a division: ticks per quarter note, or 24, 25, 29, or 30 frames per second",
      found: found,
      repair: "read as 480 ticks per quarter note")
    return Self.assumedDivision
  }
}
