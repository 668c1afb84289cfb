internal import MIDICore

/// A take that the shrinker tries: the messages in the order in which a replay sends them.
///
/// ``Shrinker`` creates one from the given recording, derives simpler ones, and converts them back to recordings. Each
/// track of a candidate has messages, and all tracks end with the candidate.
struct Candidate: Hashable {
  /// A message with its time and its track.
  struct Event: Hashable {
    var time: Nanoseconds
    var message: Message
    /// The index of the track.
    var track: Int
  }

  /// The name and the port of a track.
  struct Source: Hashable {
    let name: String?
    let port: Int
  }

  /// The messages in the order in which a replay sends them.
  var events: [Event]
  /// The sources of the tracks.
  var sources: [Source]
  /// The duration after the last message.
  var tail: Nanoseconds

  /// Creates a candidate with the messages of a recording, but without its empty tracks.
  init(_ recording: Recording) {
    events = recording.tracks.indices.flatMap { track in
      recording.tracks[track].messages.map { Event(time: $0.time, message: $0.message, track: track) }
    }
    // `ordered` keeps the order of tracks at the same time.
    .ordered(byTime: \.time)
    sources = recording.tracks.map { Source(name: $0.name, port: $0.port) }
    tail = max(.zero, recording.duration.subtracting(events.last?.time ?? .zero))
    removeEmptyTracks()
  }

  /// The candidate as a recording.
  var recording: Recording {
    var tracks = sources.map { Recording.Track(name: $0.name, port: $0.port) }
    for event in events {
      tracks[event.track].messages.append(TimedMessage(time: event.time, message: event.message))
    }
    let end = (events.last?.time ?? .zero).adding(tail)
    for index in tracks.indices { tracks[index].end = end }
    return Recording(tracks: tracks)
  }

  /// Whether a replay sends the messages in this order, and not those of an earlier track first.
  var isInOrder: Bool {
    events.indices.dropFirst().allSatisfy { index in
      (events[index - 1].time, events[index - 1].track) <= (events[index].time, events[index].track)
    }
  }

  /// Returns the candidate without some events, and without the tracks that lose their last one.
  ///
  /// The others keep their times; the duration after the last message stays the same.
  func removing(_ isRemoved: [Bool]) -> Candidate {
    var candidate = self
    candidate.events = []
    for index in events.indices where !isRemoved[index] { candidate.events.append(events[index]) }
    candidate.removeEmptyTracks()
    return candidate
  }

  /// The candidates with fewer tracks: all joined to one, then each joined to the first one or its neighbor.
  var joined: [Candidate] {
    guard sources.count > 1 else { return [] }
    return [joining { _ in 0 }]
      + sources.indices.dropFirst().flatMap { joined in
        [0, joined - 1].map { target in joining { $0 == joined ? target : $0 } }
      }
  }

  private func joining(_ track: (Int) -> Int) -> Candidate {
    var candidate = self
    for index in events.indices { candidate.events[index].track = track(events[index].track) }
    candidate.removeEmptyTracks()
    return candidate
  }

  private mutating func removeEmptyTracks() {
    // Candidates without messages are equal.
    if events.isEmpty { tail = .zero }
    var isUsed = [Bool](repeating: false, count: sources.count)
    for event in events { isUsed[event.track] = true }
    guard isUsed.contains(false) else { return }
    let numbers = isUsed.map { $0 ? 1 : 0 }.partialSums
    for index in events.indices { events[index].track = numbers[events[index].track] }
    sources = sources.indices.filter { isUsed[$0] }.map { sources[$0] }
  }
}

/// The pauses of a candidate.
extension Candidate {
  /// The silence before the first message, between messages, and after the last one.
  ///
  /// A candidate without messages has none.
  var pauses: [Nanoseconds] {
    get {
      guard !events.isEmpty else { return [] }
      // Differences are limited to durations whose magnitude is representable.
      var (pauses, last) = ([Nanoseconds](), Nanoseconds.zero)
      pauses.reserveCapacity(events.count + 1)
      for event in events {
        pauses.append(event.time.subtracting(last))
        last = event.time
      }
      return pauses + [tail]
    }
    set {
      var time = Nanoseconds.zero
      for index in events.indices {
        time = time.adding(newValue[index])
        events[index].time = time
      }
      tail = newValue.last ?? tail
    }
  }
}
