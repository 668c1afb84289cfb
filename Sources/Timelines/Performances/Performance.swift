public import MIDICore

/// What a timeline amounts to, to be compared or drawn: notes with a beginning and an end, values that change over
/// time, and events.
public struct Performance: Hashable, Sendable {
  /// The names of the sources, as in the timeline.
  public let sources: [String]
  /// The notes, in order of their onsets, and of the timeline where these are equal.
  public let notes: [Note]
  /// The values that change, in order of source, channel and quantity; each once.
  public let curves: [ValueCurve]
  /// What only happens and leaves no value behind, in canonical order: system messages, mode messages, steps of
  /// parameters, and note-offs that end no note.
  public let events: [Timeline.Entry]
  /// When it ends.
  public let end: Nanoseconds

  /// Makes a performance of its parts, each in its order.
  public init(
    sources: [String], notes: [Note], curves: [ValueCurve] = [], events: [Timeline.Entry] = [],
    end: Nanoseconds
  ) {
    self.sources = sources
    self.notes = notes
    self.curves = curves
    self.events = events
    self.end = end
  }

  /// Finds the notes and values of a timeline.
  ///
  /// Where a note is struck again before it has ended, the first note-off ends the first note-on. In an MPE zone, bends,
  /// pressure and timbre are values of the channel, whether a note sounds there or not.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  public init(_ timeline: Timeline) {
    var builder = PerformanceBuilder()
    for entry in timeline.entries { builder.add(entry) }
    self.init(
      sources: timeline.sources, notes: builder.notes, curves: builder.sortedCurves, events: builder.events,
      end: timeline.end)
  }

  /// Finds the notes and values of a recording.
  ///
  /// - Complexity: O(*n* log *n*) in the number of messages.
  public init(_ recording: Recording) { self.init(Timeline(recording)) }
}
