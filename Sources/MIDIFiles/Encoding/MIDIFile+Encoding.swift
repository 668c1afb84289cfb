public import MIDICore

extension MIDIFile {
  /// Returns the bytes of the file with all its events and chunks.
  ///
  /// If a file was decoded without a diagnostic and without padded quantities, the result has the same bytes. If a
  /// track ends more than 268,435,455 ticks after its last event, the gap is filled with empty text events.
  ///
  /// - Parameter runningStatus: The rule for omitting repeated status bytes.
  /// - Throws: ``ContentError`` if a file can't hold the content.
  /// - Complexity: O(*n*) in the number of events and bytes.
  public func encoded(runningStatus: RunningStatus = .asRead) throws(ContentError) -> [UInt8] {
    guard format != .singleTrack || tracks.count <= 1 else { throw .notASingleTrack(count: tracks.count) }
    guard tracks.count <= Self.maxTrackCount else { throw .tooManyTracks(count: tracks.count) }
    guard division.isValid else { throw .invalidDivision(division) }
    var bytes = Self.encodedHeader(
      format: format, trackCount: UInt16(tracks.count), division: division, headerExtension: headerExtension)
    bytes.reserveLargeCapacity(bytes.count + tracks.reduce(0) { $0 + $1.events.estimatedByteCount })
    var chunks = otherChunks.sorted { $0.precedingTrackCount < $1.precedingTrackCount }[...]
    for (index, track) in tracks.enumerated() {
      while let chunk = chunks.first, chunk.precedingTrackCount <= index {
        try Self.append(chunk, to: &bytes)
        chunks = chunks.dropFirst()
      }
      try Self.append(track, runningStatus, to: &bytes)
    }
    for chunk in chunks { try Self.append(chunk, to: &bytes) }
    return bytes
  }

  package static func encodedHeader(
    format: Format, trackCount: UInt16, division: Division, headerExtension: [UInt8] = []
  ) -> [UInt8] {
    var bytes = ChunkType.header.bytes
    bytes.appendBigEndian(UInt32(6 + headerExtension.count))
    bytes.appendBigEndian(format.rawValue)
    bytes.appendBigEndian(trackCount)
    bytes.appendBigEndian(division.field)
    return bytes + headerExtension
  }

  package static func encodedTrackHeader(length: UInt32) -> [UInt8] {
    var bytes = ChunkType.track.bytes
    bytes.appendBigEndian(length)
    return bytes
  }

  private static func append(
    _ track: Track, _ runningStatus: RunningStatus, to bytes: inout [UInt8]
  ) throws(ContentError) {
    bytes.appendBigEndian(ChunkType.track.code)
    let lengthOffset = bytes.count
    bytes.appendBigEndian(UInt32(0))
    let start = bytes.count
    var encoder = TrackEncoder(runningStatus: runningStatus)
    encoder.append(track.events, to: &bytes)
    encoder.appendEnd(at: track.end, to: &bytes)
    let length = try chunkLength(bytes.count - start)
    for index in 0..<4 { bytes[lengthOffset + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index)) }
  }

  private static func append(_ chunk: OtherChunk, to bytes: inout [UInt8]) throws(ContentError) {
    bytes += chunk.type.bytes
    bytes.appendBigEndian(try chunkLength(chunk.bytes.count))
    bytes += chunk.bytes
  }

  private static func chunkLength(_ count: Int) throws(ContentError) -> UInt32 {
    guard let length = UInt32(exactly: count) else { throw .chunkTooLong(byteCount: count) }
    return length
  }
}

extension MIDIFile.Events {
  /// The approximate number of encoded bytes, usually an overestimate.
  fileprivate var estimatedByteCount: Int {
    // Most messages take three or four bytes, or five with many ticks per quarter note; a payload has as many extra
    // bytes.
    5 * (packed.count + payloads.count) + payloads.totalByteCount
  }
}

extension MIDIFile {
  /// The rule for omitting a status byte that equals the previous one.
  public enum RunningStatus: String, Hashable, Sendable, CaseIterable {
    /// Omit the bytes that were omitted in the decoded file; in new events, omit none.
    case asRead = "as-read"
    /// Omit all repeated status bytes.
    case always
    /// Omit no status bytes.
    case never
  }

  /// The reason that a Standard MIDI File can't hold the given content.
  public enum ContentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file in format 0 can't have several tracks, here this number of them.
    case notASingleTrack(count: Int)
    /// The header can't store this number of tracks.
    case tooManyTracks(count: Int)
    /// The length field of a chunk can't store this length.
    case chunkTooLong(byteCount: Int)
    /// The header can't store this division, such as one of 0 ticks.
    case invalidDivision(Division)

    /// The reason, on one line.
    public var description: String {
      switch self {
      case .notASingleTrack(let count): "a file in format 0 can't have \(count) tracks; use format 1"
      case .tooManyTracks(let count): "a file can't have \(count) tracks; the maximum is 65,535"
      case .chunkTooLong(let count):
        "a chunk can't have \(count) bytes; the maximum is 4,294,967,295"
      case .invalidDivision(.ticksPerQuarter(let ticks)):
        "a file can't have \(ticks) ticks per quarter note; the range is 1 to 32,767"
      case .invalidDivision(.timeCode(_, let ticks)):
        "a file can't have \(ticks) ticks per frame; the range is 1 to 255"
      }
    }
  }
}
