public import MIDICore

extension MIDIFile {
  /// Returns the file with only some of its messages; meta events and lengths stay.
  ///
  /// A System Exclusive message is kept or removed with all of its packets, and judged by its first one. Of an F7 packet
  /// with other messages, each kept message becomes an event.
  ///
  /// - Parameter isKept: Returns whether to keep a message.
  /// - Complexity: O(*n*) in the number of events and bytes.
  public func keepingMessages(where isKept: (Message) -> Bool) -> MIDIFile {
    var file = self
    file.tracks = tracks.map { Track(events: $0.events.keepingMessages(where: isKept), end: $0.length) }
    return file
  }

  /// Returns the file with only some of its tracks.
  ///
  /// The other tracks keep their meta events, places, and lengths.
  ///
  /// - Parameter isKept: Returns whether to keep the track with the given index, which starts at 0.
  public func keepingTracks(where isKept: (Int) -> Bool) -> MIDIFile {
    var file = self
    for index in tracks.indices where !isKept(index) {
      file.tracks[index].events = tracks[index].events.keepingMessages { _ in false }
    }
    return file
  }

  /// The kinds of the messages that only F7 packets can carry.
  ///
  /// - Complexity: O(*n*) in the number of events and bytes.
  public var kindsInPackets: Set<Message.Kind> {
    var kinds: Set<Message.Kind> = []
    for track in tracks {
      var reader = MessageReader()
      for event in track.events {
        reader.read(event.event, at: event.time) { message, _ in
          if message.channel == nil { kinds.insert(message.kind) }
        }
      }
    }
    return kinds.subtracting([.systemExclusive])
  }

  /// Whether a System Exclusive message has a byte above 7F before its end.
  ///
  /// - Complexity: O(*n*) in the number of events and bytes.
  package var hasInvalidExclusive: Bool {
    tracks.contains { track in
      var isUnfinished = false
      return track.events.contains { event in
        switch event.event {
        case .meta: return false
        case .message: isUnfinished = false
        case .systemExclusive(let packet):
          isUnfinished = packet.last != 0xF7
          return packet.hasInvalidData
        case .escape(let packet) where isUnfinished && !packet.isRealTimePacket:
          isUnfinished = packet.last != 0xF7
          return packet.hasInvalidData
        case .escape: break
        }
        return false
      }
    }
  }
}

extension [UInt8] {
  /// Whether a System Exclusive packet has a byte above 7F before its end.
  fileprivate var hasInvalidData: Bool { dropLast(last == 0xF7 ? 1 : 0).contains { $0 > 0x7F } }
}

extension MIDIFile.Events {
  fileprivate func keepingMessages(where isKept: (Message) -> Bool) -> Self {
    var kept = Self()
    var escapes = MessageParser()
    /// Whether the System Exclusive message is kept whose end hasn't arrived, or `nil` if there is none.
    var keepsExclusive: Bool?
    for event in self {
      switch event.event {
      case .meta: kept.append(event)
      case .message(let message):
        keepsExclusive = nil
        if isKept(message) { kept.append(event) }
      case .systemExclusive(let packet):
        let payload = packet.exclusiveData.map { UInt7(masking: $0) }
        let keeps = isKept(.systemExclusive(SystemExclusive(payload: payload)))
        if keeps { kept.append(event) }
        keepsExclusive = packet.last == 0xF7 ? nil : keeps
      case .escape(let packet):
        if let keeps = keepsExclusive, !packet.isRealTimePacket {
          if keeps { kept.append(event) }
          if packet.last == 0xF7 { keepsExclusive = nil }
          continue
        }
        let messages = packet.compactMap { escapes.append($0) }
        if messages.allSatisfy(isKept) {
          kept.append(event)
        } else {
          for message in messages where isKept(message) {
            kept.append(MIDIFile.TrackEvent(time: event.time, event: MIDIFile.Event(carrying: message)))
          }
        }
      }
    }
    return kept
  }
}
