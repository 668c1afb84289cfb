public import MIDICore

extension MIDIFile {
  /// The same music on another grid.
  ///
  /// From ticks a quarter to ticks a quarter, each time is scaled from the start of the track and rounded once, to
  /// the nearest tick, a half upwards, so that nothing drifts; tempos stay what they are. Where time code is on
  /// either side, real time is kept, to the nearest tick: tempo events, which mean nothing in time code, are left
  /// out on the way there, and a tempo of 120 quarters a minute is put in on the way back.
  ///
  /// - Throws: ``ConversionError/tooLong``.
  /// - Complexity: O(*n*) for *n* events and bytes; O(*n* log *t*) for *t* tempo events with time code.
  public func converted(to newDivision: Division) throws(ConversionError) -> MIDIFile {
    switch (division, newDivision) {
    case (let old, let new) where old == new:
      return self
    case (.ticksPerQuarter(let old), .ticksPerQuarter(let new)):
      let retiming = Retiming { $0.scaled(by: UInt64(new), over: UInt64(old)) }
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

  /// The same music, at the same times, with one tempo from beginning to end.
  ///
  /// All tempo events are replaced by one; each event stands at the tick nearest to its time in nanoseconds, of two
  /// that are equally near the later. In a format 2 file every piece has its own.
  ///
  /// - Parameters:
  ///   - microsecondsPerQuarter: The tempo, 1 through 16,777,215.
  ///   - newDivision: What a tick is to be, in ticks a quarter.
  /// - Throws: ``ConversionError/noTempoInTimeCode``, ``ConversionError/tooLong``.
  /// - Complexity: O(*n* log *t*) for *n* events and bytes, and *t* tempo events.
  public func converted(
    toTempo microsecondsPerQuarter: UInt32, division newDivision: Division
  ) throws(ConversionError) -> MIDIFile {
    if case .timeCode = newDivision { throw .noTempoInTimeCode }
    precondition(1...0xFF_FFFF ~= microsecondsPerQuarter, "a tempo has 24 bits and is not 0")
    return try converted(toGrid: newDivision, microsecondsPerQuarter: microsecondsPerQuarter)
  }

  /// Keeps real time on a grid of constant ticks, with the tempo event that says how long they are, if any.
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
      retiming.leavesTemposOut = true
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
  /// Multiplies by a fraction and rounds to the nearest tick, a half upwards. Stops at the largest time.
  fileprivate func scaled(by numerator: UInt64, over denominator: UInt64) -> Ticks {
    let (quarters, rest) = rawValue.quotientAndRemainder(dividingBy: denominator)
    // Both are below 2^15, the numbers of ticks that a division can have.
    let roundedRest = (2 * rest * numerator + denominator) / (2 * denominator)
    let (scaled, isTooLarge) = quarters.multipliedReportingOverflow(by: numerator)
    let (sum, sumIsTooLarge) = scaled.addingReportingOverflow(roundedRest)
    return Ticks(rawValue: isTooLarge || sumIsTooLarge ? .max : sum)
  }
}
