internal import MIDICore

/// A decoder of one track chunk, whatever its declared length.
///
/// The track ends with End of Track, or where the next chunk starts.
struct TrackDecoder {
  /// The result of decoding one event.
  enum Step {
    case event
    /// End of Track, at this time after the last event.
    case endOfTrack(delta: UInt64)
    /// The event at ``position`` continues beyond ``limit``, or ``position`` is at ``limit``.
    case outOfBytes
  }

  /// The state to return to if the bytes that follow turn out not to belong to the track.
  private struct Checkpoint {
    /// Whether the chunk ends without End of Track, and no other chunk begins there.
    ///
    /// Otherwise, the chunk continues after End of Track.
    let isEndOfChunk: Bool
    let position: Int
    let limit: Int
    let eventCount: Int
    let payloadCount: Int
    let lastTime: Ticks
    let end: Ticks
    let openPacketOffset: Int?
    let log: MIDIFile.Diagnostics
  }

  let bytes: [UInt8]
  var log: MIDIFile.Diagnostics
  /// The position of the next event; after decoding, that of the next chunk.
  var position: Int
  /// The end of the track, as far as it is known.
  private(set) var limit: Int
  var events: MIDIFile.Events
  /// The status byte for running status, or 0 if there is none.
  var runningStatus: UInt8 = 0
  /// Whether a meta event or System Exclusive packet has ended running status. Some writers continue it.
  var runningStatusIsCanceled = false
  /// The offset of the last F0 packet while its message is incomplete, or `nil`.
  var openPacketOffset: Int?
  /// The ticks that End of Track events in the middle add to the next delta time.
  private(set) var carriedDelta: UInt64 = 0

  private let fileEnd: Int
  private let lengthOffset: Int
  private let dataOffset: Int
  private let declaredLength: Int
  /// Whether the track also ends where a track chunk begins inside its declared length.
  private let endsInside: Bool
  /// The next offset inside the declared length that looks like a track chunk.
  private var insideTrack: Int
  private var checkpoint: Checkpoint?
  /// The number of bytes in valid events since ``checkpoint``, minus the number of other bytes.
  private var balance = 0

  /// Creates a decoder of the chunk at `chunkOffset`, whose type and length must exist.
  init(
    _ bytes: [UInt8], fileEnd: Int, chunkOffset: Int, declaredLength: Int, endsInside: Bool,
    log: MIDIFile.Diagnostics
  ) {
    self.bytes = bytes
    self.fileEnd = fileEnd
    self.log = log
    self.declaredLength = declaredLength
    self.endsInside = endsInside
    insideTrack = endsInside ? chunkOffset + 8 : fileEnd
    lengthOffset = chunkOffset + 4
    dataOffset = chunkOffset + 8
    position = dataOffset
    limit = min(dataOffset + declaredLength, fileEnd)
    events = MIDIFile.Events(fileBytes: bytes[dataOffset..<fileEnd])
  }

  mutating func decode() throws(MIDIFile.Violation) -> MIDIFile.Track {
    if declaredLength > fileEnd - dataOffset {
      let (available, found) = (fileEnd - dataOffset, "\(declaredLength)")
      try log.report(
        at: lengthOffset, expected: "the length of the track, at most \(available)", found: found,
        repair: "the available bytes are read")
    }
    while true {
      if endsInside, position > insideTrack || insideTrack == dataOffset {
        insideTrack = bytes.firstOffset(of: .track, in: min(position, fileEnd)..<fileEnd) ?? fileEnd
      }
      if checkpoint == nil, openPacketOffset == nil { decodeRun(limit: min(limit, insideTrack)) }
      if isBeyondChunk || endsInside && position < limit, beginsTrack(at: position) {
        return try endAtNextTrack()
      }
      let (start, violationCount) = (position, log.count)
      let step = try decodeEvent(limit: limit)
      let isValid = log.count == violationCount
      balance += isValid ? position - start : start - position
      switch step {
      case .event: carriedDelta = 0
      case .endOfTrack(let delta):
        if let track = try endOrContinue(after: delta) { return track }
      case .outOfBytes:
        if let track = try endOrContinueBeyondLimit() { return track }
      }
    }
  }

  /// Whether the decoder has passed the end of the chunk in search of End of Track.
  private var isBeyondChunk: Bool { checkpoint?.isEndOfChunk ?? false }

  /// Whether the track may continue beyond ``limit``, because no other chunk starts there.
  var canContinue: Bool { checkpoint == nil && limit < fileEnd && !beginsChunk(at: limit) }

  private var end: Ticks { Ticks(rawValue: events.lastTime.rawValue + carriedDelta) }

  private mutating func track() -> MIDIFile.Track {
    // Several End of Track events can be further from the last event than one delta time can express.
    carriedDelta = events.bridgedDelta(carriedDelta)
    events.payloads.releaseUnusedMemory()
    return MIDIFile.Track(events: events, end: end)
  }
}

// MARK: Ending

extension TrackDecoder {
  /// Ends the track after End of Track, or continues with the rest of the chunk.
  ///
  /// Some programs write End of Track in the middle of a track, and others leave garbage after it. The track ends at
  /// the End of Track after which most bytes aren't valid events, or at the end of the chunk.
  private mutating func endOrContinue(after delta: UInt64) throws(MIDIFile.Violation) -> MIDIFile.Track? {
    carriedDelta += delta
    if isBeyondChunk { return try finish() }
    let isInsideChunk = position < limit && declaredLength <= fileEnd - dataOffset
    guard isInsideChunk, !beginsTrack(at: position) else {
      if isInsideChunk { try reportLength(endingAt: position) }
      return try finish()
    }
    if checkpoint == nil || balance > 0 { makeCheckpoint(isEndOfChunk: false) }
    try reportAfterEnd(from: position, repair: "the events are kept")
    runningStatus = 0
    return nil
  }

  /// Ends the track where its bytes end without End of Track, or continues beyond its declared length.
  ///
  /// Either the length is wrong or End of Track is missing.
  private mutating func endOrContinueBeyondLimit() throws(MIDIFile.Violation) -> MIDIFile.Track? {
    if let checkpoint {
      // Text decodes as messages with running status, so only End of Track or the next track proves that it is a track.
      if checkpoint.isEndOfChunk { return try rollBack(to: checkpoint) }
      balance -= limit - position
      try reportIncompleteEvent()
      return try finish()
    }
    guard canContinue, !log.isStrict else { return try endWithoutEndOfTrack() }
    makeCheckpoint(isEndOfChunk: true)
    limit = nextTrack(after: limit)
    return nil
  }

  private mutating func endWithoutEndOfTrack() throws(MIDIFile.Violation) -> MIDIFile.Track {
    try reportIncompleteEvent()
    let found = limit == fileEnd ? "the end of the file" : "the end of the track chunk"
    try log.report(
      at: limit, expected: "End of Track (FF 2F 00)", found: found,
      repair: "the track ends there")
    return try finish()
  }

  private mutating func endAtNextTrack() throws(MIDIFile.Violation) -> MIDIFile.Track {
    if let checkpoint, balance <= 0 { return try rollBack(to: checkpoint) }
    limit = position
    try reportLength(endingAt: position)
    checkpoint = nil
    return try endWithoutEndOfTrack()
  }

  /// Returns the track, discarding the events since the checkpoint if most of them aren't valid.
  private mutating func finish() throws(MIDIFile.Violation) -> MIDIFile.Track {
    if let checkpoint, balance <= 0 { return try rollBack(to: checkpoint) }
    try reportOpenPacket()
    if isBeyondChunk { try reportLength(endingAt: position) }
    return track()
  }

  /// Discards the events since the checkpoint, and returns the track.
  private mutating func rollBack(to checkpoint: Checkpoint) throws(MIDIFile.Violation) -> MIDIFile.Track {
    events.truncate(
      to: checkpoint.eventCount, payloadCount: checkpoint.payloadCount, lastTime: checkpoint.lastTime)
    log = checkpoint.log
    limit = checkpoint.limit
    openPacketOffset = checkpoint.openPacketOffset
    self.checkpoint = nil
    position = checkpoint.position
    if checkpoint.isEndOfChunk {
      carriedDelta = 0
      return try endWithoutEndOfTrack()
    }
    carriedDelta = checkpoint.end.rawValue - checkpoint.lastTime.rawValue
    try reportAfterEnd(from: position, repair: "they are left out")
    position = limit
    try reportOpenPacket()
    return track()
  }

  private mutating func makeCheckpoint(isEndOfChunk: Bool) {
    balance = 0
    checkpoint = Checkpoint(
      isEndOfChunk: isEndOfChunk, position: position, limit: limit, eventCount: events.count,
      payloadCount: events.payloads.count, lastTime: events.lastTime, end: end,
      openPacketOffset: openPacketOffset, log: log)
  }

  private mutating func reportIncompleteEvent() throws(MIDIFile.Violation) {
    guard position < limit else { return }
    let count = limit - position
    try log.report(
      at: position, expected: "a complete event",
      found: count == 1 ? "only 1 byte" : "only \(count) bytes", repair: "left out")
    position = limit
  }

  private mutating func reportLength(endingAt end: Int) throws(MIDIFile.Violation) {
    let (length, found) = (end - dataOffset, "\(declaredLength)")
    try log.report(
      at: lengthOffset, expected: "the length of the track, \(length)", found: found,
      repair: "the track is read to its end")
  }

  private mutating func reportAfterEnd(
    from start: Int, repair: @autoclosure () -> String
  ) throws(MIDIFile.Violation) {
    let count = limit - start
    try log.report(
      at: start, expected: "the end of the track chunk after End of Track",
      found: count == 1 ? "1 more byte" : "\(count) more bytes", repair: repair())
  }

  /// Returns whether a track chunk starts at an offset.
  private func beginsTrack(at offset: Int) -> Bool {
    offset + 8 <= fileEnd && bytes.integer32(at: offset) == ChunkType.track.code
  }

  /// Returns the offset of the next track chunk that fits into the file, or the end of the file.
  ///
  /// Bytes of a message can look like the type of a track chunk, but rarely also like its length.
  private func nextTrack(after offset: Int) -> Int {
    var start = offset
    while let next = bytes.firstOffset(of: .track, in: start..<fileEnd) {
      if next + 8 <= fileEnd, Int(bytes.integer32(at: next + 4)) <= fileEnd - next - 8 { return next }
      start = next + 4
    }
    return fileEnd
  }

  /// Returns whether a chunk of any type, or the end of the file, is at an offset.
  private func beginsChunk(at offset: Int) -> Bool {
    if offset == fileEnd { return true }
    guard offset + 8 <= fileEnd, ChunkType(code: bytes.integer32(at: offset)) != nil else { return false }
    return beginsTrack(at: offset) || Int(bytes.integer32(at: offset + 4)) <= fileEnd - offset - 8
  }
}
