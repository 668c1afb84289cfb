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
