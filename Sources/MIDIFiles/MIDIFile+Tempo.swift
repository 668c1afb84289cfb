public import MIDICore

extension MIDIFile {
  /// What converts the ticks of a track into real time: made of the tempo events of all tracks, which are played
  /// together, or in format 2 of those of this one.
  ///
  /// A tempo of 0, at which time would stand still, is left out.
  ///
  /// - Complexity: O(*n*) in the number of events, and O(*t* log *t*) in that of tempo events.
  public func tempoMap(ofTrack index: Int) -> TempoMap {
    let tracks = format == .independentTracks ? tracks[index..<min(index + 1, tracks.count)] : tracks[...]
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
