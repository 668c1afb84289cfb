internal import MIDICore

extension MIDIFile {
  /// Returns the file in a different format.
  ///
  /// Conversion to format 0 merges the tracks (``merged()``); conversion from format 0 keeps the track. From format 1
  /// to format 2, each track becomes a piece with the tempo, time signature, and key signature events of all tracks.
  /// Each such event occurs once per piece, up to the end of the piece. A format 2 file can be converted only if it has
  /// one piece.
  ///
  /// - Throws: ``ConversionError/independentTracks(count:)`` or ``ConversionError/tooManyEvents``.
  /// - Complexity: O(*n* log *k*), where *n* is the number of events and bytes, and *k* is the number of tracks. For
  ///   format 2, *n* includes the added events.
  public func converted(to newFormat: Format) throws(ConversionError) -> MIDIFile {
    if newFormat == format { return self }
    if newFormat == .singleTrack { return try merged() }
    var file = self
    if newFormat == .independentTracks { file.tracks = try tracksAsPieces() } else { try checkIsOnePiece() }
    file.format = newFormat
    return file
  }

  private func tracksAsPieces() throws(ConversionError) -> [Track] {
    guard tracks.count > 1 else { return tracks }
    let conductorEvents = tracks.map { $0.events.filter { event, _ in event.isConductorEvent } }
    let conductor = try Events(merging: conductorEvents).droppingRepeats()
    guard conductor.count * tracks.count <= Self.maxAddedCount + 16 * eventCount else {
      throw .tooManyEvents
    }
    var pieces: [Track] = []
    for track in tracks {
      let conductor = conductor.filter { _, time in time <= track.length }
      let others = track.events.filter { event, _ in !event.isConductorEvent }
      pieces.append(Track(events: try Events(merging: [conductor, others]), end: track.length))
    }
    return pieces
  }

  /// The maximum number of added events, beyond a few for each existing event; enough for any music.
  private static let maxAddedCount = 1 << 20
}

extension MIDIFile.Events {
  fileprivate func filter(_ isIncluded: (PackedEvent, Ticks) -> Bool) -> Self {
    var events = Self()
    forEachPacked { event, time in
      if isIncluded(event, time) { events.append(event, of: self, at: time) }
    }
    return events
  }

  /// Returns the events without repetitions of the last event of a kind at the same time.
  ///
  /// Some files repeat the key in every track.
  fileprivate func droppingRepeats() -> Self {
    var events = Self()
    var last: [UInt8: (time: Ticks, payload: ArraySlice<UInt8>)] = [:]
    forEachPacked { event, time in
      let payload = payload(of: event)
      if let same = last[event.kind], same.time == time, same.payload == payload { return }
      last[event.kind] = (time, payload)
      events.append(event, of: self, at: time)
    }
    return events
  }
}

extension MIDIFile {
  /// The groups of tracks that are played together: all tracks, or each alone in a format 2 file.
  var pieces: [[Track]] { format == .independentTracks ? tracks.map { [$0] } : [tracks] }

  /// Returns a file with one of the pieces, in format 0 if the file has several.
  ///
  /// The only piece of a file that isn't in format 2 is the file itself.
  ///
  /// - Parameter number: The number of the piece, from 1.
  /// - Throws: ``ConversionError/noPiece(number:count:)``.
  public func piece(_ number: Int) throws(ConversionError) -> MIDIFile {
    let pieces = pieces
    guard number >= 1, number <= pieces.count else {
      throw .noPiece(number: number, count: pieces.count)
    }
    guard format == .independentTracks else { return self }
    var file = replacingTracks(with: pieces[number - 1]) { $0 < number ? 0 : 1 }
    file.format = .singleTrack
    return file
  }

  /// Throws an error if the tracks are independent pieces.
  func checkIsOnePiece() throws(ConversionError) {
    if format == .independentTracks, tracks.count > 1 { throw .independentTracks(count: tracks.count) }
  }

  /// Returns the file with its tracks replaced.
  ///
  /// - Parameter precedingCount: Returns the number of new tracks that replace the given number of leading tracks. It
  ///   determines the new positions of the other chunks.
  func replacingTracks(with newTracks: [Track], precedingCount: (Int) -> Int) -> MIDIFile {
    var file = self
    file.tracks = newTracks
    file.otherChunks = otherChunks.map { chunk in
      var chunk = chunk
      chunk.precedingTrackCount = precedingCount(min(max(chunk.precedingTrackCount, 0), tracks.count))
      return chunk
    }
    return file
  }
}

extension MIDIFile.Track {
  /// The end of the track when it is written, which is no earlier than its last event.
  var length: Ticks { max(end, events.lastTime) }
}
