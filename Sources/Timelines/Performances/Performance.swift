public import MIDICore

/// The notes, values, and events of a timeline, in a form for comparison and drawing.
public struct Performance: Hashable, Sendable {
  /// The names of the sources, as in the timeline.
  public let sources: [String]
  /// The notes in order of their onsets. Equal onsets keep the order of the timeline.
  public let notes: [Note]
  /// The curves of the values, ordered by source, channel, and quantity, each of which occurs once.
  public let curves: [ValueCurve]
  /// The entries without a lasting value, in canonical order: system messages, mode messages, steps of parameters, stray
  /// note-offs, and entries that change nothing, such as a program that is set again after a reset.
  public let events: [Timeline.Entry]
  /// The hanging notes and the pedals left down at the end.
  public let unended: [Timeline.Entry]
  /// The end of the performance.
  public let end: Nanoseconds

  /// Creates a performance from parts that are in order.
  public init(
    sources: [String], notes: [Note], curves: [ValueCurve] = [], events: [Timeline.Entry] = [],
    unended: [Timeline.Entry] = [], end: Nanoseconds
  ) {
    self.sources = sources
    self.notes = notes
    self.curves = curves
    self.events = events
    self.unended = unended
    self.end = end
  }

  /// Finds the notes and values of a timeline.
  ///
  /// If a note restarts before its end, the first note-off ends the first note-on. In an MPE zone, bends, pressure, and
  /// timbre are values of the channel, whether or not a note sounds there.
  ///
  /// - Complexity: O(*n*), where *n* is the number of entries.
  public init(_ timeline: Timeline) {
    var builder = PerformanceBuilder(sourceCount: timeline.sources.count)
    for entry in timeline.entries { builder.add(entry) }
    self.init(
      sources: timeline.sources, notes: builder.notes, curves: builder.sortedCurves, events: builder.events,
      unended: builder.unended, end: timeline.end)
  }

  /// Finds the notes and values of a recording. Its timeline has the same ones.
  ///
  /// - Complexity: O(*n*) for one track in order, otherwise O(*n* log *n*), where *n* is the number of messages.
  public init(_ recording: Recording) {
    self = PerformanceStream.performance(of: recording) ?? Performance(Timeline(recording))
  }
}

extension Performance {
  /// Whether there are so many notes that independent parts of a comparison run at the same time.
  var isLarge: Bool { notes.count >= parallelCount }

  /// Whether there is a note, a controller, or any other change of a channel.
  package var hasChannelMessages: Bool {
    !notes.isEmpty || !curves.isEmpty || events.contains { $0.channel != nil }
  }
}

/// Finds the notes and values of messages without a list of all entries: moment by moment.
private struct PerformanceStream {
  private let sources: [String]
  private var reducer: TimelineReducer
  private var builder: PerformanceBuilder
  /// The time of the messages whose entries haven't been taken.
  private var moment = Nanoseconds(rawValue: .min)
  /// The time of the last entry that has been taken.
  private var last = Nanoseconds(rawValue: .min)
  /// Whether no entry belonged to an earlier moment. The value of a parameter can, because it is complete only when the
  /// next message arrives.
  private var isInOrder = true

  private init(_ recording: Recording) {
    sources = recording.sourceNames
    reducer = TimelineReducer(sources: sources, ports: recording.sourcePorts)
    builder = PerformanceBuilder(sourceCount: sources.count)
    builder.reserveCapacity(recording.tracks.reduce(0) { $0 + $1.messages.count(where: \.message.isNoteOn) })
  }

  /// Returns the performance of a recording, or `nil` if an entry belongs to an earlier moment.
  ///
  /// - Complexity: O(*n*) for one track in order, otherwise O(*n* log *n*), where *n* is the number of messages.
  static func performance(of recording: Recording) -> Performance? {
    var stream = PerformanceStream(recording)
    recording.forEachMessageOfSources { stream.apply($1, from: $0) }
    return stream.performance(endingAt: recording.duration)
  }

  private mutating func apply(_ timed: TimedMessage, from source: Int) {
    let time = timed.time.roundedToMicroseconds
    if time > moment, isInOrder {
      takeMoment()
      moment = time
    }
    reducer.apply(timed.message, at: time, from: source)
  }

  private mutating func takeMoment() {
    reducer.sortRoundedEntries()
    for entry in reducer.entries {
      isInOrder = isInOrder && entry.time > last
      builder.add(entry)
    }
    last = reducer.entries.last?.time ?? last
    reducer.removeEntries()
  }

  private mutating func performance(endingAt end: Nanoseconds) -> Performance? {
    // The hanging notes at the end may belong to the last moment.
    reducer.finish(at: end.roundedToMicroseconds)
    takeMoment()
    guard isInOrder else { return nil }
    return Performance(
      sources: sources, notes: builder.notes, curves: builder.sortedCurves, events: builder.events,
      unended: builder.unended, end: reducer.time)
  }
}
