public import MIDICore

extension MIDIFile {
  /// Creates a file of a recording, with a track for each of its tracks.
  ///
  /// The file has one track in format 0, or several in format 1, at 120 BPM. Times are rounded to the nearest tick, which
  /// is 16 µs long by default. Names of tracks are kept, and ports if there are several.
  ///
  /// - Complexity: O(*n*), where *n* is the number of messages and bytes.
  public init(_ recording: Recording, division: Division = .recording) {
    let tempoMap = TempoMap(division: division, tempos: [])
    let hasPorts = Set(recording.tracks.map(\.port)).count > 1
    let tracks = recording.tracks.enumerated().map { index, track in
      var events: [TrackEvent] = []
      func add(_ event: Event, at time: Nanoseconds = .zero) {
        events.append(TrackEvent(time: tempoMap.nearestTicks(to: max(time, .zero)), event: event))
      }
      if let name = track.name { add(.meta(.text(kind: .trackName, bytes: Array(name.utf8)))) }
      if hasPorts, let port = UInt7(exactly: track.port) { add(.meta(.port(port))) }
      if index == 0 { add(.meta(.tempo(microsecondsPerQuarter: TempoMap.defaultTempo))) }
      for timed in track.messages { add(.message(timed.message), at: timed.time) }
      return Track(events: events, end: tempoMap.nearestTicks(to: max(track.end, .zero)))
    }
    self.init(
      format: tracks.count > 1 ? .simultaneousTracks : .singleTrack, division: division,
      tracks: tracks.isEmpty ? [Track(events: [], end: .zero)] : tracks)
  }
}

extension MIDIFile {
  /// Returns the messages of the file in real time.
  ///
  /// System Exclusive messages are joined from their packets, in which bytes above 7F are read as 7F. Messages in other
  /// F7 packets are extracted, and their other bytes are dropped. Of the meta events, only tempos (as times), track
  /// names, and ports remain. A track whose port changes becomes a track per port.
  ///
  /// - Throws: ``ConversionError/independentTracks(count:)`` if the file holds several independent pieces.
  /// - Complexity: O(*n* log *t*), where *n* is the number of events and *t* is the number of tempo events.
  public func recording() throws(ConversionError) -> Recording {
    let tempoMap = tempoMap(of: tracks)
    return try recording { tempoMap.time(at: $0) }
  }

  /// Returns the messages of the file with the given times, such as the times of a player that rounds.
  ///
  /// - Parameter time: Returns the time of a tick, which must not decrease for later ticks.
  /// - Throws: ``ConversionError/independentTracks(count:)`` if the file holds several independent pieces.
  public func recording(timing time: (Ticks) -> Nanoseconds) throws(ConversionError) -> Recording {
    try checkIsOnePiece()
    let ports = tracks.map(\.events.ports)
    var numbers = PortNumbers(ports.joined())
    let recorded = zip(tracks, ports).map { track, ports in
      ports.count > 1
        ? track.recordedByPort(&numbers, time)
        : [track.recorded(port: Int(numbers[ports.first ?? .number(0)]), time)]
    }
    return Recording(tracks: Array(recorded.joined()))
  }
}

extension MIDIFile.Track {
  fileprivate func recorded(port: Int, _ timing: (Ticks) -> Nanoseconds) -> Recording.Track {
    var messages: [TimedMessage] = []
    messages.reserveLargeCapacity(events.count)
    var reader = MessageReader()
    for event in events {
      // Most events are channel messages, which aren't part of anything. The reader would copy each event.
      if reader.isIdle, case .message(let message) = event.event {
        messages.append(TimedMessage(time: timing(event.time), message: message))
      } else {
        reader.read(event.event, at: event.time) { message, time in
          messages.append(TimedMessage(time: timing(time), message: message))
        }
      }
    }
    reader.finish { messages.append(TimedMessage(time: timing($1), message: $0)) }
    return Recording.Track(name: name, port: port, messages: messages, end: timing(end))
  }

  /// Returns a track for each port in order of number, whose name is the first one after its port event.
  fileprivate func recordedByPort(
    _ numbers: inout PortNumbers, _ timing: (Ticks) -> Nanoseconds
  ) -> [Recording.Track] {
    var tracks: [Recording.Track] = []
    var indices: [NamedPort: Int] = [:]
    var index = 0
    // The track of the last packet, to which a System Exclusive message belongs that only a later event ends.
    var packetIndex = 0
    func append(_ message: Message, at time: Ticks) {
      let index = if case .systemExclusive = message { packetIndex } else { index }
      tracks[index].messages.append(TimedMessage(time: timing(time), message: message))
    }
    var ports = PortReader(events)
    var reader = MessageReader()
    var time = Ticks.zero
    for packed in events.packed {
      time.rawValue += packed.delta
      ports.read(packed, of: events)
      index = indices[ports.port] ?? tracks.count
      if index == tracks.count {
        indices[ports.port] = index
        tracks.append(Recording.Track(port: Int(numbers[ports.port]), end: timing(end)))
      }
      if packed.kind == MetaEvent.TextKind.trackName.rawValue, tracks[index].name == nil {
        tracks[index].name = MetaEvent.string(of: Array(events.payload(of: packed)))
      }
      if packed.kind == PackedEvent.systemExclusive { reader.finish(append) }
      if packed.isPacket, !events.payload(of: packed).isRealTimePacket { packetIndex = index }
      reader.read(events.event(packed), at: time, append)
    }
    reader.finish(append)
    return tracks.filter { !$0.messages.isEmpty }.sorted { $0.port < $1.port }
  }
}
