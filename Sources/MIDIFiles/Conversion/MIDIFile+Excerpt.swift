public import MIDICore

extension MIDIFile {
  /// Returns the part of the file from `start` up to but not including `end`, moved to start at 0.
  ///
  /// The state at `start` is restated at 0. It consists of the tempo, time signature, and key signature. For each
  /// channel, it has the program with its banks, registered and nonregistered parameters, controllers, pitch bend, and
  /// channel pressure. A channel is restated in the track that last changed it. Restated events come before all events
  /// at `start`, if necessary in an earlier track.
  ///
  /// Names and other meta events at the start of a track stay there, except lyrics, markers, cue points, and the SMPTE
  /// offset, which apply to a moment. System Exclusive messages before `start` are dropped.
  ///
  /// Notes that start before `start` are dropped with their ends; if several have the same pitch, the first note-off
  /// ends the first note-on. Notes that sound at `end` are ended there, and pressed pedals are released. Each System
  /// Exclusive message becomes one packet at the position of its last packet.
  ///
  /// Ticks keep their length: the first tick at or after `start` becomes 0. In a format 2 file, the part is cut from
  /// each piece.
  ///
  /// - Parameters:
  ///   - start: The real time since the start of the file.
  ///   - end: The real time since the start of the file, or `nil` to keep the rest. A time after the end of the file
  ///     also keeps the rest.
  /// - Complexity: O(*n* log *k*), where *n* is the number of events and bytes, and *k* is the number of tracks.
  public func excerpt(from start: Nanoseconds, to end: Nanoseconds? = nil) -> MIDIFile {
    var file = self
    file.tracks = pieces.flatMap { piece in
      let tempoMap = tempoMap(of: piece)
      let length = piece.map(\.length).max() ?? .zero
      let startTick = tempoMap.ticks(at: start)
      let endTick = end.map(tempoMap.ticks).flatMap { $0 > length ? nil : max($0, startTick) }
      if startTick == .zero, endTick == nil { return piece }
      // The channels of different ports have different states, so each port gets its own track.
      let parts = piece.map { Events.canMergePorts(of: [$0.events]) ? $0.splitByPort() : [$0] }
      var excerpts = Self.excerpts(of: Array(parts.joined()), from: startTick, to: endTick)[...]
      return parts.map { parts in
        let part = excerpts.prefix(parts.count)
        excerpts = excerpts.dropFirst(parts.count)
        if part.count == 1 { return part[part.startIndex] }
        let events = part.map(\.events)
        return Track(
          events: Events(merging: events, of: events.flatMap(\.ports)),
          end: part.map(\.length).max() ?? .zero)
      }
    }
    return file
  }

  /// Returns the parts of tracks that are played together, moved to start at 0.
  private static func excerpts(of wholeTracks: [Track], from start: Ticks, to end: Ticks?) -> [Track] {
    let events = wholeTracks.map { $0.events.joiningPackets() }
    var state = EventChaser()
    for (track, time, event) in TrackMerger(events) {
      if time > start { break }
      if time < start {
        state.apply(event, of: events[track], track: track)
      } else {
        state.precede(event, of: events[track], track: track)
      }
    }
    let stated = state.events(trackCount: events.count)
    return wholeTracks.indices.map { index in
      Track(
        excerptOf: events[index], from: start, to: end, after: stated[index],
        length: wholeTracks[index].length)
    }
  }
}

extension MIDIFile.Track {
  /// Creates a part of a track, moved to start at 0.
  ///
  /// - Parameter stated: The events that restate the state at the start.
  fileprivate init(
    excerptOf whole: MIDIFile.Events, from start: Ticks, to end: Ticks?, after stated: MIDIFile.Events,
    length: Ticks
  ) {
    var part = MIDIFile.Events()
    var soundingBefore = ReleaseTracker()
    var sounding = ReleaseTracker()
    var isStated = false
    /// Restates the state at the start, after the events that describe the track.
    func state() {
      if isStated { return }
      isStated = true
      stated.forEachPacked { event, _ in
        if let message = event.channelMessage { sounding.apply(message) }
        part.append(event, of: stated, at: .zero)
      }
    }

    whole.forEachPacked { event, time in
      if let end, time >= end { return }
      if time < start {
        if let message = event.channelMessage { soundingBefore.apply(message) }
        if event.describesTrack, time == .zero || event.kind == MetaEvent.portType {
          part.append(event, of: whole, at: .zero)
        }
        return
      }
      state()
      // A note-off ends the earliest note, so it can't end a kept note before the dropped ones.
      if let message = event.channelMessage {
        if soundingBefore.end(message) { return }
        sounding.apply(message)
      }
      part.append(event, of: whole, at: time - start)
    }
    state()
    if let end {
      for message in sounding.noteAndPedalReleases {
        part.append(MIDIFile.TrackEvent(time: end - start, event: .message(message)))
      }
    }
    let partEnd = max(min(length, end ?? length), start) - start
    self.init(events: part, end: max(partEnd, part.lastTime))
  }
}

extension PackedEvent {
  /// The event as a channel message, or `nil` for other events.
  fileprivate var channelMessage: Message? {
    guard isChannelMessage else { return nil }
    return Message(status: kind, UInt7(masking: firstDataByte), UInt7(masking: secondDataByte))
  }

  /// Whether the event describes its track rather than a moment.
  fileprivate var describesTrack: Bool {
    guard isMeta, !isConductorEvent, kind != MetaEvent.smpteOffsetType else { return false }
    let kind = MetaEvent.TextKind(rawValue: kind)
    return kind != .lyric && kind != .marker && kind != .cuePoint
  }
}
