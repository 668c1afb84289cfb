public import MIDICore

extension MIDIFile {
  /// The part of the music from `start` up to, but not including, `end`, moved to begin at 0.
  ///
  /// What holds at `start` is stated at 0: tempo, time and key signature; for each channel the program with its
  /// banks, registered and non-registered parameters, controllers, pitch bend and channel pressure, in the track
  /// that last set one of them. Names and other meta events that a track has at its start stay there, but for lyrics,
  /// markers, cue points and the SMPTE offset, which speak of a moment. System Exclusive messages before
  /// `start` are left out, whatever they have set. What is stated comes before all events at `start`, if need be in an
  /// earlier track.
  ///
  /// Notes that began before `start` are left out with their ends; of several at one pitch, the first note-off ends
  /// the first note-on. Notes that sound at `end` are ended there, and pedals that are pressed are released. Each System
  /// Exclusive message becomes one packet, where its last packet stood, and is in the part in which that is.
  ///
  /// Ticks stay what they are: the first tick at or after `start` becomes 0. In a format 2 file the part is taken of
  /// each piece.
  ///
  /// - Parameters:
  ///   - start: Real time from the start of the file.
  ///   - end: Real time from the start of the file; without it, or beyond the end of the file, nothing is cut there.
  /// - Complexity: O(*n* log *k*) for *n* events and bytes in *k* tracks.
  public func excerpt(from start: Nanoseconds, to end: Nanoseconds? = nil) -> MIDIFile {
    var file = self
    file.tracks = pieces.flatMap { piece in
      let tempoMap = tempoMap(of: piece)
      let length = piece.map(\.length).max() ?? .zero
      let startTick = tempoMap.ticks(at: start)
      let endTick = end.map(tempoMap.ticks).flatMap { $0 > length ? nil : max($0, startTick) }
      return Excerpt(of: piece, from: startTick, to: endTick).tracks
    }
    return file
  }
}

/// A part of tracks that are played together.
private struct Excerpt {
  /// The tracks with only what stands in the part, moved to begin at 0.
  private(set) var tracks: [MIDIFile.Track] = []

  private let start: Ticks
  private let end: Ticks?

  init(of wholeTracks: [MIDIFile.Track], from start: Ticks, to end: Ticks?) {
    self.start = start
    self.end = end
    if start == .zero, end == nil {
      tracks = wholeTracks
      return
    }
    let events = wholeTracks.map { $0.events.joiningPackets() }
    var state = EventChaser()
    for element in TrackMerger(events) {
      if element.time > start { break }
      if element.time < start {
        state.apply(element.event, of: events[element.track], track: element.track)
      } else {
        state.precede(element.event, of: events[element.track], track: element.track)
      }
    }
    let stated = state.events(trackCount: events.count)
    tracks = wholeTracks.indices.map { index in
      excerpt(of: events[index], after: stated[index], length: wholeTracks[index].length)
    }
  }

  private func excerpt(
    of whole: MIDIFile.Events, after stated: MIDIFile.Events, length: Ticks
  ) -> MIDIFile.Track {
    var part = MIDIFile.Events()
    var soundingBefore = ReleaseTracker()
    var sounding = ReleaseTracker()
    var isStated = false
    /// What holds at the start follows what the track says about itself.
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
        if event.describesTrack, time == .zero || event.kind == MetaEvent.TypeByte.port {
          part.append(event, of: whole, at: .zero)
        }
        return
      }
      state()
      // Kept notes can't end before those that began earlier.
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
    return MIDIFile.Track(events: part, end: max(partEnd, part.lastTime))
  }
}

extension PackedEvent {
  /// The event as a channel message, or `nil` for other events.
  fileprivate var channelMessage: Message? {
    guard isChannelMessage else { return nil }
    return Message(status: kind, UInt7(masking: firstDataByte), UInt7(masking: secondDataByte))
  }

  /// Whether this says something about its track, and not about the moment at which it stands.
  fileprivate var describesTrack: Bool {
    guard isMeta, !isConductorEvent, kind != MetaEvent.TypeByte.smpteOffset else { return false }
    let kind = MetaEvent.TextKind(rawValue: kind)
    return kind != .lyric && kind != .marker && kind != .cuePoint
  }
}
