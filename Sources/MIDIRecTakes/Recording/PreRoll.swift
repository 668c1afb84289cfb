internal import ALSASequencer
package import MIDICore
internal import MIDIRecSystem

/// The events of the last moments before a take starts.
struct PreRoll {
  private let length: Nanoseconds
  /// The arrivals in memory.
  private(set) var arrivals: [Capture.Arrival] = []
  /// The number of expired arrivals at the front.
  private var expiredCount = 0

  init(length: Nanoseconds) { self.length = length }

  /// Appends an arrival, and removes expired ones.
  ///
  /// - Complexity: O(1), amortized.
  mutating func append(_ arrival: Capture.Arrival, at time: Nanoseconds) {
    arrivals.append(arrival)
    while expiredCount < arrivals.count, let oldest = arrivals[expiredCount].time,
      oldest.adding(length) < time
    {
      expiredCount += 1
    }
    guard expiredCount > arrivals.count / 2 else { return }
    arrivals.removeFirst(expiredCount)
    expiredCount = 0
  }

  /// Returns the arrivals of a take that starts at `time`.
  func arrivals(since time: Nanoseconds) -> some Sequence<Capture.Arrival> {
    arrivals.dropFirst(expiredCount).drop { ($0.time ?? time) < time }
  }
}

/// The silence at the end of a recording, without messages and held notes.
package struct Silence {
  private var latest: Nanoseconds?
  /// The held notes of each source.
  private var sounding: [Int: ReleaseTracker] = [:]

  /// Creates a recording's end without messages.
  package init() {}

  /// The start of the silence, or `nil` while a note is held, and before the first message.
  package var since: Nanoseconds? { sounding.values.contains(where: \.hasNotes) ? nil : latest }

  /// Records a message.
  package mutating func messageCame(_ timed: TimedMessage, from source: Int) {
    latest = timed.time
    sounding[source, default: ReleaseTracker()].apply(timed.message)
  }

  /// Ends the notes of a source that was disconnected, or of all sources after an overrun.
  mutating func notesEnded(of source: Int? = nil) {
    if let source { sounding[source] = nil } else { sounding = [:] }
  }
}
