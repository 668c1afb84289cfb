internal import MIDICore
internal import MIDIFiles

extension MIDIFile {
  /// Whether the file is the journal of several sources.
  var hasSourceTags: Bool {
    guard format == .singleTrack, tracks.count == 1 else { return false }
    // The tags of the sources precede all recorded events.
    for event in tracks[0].events {
      guard case .meta(let meta) = event.event else { return false }
      if meta.taggedSource != nil { return true }
    }
    return false
  }

  /// The finished file of a journal, with a track per source if the journal has several sources.
  ///
  /// Events before the first source's tag, such as the tempo, go to the first track. The description of a source that
  /// was added later moves to the start of its track.
  ///
  /// - Complexity: O(*n*) in the number of events.
  var splitBySource: MIDIFile {
    guard hasSourceTags, let journal = tracks.first else { return self }
    var tracks: [Events] = []
    var source = 0
    var isDescription = false
    for event in journal.events {
      if case .meta(let meta) = event.event, let tagged = meta.taggedSource {
        source = tagged
        isDescription = tagged >= tracks.count
        continue
      }
      switch event.event {
      case .meta(.text(kind: .marker, _)): isDescription = false
      case .meta: break
      default: isDescription = false
      }
      while tracks.count <= source { tracks.append(Events()) }
      tracks[source].append(isDescription ? TrackEvent(time: .zero, event: event.event) : event)
    }
    return MIDIFile(
      format: tracks.count > 1 ? .simultaneousTracks : .singleTrack, division: division,
      tracks: tracks.map { Track(events: $0, end: journal.end) })
  }
}
