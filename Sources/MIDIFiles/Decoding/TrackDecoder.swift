internal import MIDICore

/// Reads one track chunk, whatever its length says: the track ends with End of Track, or where the next chunk
/// begins.
struct TrackDecoder {
  /// What reading one event came to.
  enum Step {
    case event
    /// End of Track was read; it stands this long after the last event.
    case endOfTrack(delta: UInt64)
    /// The event that begins at ``position`` goes on beyond ``limit``, or that is where it would begin.
    case outOfBytes
  }

  /// The state to return to if the bytes that follow turn out not to belong to the track.
  private struct Checkpoint {
    enum Reason {
      /// The chunk continues after End of Track.
      case endOfTrack
      /// The chunk ends without End of Track, and no other chunk begins there.
      case endOfChunk
    }

    let reason: Reason
    let position: Int
    let limit: Int
    let eventCount: Int
    let payloadCount: Int
    let lastTime: Ticks
    let end: Ticks
    let openPacketOffset: Int?
    let log: DiagnosticLog
  }

  let bytes: [UInt8]
  var log: DiagnosticLog
  /// Where the next event begins; in the end, where the next chunk may begin.
  private(set) var position: Int
  /// Where the track ends as far as is known.
  private(set) var limit: Int
  var events: MIDIFile.Events
  /// The status byte that running status stands for; 0 where there is none.
  var runningStatus: UInt8 = 0
  /// Whether a meta event or System Exclusive packet came since: then running status is over, though some writers
  /// go on with it.
  var runningStatusIsCanceled = false
  /// The offset of the last F0 packet, as long as its message isn't complete.
  var openPacketOffset: Int?
  /// What End of Track events in the middle add to the next delta time.
  private(set) var carriedDelta: UInt64 = 0

  private let fileEnd: Int
  private let lengthOffset: Int
  private let dataOffset: Int
  private let declaredLength: Int
  private var checkpoint: Checkpoint?
  /// The number of bytes since ``checkpoint`` that are sound events, minus the number of those that aren't.
  private var balance = 0

  /// Prepares to read the chunk at `chunkOffset`, of which the type and the length are known to be there.
  init(_ bytes: [UInt8], fileEnd: Int, chunkOffset: Int, declaredLength: Int, log: DiagnosticLog) {
    self.bytes = bytes
    self.fileEnd = fileEnd
    self.log = log
    self.declaredLength = declaredLength
    lengthOffset = chunkOffset + 4
    dataOffset = chunkOffset + 8
    position = dataOffset
    limit = min(dataOffset + declaredLength, fileEnd)
    events = MIDIFile.Events(fileBytes: bytes[dataOffset..<fileEnd])
  }

  mutating func decode() throws(MIDIFileError) -> MIDIFile.Track {
    if declaredLength > fileEnd - dataOffset {
      let (available, found) = (fileEnd - dataOffset, "\(declaredLength)")
      try log.report(
        at: lengthOffset, expected: "the length of the track, at most \(available)", found: found,
        repair: "what is there is read")
    }
    while true {
      if checkpoint == nil, openPacketOffset == nil { decodeRun(limit: limit) }
      if isReadingOn, beginsTrack(at: position) { return try endAtNextTrack() }
      let (start, violationCount) = (position, log.diagnostics.count)
      let step = try decodeEvent(limit: limit)
      let isSound = log.diagnostics.count == violationCount
      balance += isSound ? position - start : start - position
      switch step {
      case .event: carriedDelta = 0
      case .endOfTrack(let delta):
        if let track = try endOrReadOn(after: delta) { return track }
      case .outOfBytes:
        if let track = try endOrReadOnBeyondLimit() { return track }
      }
    }
  }

  /// Goes on to the next event.
  mutating func advance(to position: Int) { self.position = position }

  /// Whether the end of the chunk was passed, in search of End of Track.
  private var isReadingOn: Bool { checkpoint?.reason == .endOfChunk }

  /// Whether what is needed beyond ``limit`` may be there, because no other chunk begins there.
  var canReadOn: Bool { checkpoint == nil && limit < fileEnd && !beginsChunk(at: limit) }

  private var end: Ticks { Ticks(rawValue: events.lastTime.rawValue + carriedDelta) }

  private mutating func track() -> MIDIFile.Track {
    // Several End of Track events can be further from the last event than one delta time can express.
    carriedDelta = events.bridgedDelta(carriedDelta)
    events.payloads.releaseUnusedMemory()
    return MIDIFile.Track(events: events, end: end)
  }
}

// MARK: Ends

extension TrackDecoder {
  /// Ends the track after End of Track, or continues with the rest of the chunk.
  ///
  /// Some programs write End of Track in the middle of a track, and others leave garbage after it. The track ends at
  /// the End of Track after which most bytes aren't sound events, or at the end of the chunk.
  private mutating func endOrReadOn(after delta: UInt64) throws(MIDIFileError) -> MIDIFile.Track? {
    carriedDelta += delta
    if isReadingOn { return try finish() }
    let isInsideChunk = position < limit && declaredLength <= fileEnd - dataOffset
    guard isInsideChunk, !beginsTrack(at: position) else {
      if isInsideChunk { try reportLength(endingAt: position) }
      return try finish()
    }
    if checkpoint == nil || balance > 0 { makeCheckpoint(.endOfTrack) }
    try reportAfterEnd(from: position, repair: "the events there are kept")
    runningStatus = 0
    return nil
  }

  /// Ends the track where its bytes end without End of Track: the length may be wrong, or End of Track missing.
  private mutating func endOrReadOnBeyondLimit() throws(MIDIFileError) -> MIDIFile.Track? {
    if let checkpoint {
      // Text reads as messages with running status: only End of Track or the next track shows that it is a track.
      if checkpoint.reason == .endOfChunk { return try comeBack(to: checkpoint) }
      balance -= limit - position
      try reportIncompleteEvent()
      return try finish()
    }
    guard canReadOn, !log.isStrict else { return try endWithoutEndOfTrack() }
    makeCheckpoint(.endOfChunk)
    limit = nextTrack(after: limit)
    return nil
  }

  private mutating func endWithoutEndOfTrack() throws(MIDIFileError) -> MIDIFile.Track {
    try reportIncompleteEvent()
    let found = limit == fileEnd ? "the end of the file" : "the end of the track chunk"
    try log.report(
      at: limit, expected: "End of Track (FF 2F 00)", found: found,
      repair: "the track is taken to end there")
    return try finish()
  }

  private mutating func endAtNextTrack() throws(MIDIFileError) -> MIDIFile.Track {
    if let checkpoint, balance <= 0 { return try comeBack(to: checkpoint) }
    limit = position
    try reportLength(endingAt: position)
    checkpoint = nil
    return try endWithoutEndOfTrack()
  }

  /// Returns the track, without what was read since the checkpoint if most of it isn't sound events.
  private mutating func finish() throws(MIDIFileError) -> MIDIFile.Track {
    if let checkpoint, balance <= 0 { return try comeBack(to: checkpoint) }
    try reportOpenPacket()
    if isReadingOn { try reportLength(endingAt: position) }
    return track()
  }

  /// Discards what was read since the checkpoint, and returns the track.
  private mutating func comeBack(to checkpoint: Checkpoint) throws(MIDIFileError) -> MIDIFile.Track {
    events.truncate(
      to: checkpoint.eventCount, payloadCount: checkpoint.payloadCount, lastTime: checkpoint.lastTime)
    log = checkpoint.log
    limit = checkpoint.limit
    openPacketOffset = checkpoint.openPacketOffset
    self.checkpoint = nil
    advance(to: checkpoint.position)
    if checkpoint.reason == .endOfChunk {
      carriedDelta = 0
      return try endWithoutEndOfTrack()
    }
    carriedDelta = checkpoint.end.rawValue - checkpoint.lastTime.rawValue
    try reportAfterEnd(from: position, repair: "they are left out")
    advance(to: limit)
    try reportOpenPacket()
    return track()
  }

  private mutating func makeCheckpoint(_ reason: Checkpoint.Reason) {
    balance = 0
    checkpoint = Checkpoint(
      reason: reason, position: position, limit: limit, eventCount: events.count,
      payloadCount: events.payloads.count, lastTime: events.lastTime, end: end,
      openPacketOffset: openPacketOffset, log: log)
  }

  private mutating func reportIncompleteEvent() throws(MIDIFileError) {
    guard position < limit else { return }
    let count = limit - position
    try log.report(
      at: position, expected: "a whole event",
      found: count == 1 ? "only 1 byte of one" : "only \(count) bytes of one", repair: "left out")
    advance(to: limit)
  }

  private mutating func reportLength(endingAt end: Int) throws(MIDIFileError) {
    let (length, found) = (end - dataOffset, "\(declaredLength)")
    try log.report(
      at: lengthOffset, expected: "the length of the track, \(length)", found: found,
      repair: "the track is read up to its end")
  }

  private mutating func reportAfterEnd(
    from start: Int, repair: @autoclosure () -> String
  ) throws(MIDIFileError) {
    let count = limit - start
    try log.report(
      at: start, expected: "the end of the track chunk after End of Track",
      found: count == 1 ? "1 byte more" : "\(count) bytes more", repair: repair())
  }

  /// Whether a track chunk begins here.
  private func beginsTrack(at offset: Int) -> Bool {
    offset + 8 <= fileEnd && bytes.integer32(at: offset) == ChunkType.track.code
  }

  /// Returns the offset of the next track chunk that fits into the file, or the end of the file.
  ///
  /// Bytes of a message can look like the type of a track chunk, but rarely like its length as well.
  private func nextTrack(after offset: Int) -> Int {
    var start = offset
    while let next = bytes.firstOffset(of: .track, in: start..<fileEnd) {
      if next + 8 <= fileEnd, Int(bytes.integer32(at: next + 4)) <= fileEnd - next - 8 { return next }
      start = next + 4
    }
    return fileEnd
  }

  /// Whether a chunk of any type begins here, or nothing at all.
  private func beginsChunk(at offset: Int) -> Bool {
    if offset == fileEnd { return true }
    guard offset + 8 <= fileEnd, ChunkType(code: bytes.integer32(at: offset)) != nil else { return false }
    return beginsTrack(at: offset) || Int(bytes.integer32(at: offset + 4)) <= fileEnd - offset - 8
  }
}
