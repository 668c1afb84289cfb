public import MIDICore

/// A Standard MIDI File as it stands: chunks, and tracks of events at ticks. Nothing is interpreted, nothing
/// that another program might need is lost.
///
/// For what was played, in real time, see ``recording()``.
public struct MIDIFile: Hashable, Sendable {
  /// How the tracks belong together.
  public enum Format: UInt16, Sendable {
    /// One track.
    case singleTrack = 0
    /// Tracks that are played together.
    case simultaneousTracks = 1
    /// Tracks that are pieces of their own.
    case independentTracks = 2
  }

  /// How the tracks belong together.
  public var format: Format
  /// What a tick is.
  public var division: Division
  /// The tracks, in the order of the file.
  public var tracks: [Track]
  /// The chunks that are no tracks, in the order of the file.
  public var otherChunks: [OtherChunk]
  /// What follows the six known bytes of the header; nothing in almost every file.
  public var headerExtension: [UInt8]

  /// Makes a file of its parts.
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

  /// How many events all tracks have, End of Track not counted.
  ///
  /// - Complexity: O(*n*) in the number of tracks.
  public var eventCount: Int { tracks.reduce(0) { $0 + $1.events.count } }

  /// How many tracks a file can have: what the two bytes in its header can say.
  public static let maxTrackCount = Int(UInt16.max)
}

extension MIDIFile {
  /// The events of one MTrk chunk.
  public struct Track: Hashable, Sendable {
    /// The events in the order of the file, without the End of Track event.
    public var events: Events
    /// Where the End of Track event stands: the track's length. One before the last event is written at the last
    /// event.
    public var end: Ticks

    /// Makes a track.
    public init(events: Events, end: Ticks) {
      self.events = events
      self.end = end
    }

    /// Makes a track of events that are in order of time.
    public init(events: some Sequence<TrackEvent>, end: Ticks) {
      self.init(events: Events(events), end: end)
    }

    /// The text of the first track name event.
    ///
    /// - Complexity: O(*n*) in the number of events before it.
    public var name: String? {
      for event in events {
        if case .meta(.text(.trackName, let bytes)) = event.event {
          return MetaEvent.string(of: bytes)
        }
      }
      return nil
    }
  }

  /// A chunk that is no track. Its meaning is known to the program that wrote it; here it is only kept.
  public struct OtherChunk: Hashable, Sendable {
    /// The type: four printable ASCII characters, such as `XFIH`.
    public let type: ChunkType
    /// The data.
    public let bytes: [UInt8]
    /// How many tracks stand before it.
    public var precedingTrackCount: Int

    /// Makes a chunk that stands after so many tracks.
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
