public import MIDICore

extension MIDIFile {
  /// The least resolution of a warped file in ticks per quarter note, so that small deviations remain.
  private static let leastResolution: UInt16 = 9600

  /// Returns the file with the tempo, meter, and keys of another file, and its events at other times.
  ///
  /// The result has the resolution of the other file, or a multiple of it.
  ///
  /// - Parameters:
  ///   - grid: The file whose tempos, time signatures, and key signatures replace this file's.
  ///   - newTime: Returns the new time of a time. A time before that of an earlier event becomes that time.
  ///   - keepsNotes: Returns whether to keep the notes that start at a time of this file.
  /// - Throws: ``ConversionError/noTempoInTimeCode``, ``ConversionError/tooLong``, or
  ///   ``ConversionError/independentTracks(count:)``.
  /// - Complexity: O(*n* log *t*), where *n* is the number of events and bytes, and *t* is the number of tempo events.
  public func warped(
    onto grid: MIDIFile, newTime: (Nanoseconds) -> Nanoseconds, keepsNotes: (Nanoseconds) -> Bool
  ) throws(ConversionError) -> MIDIFile {
    guard case .ticksPerQuarter(let resolution) = grid.division else { throw .noTempoInTimeCode }
    try checkIsOnePiece()
    let multiple = max(1, Self.leastResolution / max(1, resolution))
    let grid = try grid.converted(to: .ticksPerQuarter(resolution * multiple))
    let (times, gridTimes) = (tempoMap(of: tracks), grid.tempoMap(of: grid.tracks))
    var result = MIDIFile(format: .simultaneousTracks, division: grid.division, tracks: [grid.conductor])
    let warped = tracks.map { track in
      var latest = Ticks.zero
      var events: [TrackEvent] = []
      for event in track.events where !event.event.describesTime {
        let time = times.time(at: event.time)
        latest = max(latest, gridTimes.nearestTicks(to: max(newTime(time), .zero)))
        if case .message(.noteOn(_, _, let velocity)) = event.event, velocity > 0, !keepsNotes(time) {
          continue
        }
        events.append(TrackEvent(time: latest, event: event.event))
      }
      return (events: events, end: latest)
    }
    try Self.checkLengths(warped.map { ($0.events.count, $0.end) })
    result.tracks += warped.map { Track(events: $0.events, end: $0.end) }
    return result
  }

  /// A track with the tempos, time signatures, and key signatures of all tracks.
  private var conductor: Track {
    let events = tracks.flatMap { $0.events.filter(\.event.describesTime) }.sorted { $0.time < $1.time }
    return Track(events: events, end: events.last?.time ?? .zero)
  }
}

extension MIDIFile.Event {
  /// Whether the event describes the time axis rather than the music of a track.
  fileprivate var describesTime: Bool {
    if case .meta(.smpteOffset) = self { true } else { isConductorEvent }
  }
}
