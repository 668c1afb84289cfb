extension MIDIFile {
  /// Returns the file with a track per channel.
  ///
  /// A track with messages on several channels becomes several tracks of the same length. The first has the events
  /// without a channel: meta events, System Exclusive messages, and escapes of anything but one channel message. The
  /// others have one channel each, in order. Meta events after a channel prefix move with their channel, except tempos,
  /// time signatures, and key signatures. Each of the tracks names the port and the device. Other tracks are unchanged.
  /// A format 0 file that gets several tracks becomes format 1. A track whose port changes is first split into a track
  /// per port, in order of the ports.
  ///
  /// A System Exclusive message without an end is joined from its packets and ended. Otherwise, it would continue with
  /// later packets if the message that ends it moves to a different track.
  ///
  /// - Throws: ``ConversionError/independentTracks(count:)``.
  /// - Complexity: O(*n*) in the number of events and bytes.
  public func split() throws(ConversionError) -> MIDIFile {
    try checkIsOnePiece()
    var numbers = PortNumbers(tracks.flatMap(\.events.ports))
    let parts = tracks.map { $0.splitByPortAndChannel(&numbers) }
    let precedingCounts = parts.reduce(into: [0]) { counts, part in
      counts.append(counts[counts.count - 1] + part.count)
    }
    var file = replacingTracks(with: Array(parts.joined())) { precedingCounts[$0] }
    if file.tracks.count > 1 { file.format = .simultaneousTracks }
    return file
  }
}

extension MIDIFile.Track {
  /// Returns a track per port and channel, or the track itself if it has one of each.
  fileprivate func splitByPortAndChannel(_ numbers: inout PortNumbers) -> [MIDIFile.Track] {
    let hasSeveralPorts = events.ports.count > 1
    // A port can change between packets.
    let ended = MIDIFile.Track(events: events.joiningPackets(onlyUnended: !hasSeveralPorts), end: end)
    var parts = [ended]
    if hasSeveralPorts {
      // The order of the sources of a recording, which are paired by position if they have no names.
      parts = ended.splitByPort().map { (numbers[$0.events.ports.first ?? .number(0)], $0) }
        .sorted { $0.0 < $1.0 }.map(\.1)
    }
    parts = parts.flatMap { $0.splitByChannel() }
    return parts.count > 1 ? parts : [self]
  }

  /// Returns a track per port. The first also has the tempos, time signatures, and key signatures.
  func splitByPort() -> [MIDIFile.Track] {
    guard events.changesPort else { return [self] }
    var parts: [MIDIFile.Events] = []
    var indices: [NamedPort: Int] = [:]
    var reader = PortReader(events)
    events.forEachPacked { event, time in
      reader.read(event, of: events)
      let index = indices[reader.port] ?? parts.count
      if index == parts.count {
        indices[reader.port] = index
        parts.append(MIDIFile.Events())
        if case .number(let number) = reader.port {
          parts[index].append(delta: 0, kind: MetaEvent.portType, payload: [number])
        }
      }
      if event.kind == MetaEvent.portType { return }
      parts[event.isConductorEvent ? 0 : index].append(event, of: events, at: time)
    }
    return parts.map { MIDIFile.Track(events: $0, end: length) }
  }

  fileprivate func splitByChannel() -> [MIDIFile.Track] {
    let hasChannel = events.packed.reduce(into: [Bool](repeating: false, count: 16)) { hasChannel, event in
      if event.isChannelMessage { hasChannel[Int(event.kind & 0x0F)] = true }
    }
    let channels = hasChannel.indices.filter { hasChannel[$0] }
    guard channels.count > 1 else { return [self] }

    // Part 0 holds the events without a channel; the parts of the channels follow.
    var parts = [MIDIFile.Events](repeating: MIDIFile.Events(), count: channels.count + 1)
    let partOfChannel = hasChannel.indices.map { (channels.firstIndex(of: $0) ?? -1) + 1 }
    var partOfPrefix = 0
    var isInMessage = false
    events.forEachPacked { event, time in
      var channel = event.isChannelMessage ? Int(event.kind & 0x0F) : nil
      if event.isPacket {
        let payload = events.payload(of: event)
        if event.kind == PackedEvent.systemExclusive { isInMessage = true }
        if !isInMessage { channel = payload.escapedChannel }
        if payload.last == 0xF7 { isInMessage = false }
      }
      if let channel, hasChannel[channel] {
        parts[partOfChannel[channel]].append(event, of: events, at: time)
        partOfPrefix = 0
      } else if event.namesPort {
        for part in parts.indices { parts[part].append(event, of: events, at: time) }
      } else {
        if event.isPacket { partOfPrefix = 0 }
        if event.kind == MetaEvent.channelPrefixType {
          let channel = events.payload(of: event).first ?? 0xFF
          partOfPrefix = channel < 16 ? partOfChannel[Int(channel)] : 0
        }
        parts[event.isConductorEvent ? 0 : partOfPrefix].append(event, of: events, at: time)
      }
    }
    return parts.map { MIDIFile.Track(events: $0, end: length) }
  }
}

extension RandomAccessCollection<UInt8> {
  /// The channel of an F7 packet that is one channel message, or `nil`.
  fileprivate var escapedChannel: Int? {
    guard let status = first, 0x80..<0xF0 ~= status else { return nil }
    let length = 0xC0..<0xE0 ~= status ? 2 : 3
    guard count == length, dropFirst().allSatisfy({ $0 < 0x80 }) else { return nil }
    return Int(status & 0x0F)
  }
}
