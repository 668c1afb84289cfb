internal import MIDICore

extension FileDecoder {
  /// The length of the header chunk's data as every known file has it.
  private static let headerLength = 6
  /// What a file without a usable division is read with: a common resolution.
  private static let assumedDivision = Division.ticksPerQuarter(480)

  /// Finds where the header chunk begins.
  mutating func findHeader() throws(MIDIFileError) -> Int {
    let expected = "a Standard MIDI File, which begins with MThd"
    if chunkType(at: 0) == .header { return 0 }
    if let wrapped = wrappedFile() {
      try log.report(
        at: 0, expected: expected, found: "a RIFF file", repair: "the file that it wraps is read")
      end = wrapped.upperBound
      if chunkType(at: wrapped.lowerBound) == .header { return wrapped.lowerBound }
    }
    if isHeader(at: 0) {
      let found = found(0..<4)
      try log.report(
        at: 0, expected: expected, found: found, repair: "read as MThd, because a track follows")
      return 0
    }
    guard let start = bytes.firstOffset(of: .header, in: 0..<end) else {
      throw MIDIFileError(
        offset: 0, expected: expected, found: bytes.isEmpty ? "an empty file" : found(0..<end))
    }
    let found = found(0..<start)
    try log.report(
      at: 0, expected: expected, found: found, repair: "left out; it begins at byte \(start)")
    return start
  }

  /// Whether a header chunk stands here whatever its type says: six bytes long, and a track after it.
  private func isHeader(at offset: Int) -> Bool {
    offset + 18 <= end && bytes.integer32(at: offset + 4) == Self.headerLength
      && chunkType(at: offset + 14) == .track
  }

  /// Where in a RIFF file of type RMID the Standard MIDI File stands: in the data chunk (Microsoft, "Multimedia
  /// Programming Interface and Data Specifications 1.0").
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

  mutating func decodeHeader(at offset: Int) throws(MIDIFileError) -> Header {
    let fields = offset + 8
    guard fields + Self.headerLength <= end else {
      throw MIDIFileError(
        offset: end, expected: "a header chunk of 14 bytes", found: "the end after \(end - offset)")
    }
    let header = Header(
      offset: offset, format: try decodeFormat(at: fields), trackCount: Int(bytes.integer16(at: fields + 2)),
      division: try decodeDivision(at: fields + 4), end: fields + Self.headerLength)
    return try decodeLength(of: header, at: offset + 4)
  }

  /// A longer header is what the specification foresees; one whose length is wrong is told by the track that
  /// begins inside it.
  private mutating func decodeLength(of header: Header, at offset: Int) throws(MIDIFileError) -> Header {
    let length = Int(bytes.integer32(at: offset))
    if length == Self.headerLength { return header }
    let isWrong =
      length < Self.headerLength || length > end - (offset + 4) || chunkType(at: header.end) == .track
    if isWrong {
      try log.report(
        at: offset, expected: "the length of the header chunk, 6", found: "\(length)", repair: "read as 6")
      return header
    }
    var longer = header
    longer.headerExtension = Array(bytes[header.end..<offset + 4 + length])
    longer.end = offset + 4 + length
    return longer
  }

  private mutating func decodeFormat(at offset: Int) throws(MIDIFileError) -> MIDIFile.Format {
    let field = bytes.integer16(at: offset)
    if let format = MIDIFile.Format(rawValue: field) { return format }
    try log.report(
      at: offset, expected: "format 0, 1 or 2", found: "\(field)", repair: "read as format 1")
    return .simultaneousTracks
  }

  private mutating func decodeDivision(at offset: Int) throws(MIDIFileError) -> Division {
    let field = bytes.integer16(at: offset)
    if let division = Division(field: field) { return division }
    // Nobody knows what was meant; notes in the wrong tempo are more than none.
    let found = hexadecimal(bytes[offset..<offset + 2])
    try log.report(
      at: offset, expected: "a division: ticks a quarter note, or 24, 25, 29 or 30 frames a second",
      found: found,
      repair: "read as 480 ticks a quarter note")
    return Self.assumedDivision
  }
}
