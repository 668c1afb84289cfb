public import MIDICore

extension Timeline {
  /// What the notes of a recording did. Each track that has messages is a source by its name; one without a name has
  /// an empty one.
  ///
  /// Messages are applied in order of time, those of one time by track, and within a track as they stand.
  ///
  /// - Complexity: O(*n* log *n*) in the number of messages.
  public init(_ recording: Recording) {
    let tracks = recording.tracks.filter { !$0.messages.isEmpty }
    let messages = tracks.enumerated().flatMap { source, track in
      track.messages.map { (source: source, timed: $0) }
    }
    var reducer = TimelineReducer(sources: tracks.map { $0.name ?? "" })
    // `sorted` is stable, which the order of simultaneous messages relies on.
    for (source, timed) in messages.sorted(by: { $0.timed.time < $1.timed.time }) {
      reducer.apply(timed.message, at: timed.time, from: source)
    }
    self = reducer.timeline(endingAt: recording.duration)
  }
}
