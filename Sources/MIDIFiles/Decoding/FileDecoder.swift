internal import MIDICore

/// A decoder that finds the header and chunks of a file and decodes its tracks.
struct FileDecoder {
  let bytes: [UInt8]
  /// The end of the bytes to decode, which is before the end of the file in a RIFF wrapper.
  var end: Int
  var log: MIDIFile.Diagnostics
  /// The content so far.
  var file = MIDIFile(format: .singleTrack, division: .recording, tracks: [])
  /// The events of all tracks.
  ///
  /// Until all tracks are decoded, they have only their positions in this array, because an array with a second owner
  /// is copied when it changes.
  private var packed: [PackedEvent] = []
  private let includesLaterTracks: Bool
  /// Whether a track also ends where a track chunk begins inside its declared length.
  private var endsTracksInside = false
  /// The number of tracks in the header.
  var declaredTrackCount = 0
  /// The offset of the last track chunk, or of bytes that look like one; -1 if there is none.
  ///
  /// It is searched for only once, so that many header chunks don't make decoding quadratic.
  private lazy var lastTrackOffset = bytes.lastOffset(of: .track, in: 0..<end) ?? -1

  /// The maximum length of an unknown chunk that exceeds the file; longer ones aren't chunks.
  private static let maxPlausibleLength = 1 << 28

  init(_ bytes: [UInt8], isStrict: Bool, includesLaterTracks: Bool = false) {
    self.bytes = bytes
    self.includesLaterTracks = includesLaterTracks
    end = bytes.count
    log = MIDIFile.Diagnostics(isStrict: isStrict)
  }

  mutating func decode() throws(MIDIFile.Violation) -> MIDIFile {
    let header = try findHeader()
    var position = try decodeHeader(at: header)
    endsTracksInside = !log.isStrict && mayHideTracks(after: position)
    // Tracks of notes have at least three bytes per event.
    packed.reserveLargeCapacity((end - position) / 3)
    // A chunk has at least eight bytes, however many tracks the header declares.
    file.tracks.reserveLargeCapacity(min(declaredTrackCount, (end - position) / 8))
    while position < end, file.tracks.count < MIDIFile.maxTrackCount {
      position = try decodeChunk(at: position)
    }
    if position < end {
      try log.report(
        at: position, expected: "at most 65,535 tracks", found: "more", repair: "the rest is left out")
    }
    try checkTrackCount(ofHeaderAt: header)
    packed.releaseUnusedMemory()
    for index in file.tracks.indices { file.tracks[index].events.packed.array = packed }
    return file
  }

  /// Returns whether the chunks after `start` have fewer tracks by their lengths than the file declares, although more
  /// tracks begin in its bytes.
  ///
  /// The declared length of a track without End of Track can then include the beginning of the next one.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  private func mayHideTracks(after start: Int) -> Bool {
    var (position, count) = (start, 0)
    while position + 8 <= end {
      let next = position + 8 + Int(bytes.integer32(at: position + 4))
      if isTrack(at: position) {
        count += 1
        position = next
      } else if chunkType(at: position) != nil, next <= end {
        position = next
      } else {
        position = bytes.firstOffset(of: .track, in: position + 1..<end) ?? end
      }
    }
    guard count < declaredTrackCount else { return false }
    position = start
    while count >= 0, let next = bytes.firstOffset(of: .track, in: position..<end) {
      count -= 1
      position = next + 4
    }
    return count < 0
  }

  /// Decodes the bytes at `position` and returns the position after them.
  private mutating func decodeChunk(at position: Int) throws(MIDIFile.Violation) -> Int {
    guard let type = chunkType(at: position), position + 8 <= end else {
      return try skipUnknownBytes(at: position)
    }
    if type.isMisspelling(of: .track) {
      try log.report(
        at: position, expected: "a track chunk (MTrk)", found: "\"\(type)\"", repair: "read as a track")
      return try decodeTrack(at: position)
    }
    return type == .track ? try decodeTrack(at: position) : try keepChunk(type, at: position)
  }

  private mutating func decodeTrack(at position: Int) throws(MIDIFile.Violation) -> Int {
    var decoder = TrackDecoder(
      bytes, fileEnd: end, chunkOffset: position, declaredLength: Int(bytes.integer32(at: position + 4)),
      endsInside: endsTracksInside, log: log)
    defer { log = decoder.log }
    let start = packed.count
    swap(&packed, &decoder.events.packed.array)
    var track = try decoder.decode()
    swap(&packed, &decoder.events.packed.array)
    track.events.packed = PackedEvents(part: start..<packed.count)
    file.tracks.append(track)
    return decoder.position
  }

  private mutating func keepChunk(_ type: ChunkType, at position: Int) throws(MIDIFile.Violation) -> Int {
    let start = position + 8
    let length = Int(bytes.integer32(at: position + 4))
    var next = start + length
    // Another file begins with a header and a track. A header that is kept as a chunk has no track behind it.
    if type == .header, chunkType(at: min(next, end)) == .track,
      let end = try skipLaterTracks(at: position, found: "another header chunk (MThd)")
    {
      return end
    }
    if length > end - start {
      let nextTrack = bytes.firstOffset(of: .track, in: start..<end)
      if let end = try skipLaterTracks(at: position, found: "\"\(type)\"…") { return end }
      if nextTrack == nil, length > Self.maxPlausibleLength { return try skipUnknownBytes(at: position) }
      next = nextTrack ?? end
      let available = end - start
      try log.report(
        at: position + 4, expected: "the length of the chunk \(type), at most \(available)",
        found: "\(length)", repair: "read as \(next - start)")
    }
    if type == .header {
      try log.report(
        at: position, expected: "only one header chunk (MThd)", found: "another",
        repair: "kept as an unknown chunk")
    }
    file.otherChunks.append(
      MIDIFile.OtherChunk(
        type: type, bytes: Array(bytes[start..<next]), precedingTrackCount: file.tracks.count))
    return next
  }

  private mutating func skipUnknownBytes(at position: Int) throws(MIDIFile.Violation) -> Int {
    let rest = found(position..<end)
    if let end = try skipLaterTracks(at: position, found: rest) { return end }
    // Search from here, because the bytes may start with a track whose length is cut off.
    let next = bytes.firstOffset(of: .track, in: position + 1..<end) ?? end
    let expected = file.tracks.isEmpty ? "a complete track chunk (MTrk)" : "a chunk, or the end of the file"
    let found = found(position..<next)
    try log.report(at: position, expected: expected, found: found, repair: "left out")
    return next
  }

  /// Skips the rest of the file if it contains tracks of a different recording.
  ///
  /// If a program writes a shorter file over a longer one, the end of the longer one remains.
  ///
  /// - Returns: The end of the file, or `nil` if the rest may belong to this recording.
  private mutating func skipLaterTracks(
    at position: Int, found: @autoclosure () -> String
  ) throws(MIDIFile.Violation) -> Int? {
    guard !includesLaterTracks, declaredTrackCount > 0, file.tracks.count >= declaredTrackCount,
      lastTrackOffset > position, let track = bytes.firstOffset(of: .track, in: position + 1..<end)
    else { return nil }
    try log.report(
      at: position, expected: "the end of the file after the last track",
      found: found(), repair: "left out with the tracks from byte \(track), which are from another take")
    return end
  }

  private mutating func checkTrackCount(ofHeaderAt offset: Int) throws(MIDIFile.Violation) {
    let count = file.tracks.count
    if count != declaredTrackCount {
      let found = "\(declaredTrackCount)"
      try log.report(
        at: offset + 10, expected: "\(count), the number of tracks that follow", found: found,
        repair: count == 1 ? "1 track is read" : "\(count) tracks are read")
    }
    if file.format == .singleTrack, count != 1 {
      try log.report(
        at: offset + 8, expected: "format 1 for \(count) tracks", found: "format 0",
        repair: "read as format 1")
      file.format = .simultaneousTracks
    }
  }
}

// MARK: Chunk types

extension FileDecoder {
  func chunkType(at offset: Int) -> ChunkType? {
    offset + 4 <= end ? ChunkType(code: bytes.integer32(at: offset)) : nil
  }

  /// Returns whether a track chunk begins at an offset, also if its type is misspelled.
  func isTrack(at offset: Int) -> Bool {
    chunkType(at: offset).map { $0 == .track || $0.isMisspelling(of: .track) } ?? false
  }

  /// Returns a description of unknown bytes for a diagnostic.
  func found(_ range: Range<Int>) -> String {
    let first = bytes[range].prefix(4)
    if first.count == 4, first.allSatisfy({ 0x20...0x7E ~= $0 }) {
      return "\"\(String(decoding: first, as: UTF8.self))\"\(range.count > 4 ? "…" : "")"
    }
    let text = hexadecimal(first)
    return range.count > 4 ? "\(range.count) bytes: \(text) …" : (range.isEmpty ? "the end" : text)
  }
}
