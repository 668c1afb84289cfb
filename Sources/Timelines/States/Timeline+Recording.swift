public import MIDICore

extension Timeline {
  /// What the notes of a recording did. Each track that has messages is a source by its name; one without a name has
  /// an empty one.
  ///
  /// Messages are applied in order of time, those of one time by track, and within a track as they stand.
  ///
  /// - Complexity: O(*n* log *n*) in the number of messages.
  public init(_ recording: Recording) {
    var reducer = TimelineReducer(sources: recording.sourceNames)
    for (source, timed) in recording.messagesOfSources {
      reducer.apply(timed.message, at: timed.time, from: source)
    }
    self = reducer.timeline(endingAt: recording.duration)
  }
}

extension Recording {
  /// The sources of its timelines: the names of the tracks that have messages, empty for those without a name.
  package var sourceNames: [String] { tracks.filter { !$0.messages.isEmpty }.map { $0.name ?? "" } }

  /// All messages in the order in which they are applied: by time, those of one time by track, and within a track as
  /// they stand. Each with its source, an index of ``sourceNames``.
  ///
  /// - Complexity: O(*n* log *n*) in the number of messages.
  package var messagesOfSources: [(source: Int, timed: TimedMessage)] {
    let messages = tracks.filter { !$0.messages.isEmpty }.enumerated().flatMap { source, track in
      track.messages.map { (source: source, timed: $0) }
    }
    // `sorted` is stable, which the order of simultaneous messages relies on.
    return messages.sorted { $0.timed.time < $1.timed.time }
  }
}
