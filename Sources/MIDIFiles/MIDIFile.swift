public import MIDICore

/// The chunks, tracks, and events of a Standard MIDI File.
///
/// The content isn't interpreted, so no data from unknown programs is lost. To get the messages in real time, use
/// ``recording()``.
public struct MIDIFile: Hashable, Sendable {
  /// The relation of the tracks.
  public enum Format: UInt16, Sendable {
    /// One track.
    case singleTrack = 0
    /// Tracks that are played together.
    case simultaneousTracks = 1
    /// Tracks that are independent pieces.
    case independentTracks = 2
  }

  /// The relation of the tracks.
  public var format: Format
  /// The length of a tick.
  public var division: Division
  /// The tracks in file order.
  public var tracks: [Track]
  /// The chunks that aren't tracks, in file order.
  public var otherChunks: [OtherChunk]
  /// The bytes after the six standard bytes of the header; empty in almost all files.
  public var headerExtension: [UInt8]

  /// Creates a file with the given content.
  public init(
    format: Format, division: Division, tracks: [Track], otherChunks: [OtherChunk] = [],
    headerExtension: [UInt8] = []
  ) {
    self.format = format
    self.division = division
    self.tracks = tracks
    self.otherChunks = otherChunks
    self.headerExtension = headerExtension
  }

  /// The number of events of all tracks, without End of Track.
  ///
  /// - Complexity: O(*n*) in the number of tracks.
  public var eventCount: Int { tracks.reduce(0) { $0 + $1.events.count } }

  /// The maximum number of tracks, which the header stores in two bytes.
  public static let maxTrackCount = Int(UInt16.max)
}

extension MIDIFile {
  /// The events of one MTrk chunk.
  public struct Track: Hashable, Sendable {
    /// The events in file order, without the End of Track event.
    public var events: Events
    /// The time of the End of Track event, which is the length of the track.
    ///
    /// A time before the last event is written as the time of the last event.
    public var end: Ticks

    /// Creates a track with the given events.
    public init(events: Events, end: Ticks) {
      self.events = events
      self.end = end
    }

    /// Creates a track with the given events in order of time.
    public init(events: some Sequence<TrackEvent>, end: Ticks) {
      self.init(events: Events(events), end: end)
    }

    /// The text of the first track name event, or `nil` if there is none.
    ///
    /// - Complexity: O(*n*) in the number of events before it.
    public var name: String? {
      events.packed.first { $0.kind == MetaEvent.TextKind.trackName.rawValue }
        .map { MetaEvent.string(of: Array(events.payload(of: $0))) }
    }
  }

  /// A chunk that isn't a track and isn't interpreted.
  public struct OtherChunk: Hashable, Sendable {
    /// The type: four printable ASCII characters, such as `XFIH`.
    public let type: ChunkType
    /// The data.
    public let bytes: [UInt8]
    /// The number of tracks before the chunk.
    public var precedingTrackCount: Int

    /// Creates a chunk after the given number of tracks.
    public init(type: ChunkType, bytes: [UInt8], precedingTrackCount: Int) {
      self.type = type
      self.bytes = bytes
      self.precedingTrackCount = precedingTrackCount
    }
  }
}

extension MIDIFile {
  /// Returns the tempo map of each track, in the order of ``tracks``.
  ///
  /// Tracks that are played together share the tempo events of all tracks. In format 2, each track has its own. A tempo
  /// of 0, which would stop time, is ignored.
  ///
  /// - Complexity: O(*n* + *t* log *t*), where *n* is the number of events and *t* is the number of tempo events.
  public func tempoMaps() -> [TempoMap] {
    if format == .independentTracks { return tracks.map { tempoMap(of: [$0]) } }
    return Array(repeating: tempoMap(of: tracks), count: tracks.count)
  }

  /// The real time of the end of the last track or, in format 2, of the longest piece.
  ///
  /// - Complexity: O(*n* + *t* log *t*), where *n* is the number of events and *t* is the number of tempo events.
  public var duration: Nanoseconds {
    let ends = pieces.map { piece in tempoMap(of: piece).time(at: piece.map(\.length).max() ?? .zero) }
    return ends.max() ?? .zero
  }

  /// Returns the tempo map of tracks that are played together.
  ///
  /// - Complexity: O(*n* + *t* log *t*), where *n* is the number of events and *t* is the number of tempo events.
  package func tempoMap(of tracks: [Track]) -> TempoMap {
    // `sorted` is stable: if several tracks have a tempo at the same time, the last track's takes effect.
    let tempos = tracks.flatMap(\.events.tempos).filter { $0.microsecondsPerQuarter > 0 }
    return TempoMap(division: division, tempos: tempos.sorted { $0.time < $1.time })
  }

  /// The events of all tracks in order of time.
  ///
  /// Simultaneous events are in the order of their tracks, which are numbered from 0.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of events.
  public var events: [(track: Int, event: TrackEvent)] {
    // The sort is stable.
    tracks.enumerated().flatMap { index, track in track.events.map { (track: index, event: $0) } }
      .sorted { $0.event.time < $1.event.time }
  }
}

extension MIDIFile.Events {
  /// The tempo events. Other events aren't decoded.
  fileprivate var tempos: [(time: Ticks, microsecondsPerQuarter: UInt32)] {
    var tempos: [(time: Ticks, microsecondsPerQuarter: UInt32)] = []
    forEachPacked { event, time in
      guard event.kind == MetaEvent.tempoType,
        case .meta(.tempo(let microseconds)) = self.event(event)
      else { return }
      tempos.append((time, microseconds))
    }
    return tempos
  }
}
