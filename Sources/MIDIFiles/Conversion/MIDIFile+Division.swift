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
      let retiming = Retiming { $0.scaled(by: UInt64(new), over: UInt64(max(1, old))) }
      var file = self
      file.division = newDivision
      var limit = LengthLimit()
      for track in tracks { try limit.add(track, retiming) }
      file.tracks = tracks.map(retiming.apply)
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
    var file = self
    file.division = newDivision
    file.tracks = []
    var limit = LengthLimit()
    for piece in pieces {
      let tempoMap = tempoMap(of: piece)
      var retiming = Retiming { grid.nearestTicks(to: tempoMap.time(at: $0)) }
      retiming.dropsTempos = true
      for (index, track) in piece.enumerated() {
        try limit.add(track, retiming)
        retiming.tempo = index == 0 ? tempo : nil
        file.tracks.append(retiming.apply(track))
      }
    }
    return file
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

/// A change of the times of events that keeps their order.
struct Retiming {
  /// Returns the new time of a time; must not decrease for later times.
  let newTime: (Ticks) -> Ticks
  /// Whether to drop the tempo events.
  var dropsTempos = false
  /// The tempo to add at the start, in microseconds per quarter note.
  var tempo: UInt32?

  init(_ newTime: @escaping (Ticks) -> Ticks) { self.newTime = newTime }

  func apply(_ track: MIDIFile.Track) -> MIDIFile.Track {
    var events = MIDIFile.Events()
    events.packed.reserveLargeCapacity(track.events.count + 1)
    var missingTempo = tempo
    track.events.forEachPacked { event, time in
      if dropsTempos, event.kind == MetaEvent.TypeByte.tempo { return }
      // The events that describe the track, such as its name, come first.
      if let tempo = missingTempo, time > .zero || !event.isMeta {
        events.append(delta: 0, .tempo(microsecondsPerQuarter: tempo))
        missingTempo = nil
      }
      events.append(event, of: track.events, at: newTime(time))
    }
    if let tempo = missingTempo { events.append(delta: 0, .tempo(microsecondsPerQuarter: tempo)) }
    return MIDIFile.Track(events: events, end: newTime(track.end))
  }
}

/// A limit on the events that retiming adds, so that memory stays proportional to the file.
///
/// A short delta time can become long enough to need thousands of events.
struct LengthLimit {
  /// The maximum number of gaps that empty text events bridge, in addition to one per event.
  ///
  /// Gaps of 268,435,455 ticks each cover nine years at the resolution of new recordings.
  private static let maxBridgeCount: UInt64 = 1 << 16

  private var bridgeCount: UInt64 = 0
  private var eventCount: UInt64 = 0

  /// Counts the events that a track needs after retiming.
  mutating func add(_ track: MIDIFile.Track, _ retiming: Retiming) throws(MIDIFile.ConversionError) {
    try add(eventCount: track.events.count, length: retiming.newTime(track.length))
  }

  /// Counts the events that a track of a length needs.
  mutating func add(eventCount count: Int, length: Ticks) throws(MIDIFile.ConversionError) {
    bridgeCount += length.rawValue / PackedEvent.maxDelta
    eventCount += UInt64(count)
    guard bridgeCount <= Self.maxBridgeCount + eventCount else { throw .tooLong }
  }
}
