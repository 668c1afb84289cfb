import MIDICore
import Timelines

/// Pairs of takes for tests: messages at times in milliseconds.
enum Compared {
  /// Compares an expected and an actual take, with a fixed start unless `aligns`.
  static func takes(
    _ expected: [(Int64, Message)], _ actual: [(Int64, Message)], aligns: Bool = false,
    _ edit: (inout Comparison.Options) -> Void = { _ in }
  ) -> Comparison {
    var options = Comparison.Options(alignsStart: aligns)
    edit(&options)
    return Comparison(
      expected: Performance(Played.timeline(expected)), actual: Performance(Played.timeline(actual)),
      options: options)
  }

  /// Returns the performance of named tracks, whose messages can be in any order.
  static func performance(_ tracks: [(name: String, notes: [(Int64, Message)])]) -> Performance {
    Performance(
      Recording(
        tracks: tracks.map { name, notes in
          Recording.Track(
            name: name,
            messages: notes.map { TimedMessage(time: .milliseconds($0), message: $1) }
              .sorted { $0.time < $1.time })
        }))
  }

  /// Returns the note-on and the note-off of a note.
  static func note(
    _ number: NoteNumber, _ onset: Int64, _ offset: Int64? = nil, velocity: UInt7 = 100,
    channel: Channel = .number(1)
  ) -> [(Int64, Message)] {
    [
      (onset, Played.on(number, velocity, channel: channel)),
      (offset ?? onset + 250, Played.off(number, channel: channel)),
    ]
  }

  /// Returns the notes of a melody, half a second apart and a quarter of a second long.
  static func melody(_ numbers: [NoteNumber] = [60, 64, 67, 60], from onset: Int64 = 0) -> [(Int64, Message)]
  {
    numbers.enumerated().flatMap { note($1, onset + Int64($0) * 500) }
  }
}

extension Comparison {
  /// The changes of all differing notes, in order.
  var noteChanges: [[NoteChange]] {
    differences.compactMap { if case .note(let note) = $0 { note.changes } else { nil } }
  }

  /// The differences of values.
  var valueDifferences: [ValueDifference] {
    differences.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  /// The differences of events.
  var eventDifferences: [EventDifference] {
    differences.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// The kinds of all differences, in order.
  var kinds: [[Difference.Kind]] { differences.map(\.kinds) }
}
