public import MIDICore

extension MIDIFile {
  /// Returns the file with a different division.
  ///
  /// Between divisions in ticks per quarter note, each time is scaled from the start of the track and rounded once, to
  /// the nearest tick, halves up. Times therefore don't drift, and tempos are unchanged.
  ///
  /// If either division is a time code, real time is kept to the nearest tick. Conversion to time code drops tempo
  /// events, which have no effect there. Conversion from time code adds a tempo of 120 quarter notes per minute.
  ///
  /// - Throws: ``ConversionError/tooLong``.
  /// - Complexity: O(*n*), where *n* is the number of events and bytes. From or to time code, O(*n* log *t*), where *t*
  ///   is the number of tempo events.
  public func converted(to newDivision: Division) throws(ConversionError) -> MIDIFile {
    switch (division, newDivision) {
    case (let old, let new) where old == new:
      return self
    case (.ticksPerQuarter(let old), .ticksPerQuarter(let new)):
      func newTime(_ time: Ticks) -> Ticks { time.scaled(by: UInt64(new), over: UInt64(max(1, old))) }
      try Self.checkLengths(tracks.map { ($0.events.count, newTime($0.length)) })
      var file = self
      file.division = newDivision
      file.tracks = tracks.map { $0.retimed(newTime) }
      return file
    case (.timeCode, .ticksPerQuarter):
      return try converted(toGrid: newDivision, microsecondsPerQuarter: TempoMap.defaultTempo)
    case (_, .timeCode):
      return try converted(toGrid: newDivision, microsecondsPerQuarter: nil)
    }
  }

  /// Returns the file with one constant tempo and unchanged real times.
  ///
  /// One tempo event replaces all others; a format 2 file has one per piece. Each event moves to the tick nearest to
  /// its time in nanoseconds, or the later of two equally near ticks.
  ///
  /// - Parameters:
  ///   - microsecondsPerQuarter: The tempo, from 1 through 16,777,215.
  ///   - newDivision: The new division, in ticks per quarter note.
  /// - Throws: ``ConversionError/noTempoInTimeCode`` or ``ConversionError/tooLong``.
  /// - Complexity: O(*n* log *t*), where *n* is the number of events and bytes, and *t* is the number of tempo events.
  public func converted(
    toTempo microsecondsPerQuarter: UInt32, division newDivision: Division
  ) throws(ConversionError) -> MIDIFile {
    if case .timeCode = newDivision { throw .noTempoInTimeCode }
    precondition(1...0xFF_FFFF ~= microsecondsPerQuarter, "a tempo must be from 1 to 16,777,215")
    return try converted(toGrid: newDivision, microsecondsPerQuarter: microsecondsPerQuarter)
  }

  /// Returns the file in constant ticks with unchanged real times, and with a tempo event, if any.
  private func converted(
    toGrid newDivision: Division, microsecondsPerQuarter tempo: UInt32?
  ) throws(ConversionError) -> MIDIFile {
    let grid = TempoMap(division: newDivision, tempos: tempo.map { [(.zero, $0)] } ?? [])
    let maps = tempoMaps()
    func newTime(_ time: Ticks, ofTrack index: Int) -> Ticks {
      grid.nearestTicks(to: maps[index].time(at: time))
    }
    try Self.checkLengths(
      tracks.enumerated().map { ($1.events.count, newTime($1.length, ofTrack: $0)) })
    var file = self
    file.division = newDivision
    file.tracks = tracks.enumerated().map { index, track in
      let beginsPiece = index == 0 || format == .independentTracks
      return track.retimed(droppingTempos: true, adding: beginsPiece ? tempo : nil) {
        newTime($0, ofTrack: index)
      }
    }
    return file
  }

  /// The maximum number of gaps that empty text events bridge, in addition to one per event.
  ///
  /// Gaps of 268,435,455 ticks each cover nine years at the resolution of new recordings.
  private static let maxBridgeCount: UInt64 = 1 << 16

  /// Throws an error if tracks would need too many events to bridge gaps.
  ///
  /// A short delta time can become long enough to need thousands of events. With this limit, memory stays proportional
  /// to the file.
  static func checkLengths(_ tracks: [(eventCount: Int, length: Ticks)]) throws(ConversionError) {
    var bridgeCount: UInt64 = 0
    var eventCount: UInt64 = 0
    for track in tracks {
      bridgeCount += track.length.rawValue / PackedEvent.maxDelta
      eventCount += UInt64(track.eventCount)
      guard bridgeCount <= maxBridgeCount + eventCount else { throw .tooLong }
    }
  }
}

extension Ticks {
  /// Returns the ticks multiplied by a fraction, rounded to the nearest tick, halves up.
  ///
  /// The result is limited to the largest time.
  fileprivate func scaled(by numerator: UInt64, over denominator: UInt64) -> Ticks {
    let (quarters, rest) = rawValue.quotientAndRemainder(dividingBy: denominator)
    // Both numbers are below 2^15, the limit of a division.
    let roundedRest = (2 * rest * numerator + denominator) / (2 * denominator)
    let (scaled, isTooLarge) = quarters.multipliedReportingOverflow(by: numerator)
    let (sum, sumIsTooLarge) = scaled.addingReportingOverflow(roundedRest)
    return Ticks(rawValue: isTooLarge || sumIsTooLarge ? .max : sum)
  }
}

extension MIDIFile.Track {
  /// Returns the track with each event at a new time.
  ///
  /// - Parameters:
  ///   - dropsTempos: Whether to drop the tempo events.
  ///   - tempo: The tempo to add at the start in microseconds per quarter note, or `nil` to add none.
  ///   - newTime: Returns the new time of a time; must not decrease for later times.
  fileprivate func retimed(
    droppingTempos dropsTempos: Bool = false, adding tempo: UInt32? = nil, _ newTime: (Ticks) -> Ticks
  ) -> MIDIFile.Track {
    var retimed = MIDIFile.Events()
    retimed.packed.reserveLargeCapacity(events.count + 1)
    var missingTempo = tempo
    events.forEachPacked { event, time in
      if dropsTempos, event.kind == MetaEvent.tempoType { return }
      // The events that describe the track, such as its name, come first.
      if let tempo = missingTempo, time > .zero || !event.isMeta {
        retimed.append(delta: 0, .tempo(microsecondsPerQuarter: tempo))
        missingTempo = nil
      }
      retimed.append(event, of: events, at: newTime(time))
    }
    if let tempo = missingTempo { retimed.append(delta: 0, .tempo(microsecondsPerQuarter: tempo)) }
    return MIDIFile.Track(events: retimed, end: newTime(end))
  }
}
