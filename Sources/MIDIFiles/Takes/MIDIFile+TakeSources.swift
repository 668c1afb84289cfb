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
  /// Events before the first source's tag, such as the tempo, go to the first track.
  ///
  /// - Complexity: O(*n*) in the number of events.
  var splitBySource: MIDIFile {
    guard hasSourceTags, let journal = tracks.first else { return self }
    var tracks: [Events] = []
    var source = 0
    for event in journal.events {
      if case .meta(let meta) = event.event, let tagged = meta.taggedSource {
        source = tagged
        continue
      }
      while tracks.count <= source { tracks.append(Events()) }
      tracks[source].append(event)
    }
    return MIDIFile(
      format: .simultaneousTracks, division: division,
      tracks: tracks.map { Track(events: $0, end: journal.end) })
  }
}
