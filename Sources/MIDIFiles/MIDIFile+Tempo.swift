public import MIDICore

extension MIDIFile {
  /// Returns the tempo map of each track, in the order of ``tracks``.
  ///
  /// Tracks that are played together share the tempo events of all tracks. In format 2, each track has its own. A
  /// tempo of 0, at which time would stand still, is ignored.
  ///
  /// - Complexity: O(*n* + *t* log *t*), where *n* is the number of events, and *t* that of tempo events.
  public func tempoMaps() -> [TempoMap] {
    if format == .independentTracks { return tracks.map { tempoMap(of: [$0]) } }
    return Array(repeating: tempoMap(of: tracks), count: tracks.count)
  }

  /// The real time at which the last track ends; in format 2, at which the longest piece does.
  ///
  /// - Complexity: O(*n* + *t* log *t*), where *n* is the number of events, and *t* that of tempo events.
  public var duration: Nanoseconds {
    let ends = pieces.map { piece in tempoMap(of: piece).time(at: piece.map(\.length).max() ?? .zero) }
    return ends.max() ?? .zero
  }

  /// Returns the tempo map of tracks that are played together.
  ///
  /// - Complexity: O(*n* + *t* log *t*), where *n* is the number of events, and *t* that of tempo events.
  func tempoMap(of tracks: [Track]) -> TempoMap {
    // `sorted` is stable: of several tempos at one time, the last track's counts.
    let tempos = tracks.flatMap(\.events.tempos).filter { $0.microsecondsPerQuarter > 0 }
    return TempoMap(division: division, tempos: tempos.sorted { $0.time < $1.time })
  }
}

extension MIDIFile.Events {
  /// The tempo events, without a look at what the others hold.
  fileprivate var tempos: [(time: Ticks, microsecondsPerQuarter: UInt32)] {
    var tempos: [(time: Ticks, microsecondsPerQuarter: UInt32)] = []
    forEachPacked { event, time in
      guard event.kind == MetaEvent.TypeByte.tempo,
        case .meta(.tempo(let microseconds)) = self.event(event)
      else { return }
      tempos.append((time, microseconds))
    }
    return tempos
  }
}
