internal import MIDICore
public import Timelines

extension NoteAlignment {
  /// The actual performance on the time axis of the expected one.
  ///
  /// A note that plays an expected note has its onset and end, whatever its pitch. Notes that were exchanged have each
  /// other's. All other notes, values, and events are at the times that the tempo gives.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes, steps, and events.
  public var actualOnExpectedAxis: Performance {
    var partners = [Int?](repeating: nil, count: actual.notes.count)
    for match in passages.reversed().lazy.flatMap(\.matches) { partners[match.actual] = match.expected }
    for mistake in mistakes {
      switch mistake.kind {
      case .wrongPitch(let expected, let actual): partners[actual] = expected
      case .swapped(let first, let second):
        (partners[first.actual], partners[second.actual]) = (second.expected, first.expected)
      case .missing, .extra, .skipped, .added, .repeated, .displaced, .transposed, .unplayed: break
      }
    }
    var notes = actual.notes
    for index in notes.indices {
      notes[index].move(to: partners[index].map { expected.notes[$0] }, time: expectedTime)
    }
    notes = notes.ordered(byTime: \.onset)
    let curves = actual.curves.map { curve in
      var curve = curve
      var latest = Nanoseconds(rawValue: .min)
      for index in curve.steps.indices {
        latest = max(latest, expectedTime(of: curve.steps[index].time))
        curve.steps[index].time = latest
      }
      return curve
    }
    var events = actual.events
    for index in events.indices { events[index].time = expectedTime(of: events[index].time) }
    events = events.ordered(byTime: \.time)
    return Performance(
      sources: actual.sources, notes: notes, curves: curves, events: events,
      end: expectedTime(of: actual.end))
  }
}

extension Note {
  /// Moves the note to the times of another note, or to the times that a map gives.
  fileprivate mutating func move(to other: Note?, time: (Nanoseconds) -> Nanoseconds) {
    guard let other else {
      onset = time(onset)
      offset = offset.map(time)
      silence = silence.map(time)
      if let end = soundEnd { soundEnd = SoundEnd(time: time(end.time), isStolen: end.isStolen) }
      return
    }
    onset = other.onset
    if offset != nil { offset = other.offset ?? other.onset }
    if silence != nil { silence = other.silence ?? other.offset }
    if let end = soundEnd {
      soundEnd = SoundEnd(time: other.soundEnd?.time ?? time(end.time), isStolen: end.isStolen)
    }
  }
}
