public import MIDICore

/// A Standard MIDI File as it stands: tracks of events at ticks, nothing interpreted.
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

  /// The events of one MTrk chunk.
  public struct Track: Hashable, Sendable {
    /// The events in the order of the file, without the End of Track event.
    public var events: [TrackEvent]
    /// Where the End of Track event stands: the track's length.
    public var end: Ticks

    /// Makes a track.
    public init(events: [TrackEvent], end: Ticks) {
      self.events = events
      self.end = end
    }
  }

  /// An event and its place in the file.
  public struct TrackEvent: Hashable, Sendable {
    /// Since the start of the track: the sum of the delta times.
    public var time: Ticks
    /// What stands there.
    public var event: Event

    /// Puts an event at a time.
    public init(time: Ticks, event: Event) {
      self.time = time
      self.event = event
    }
  }

  /// What a track can hold.
  public enum Event: Hashable, Sendable {
    /// A channel message.
    case message(Message)
    /// An F0 packet: the bytes after the length, the closing F7 included where the message ends in this packet.
    case systemExclusive([UInt8])
    /// An F7 packet: the continuation of a System Exclusive message, or any bytes to be sent as they are.
    case escape([UInt8])
    /// A meta event: it is for the reader, and never sent.
    case meta(MetaEvent)
  }

  /// How the tracks belong together.
  public var format: Format
  /// What a tick is.
  public var division: Division
  /// The tracks, in the order of the file.
  public var tracks: [Track]

  /// Makes a file of its parts.
  public init(format: Format, division: Division, tracks: [Track]) {
    self.format = format
    self.division = division
    self.tracks = tracks
  }
}
