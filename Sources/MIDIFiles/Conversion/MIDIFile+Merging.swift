internal import MIDICore

extension MIDIFile {
  /// Returns the file with all tracks merged into one, in format 0.
  ///
  /// Events are ordered by time and then by track; the track ends where the last one ended. Events of other tracks
  /// could separate the packets of a System Exclusive message. Its packets are therefore joined at the position of the
  /// last packet, where the message is complete. The track of a file with a single track is unchanged.
  ///
  /// If the tracks have different ports, a port event precedes the events of each other port. A device without a port
  /// event gets a number that no port has.
  ///
  /// A channel prefix applies until the next prefix or the next event that isn't a meta event. It therefore also
  /// applies to meta events that are merged in between; the file format can't end it earlier.
  ///
  /// - Throws: ``ConversionError/independentTracks(count:)`` or ``ConversionError/tooManyEvents``.
  /// - Complexity: O(*n* log *k*), where *n* is the number of events and bytes, and *k* is the number of tracks.
  public func merged() throws(ConversionError) -> MIDIFile {
    try checkIsOnePiece()
    var file = self
    if tracks.count != 1 {
      let joined = tracks.map { $0.events.joiningPackets() }
      let ports = joined.flatMap(\.ports)
      // A port that is named for other messages, or for none, would apply to the messages of other tracks.
      let hasSeveral =
        ports.contains { $0 != ports[0] } || joined.contains { $0.namesPort(besides: ports.first) }
      if hasSeveral, !Events.canMergePorts(of: joined) { throw .tooManyEvents }
      let events = hasSeveral ? Events(merging: joined, of: ports) : try Events(merging: joined)
      let track = Track(events: events, end: tracks.map(\.length).max() ?? .zero)
      file = replacingTracks(with: [track]) { min($0, 1) }
    }
    file.format = .singleTrack
    return file
  }
}

extension MIDIFile.Events {
  /// Returns whether a track can hold the events of tracks, each after a port event.
  static func canMergePorts(of tracks: [MIDIFile.Events]) -> Bool {
    tracks.reduce(0) { $0 + $1.payloads.count + $1.count } < PackedEvent.maxPayloadCount
  }

  /// Creates a list of the events of tracks with several ports, with a port event where the port changes.
  ///
  /// - Complexity: O(*n* log *k*), where *n* is the number of events and bytes, and *k* is the number of tracks.
  init(merging tracks: [MIDIFile.Events], of ports: [NamedPort]) {
    self.init()
    packed.reserveLargeCapacity(tracks.reduce(0) { $0 + $1.count })
    var numbers = PortNumbers(ports)
    // Devices are numbered in the order of the tracks, as in a recording.
    for port in ports { _ = numbers[port] }
    var readers = tracks.map { PortReader($0) }
    var current: UInt8?
    for element in TrackMerger(tracks) {
      let (event, events) = (element.event, tracks[element.track])
      readers[element.track].read(event, of: events)
      if event.kind == MetaEvent.portType { continue }
      if !event.isMeta || event.describesInstrument {
        let number = numbers[readers[element.track].port]
        if number != current {
          let delta = bridgedDelta(element.time.rawValue - lastTime.rawValue)
          append(delta: delta, kind: MetaEvent.portType, payload: [number])
          current = number
        }
      }
      append(event, of: events, at: element.time)
    }
  }
}

extension PackedEvent {
  /// Whether the event names the track, its instrument, or its device, so that it belongs to a port.
  fileprivate var describesInstrument: Bool {
    switch MetaEvent.TextKind(rawValue: kind) {
    case .trackName, .instrumentName, .programName, .deviceName: true
    default: false
    }
  }
}
