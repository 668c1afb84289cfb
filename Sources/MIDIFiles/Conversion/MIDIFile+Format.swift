internal import MIDICore

extension MIDIFile {
  /// The file in another format.
  ///
  /// To format 0, tracks are merged (``merged()``). From there, the one track stays as it is. From format 1 to
  /// format 2 every track becomes a piece with the tempo, time signature and key signature events of all tracks,
  /// each once, as far as the piece goes. From format 2, only a file of one piece can be converted.
  ///
  /// - Throws: ``ConversionError/independentTracks(count:)``, ``ConversionError/tooManyEvents``.
  /// - Complexity: O(*n* log *k*) for *n* events and bytes in *k* tracks; to format 2, with the added events.
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

  /// So many events may be added, beyond a few for each that was there: enough for any music.
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

  /// Leaves events out that are the same as the last of their kind at the same time, as files have them that say
  /// the key in every track.
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
