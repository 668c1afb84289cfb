internal import ALSASequencer
internal import MIDICore

/// What was played in the last moments before a take begins.
struct PreRoll {
  private let length: Nanoseconds
  private var arrivals: [Capture.Arrival] = []
  /// How many of the first arrivals are too old already.
  private var expiredCount = 0

  init(length: Nanoseconds) { self.length = length }

  /// How many arrivals are in memory.
  var keptCount: Int { arrivals.count }

  /// Keeps an arrival, and forgets what is too old.
  ///
  /// - Complexity: O(1), amortized.
  mutating func append(_ arrival: Capture.Arrival, at time: Nanoseconds) {
    arrivals.append(arrival)
    while expiredCount < arrivals.count, let oldest = arrivals[expiredCount].time, oldest + length < time {
      expiredCount += 1
    }
    guard expiredCount > arrivals.count / 2 else { return }
    arrivals.removeFirst(expiredCount)
    expiredCount = 0
  }

  /// What belongs to a take that begins at `time`.
  func arrivals(since time: Nanoseconds) -> some Sequence<Capture.Arrival> {
    arrivals.dropFirst(expiredCount).drop { ($0.time ?? time) < time }
  }
}

/// Since when nothing is played: no message comes, and no note is held.
struct Silence {
  private var latest: Nanoseconds?
  /// One for each source.
  private var sounding: [Int: ReleaseTracker] = [:]

  /// Since when it has lasted; nothing while a note is held, and before the first message.
  var since: Nanoseconds? { sounding.values.contains(where: \.hasNotes) ? nil : latest }

  /// Takes note of a message.
  mutating func messageCame(_ timed: TimedMessage, from source: Int) {
    latest = timed.time
    sounding[source, default: ReleaseTracker()].apply(timed.message)
  }

  /// The source's notes have lost their ends: it went away, or events were lost.
  mutating func notesEnded(of source: Int? = nil) {
    if let source { sounding[source] = nil } else { sounding = [:] }
  }
}
