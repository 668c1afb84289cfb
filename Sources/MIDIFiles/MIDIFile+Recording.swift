public import MIDICore

extension MIDIFile {
  /// A file that can be read but has no one meaning as a recording.
  public enum RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A format 2 file: its tracks are pieces of their own, and nothing says when each is played.
    case independentTracks(count: Int)

    /// One line that says why.
    public var description: String {
      switch self {
      case .independentTracks(let count):
        "the file holds \(count) independent pieces (format 2), not one recording"
      }
    }
  }

  /// What the file plays, in real time.
  ///
  /// System Exclusive messages are put together from their packets, and the messages in F7 packets are taken
  /// out. Meta events are gone, but for tempo, which is in the times, and the tracks' names.
  ///
  /// - Complexity: O(*n* log *t*) for *n* events and *t* tempo events.
  public func recording() throws(RecordingError) -> Recording {
    if format == .independentTracks, tracks.count > 1 { throw .independentTracks(count: tracks.count) }
    let tempoMap = TempoMap(division: division, tempos: tempos)
    return Recording(tracks: tracks.map { $0.recorded(tempoMap) })
  }

  /// The tempo events of all tracks in order of time, those of one time by track.
  private var tempos: [(time: Ticks, microsecondsPerQuarter: UInt32)] {
    tracks.flatMap(\.events).compactMap { event in
      guard case .meta(.tempo(let microseconds)) = event.event else { return nil }
      return (event.time, microseconds)
    }.sorted { $0.time < $1.time }
  }
}

extension MIDIFile.Track {
  /// The text of the first track name event, its bytes taken for UTF-8.
  public var name: String? {
    for event in events {
      if case .meta(.text(.trackName, let bytes)) = event.event {
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    return nil
  }

  fileprivate func recorded(_ tempoMap: TempoMap) -> Recording.Track {
    var messages: [TimedMessage] = []
    var parser = MessageParser()
    for event in events {
      let time = tempoMap.time(at: event.time)
      switch event.event {
      case .message(let message):
        messages.append(TimedMessage(time: time, message: message))
      case .systemExclusive(let packet):
        parser.discardUnfinishedMessage()
        messages += ([0xF0] + packet).compactMap { parser.append($0) }.map {
          TimedMessage(time: time, message: $0)
        }
      case .escape(let packet):
        messages += packet.compactMap { parser.append($0) }.map { TimedMessage(time: time, message: $0) }
      case .meta:
        break
      }
    }
    return Recording.Track(name: name, messages: messages, end: tempoMap.time(at: end))
  }
}
