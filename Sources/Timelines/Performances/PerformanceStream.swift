internal import MIDICore

/// Finds the notes and values of messages without a list of all entries: moment by moment.
struct PerformanceStream {
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

  private init(_ recording: Recording, noteCount: Int) {
    sources = recording.sourceNames
    reducer = TimelineReducer(sources: sources, ports: recording.sourcePorts)
    builder = PerformanceBuilder(sourceCount: sources.count)
    builder.reserveCapacity(noteCount)
  }

  /// Returns the performance of a recording, or `nil` if an entry belongs to an earlier moment.
  ///
  /// - Complexity: O(*n*) for one track in order, otherwise O(*n* log *n*), where *n* is the number of messages.
  static func performance(of recording: Recording) -> Performance? {
    let noteCount = recording.tracks.reduce(0) { $0 + $1.messages.count(where: \.message.isNoteOn) }
    var stream = PerformanceStream(recording, noteCount: noteCount)
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
