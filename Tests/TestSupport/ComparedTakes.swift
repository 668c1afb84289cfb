package import MIDICore
package import Timelines

/// Short takes and their comparisons.
package enum ComparedTakes {
  /// Returns a note of 200 ms on the first source, with its start in milliseconds.
  package static func note(
    _ number: NoteNumber, at milliseconds: Int64, channel: Channel = .number(1), velocity: UInt7 = 100,
    source: Int = 0
  ) -> Note {
    Note(
      source: source, channel: channel, number: number, velocity: velocity,
      onset: .milliseconds(milliseconds),
      offset: .milliseconds(milliseconds + 200))
  }

  package static func performance(
    _ notes: [Note], sources: [String] = ["Keys"], curves: [ValueCurve] = [], events: [Timeline.Entry] = [],
    end: Nanoseconds = .seconds(2)
  ) -> Performance {
    Performance(sources: sources, notes: notes, curves: curves, events: events, end: end)
  }

  /// C4, E4, and G4 compared with C4, F4 instead of E4, and A4.
  package static let triads = Comparison(
    expected: performance([note(60, at: 0), note(64, at: 500), note(67, at: 1000)]),
    actual: performance([note(60, at: 0), note(65, at: 500), note(69, at: 1500)]),
    options: .init(alignsStart: false))

  /// C4 and G4 compared with C4 and a much later E4.
  package static let oneMissingOneExtra = Comparison(
    expected: performance([note(60, at: 0), note(67, at: 3_000)], end: .seconds(11)),
    actual: performance([note(60, at: 0), note(64, at: 10_000)], end: .seconds(11)),
    options: .init(alignsStart: false))

  /// A take compared with itself.
  package static let same = Comparison(
    expected: performance([note(60, at: 0)]), actual: performance([note(60, at: 0)]),
    options: .init(alignsStart: false))
}
