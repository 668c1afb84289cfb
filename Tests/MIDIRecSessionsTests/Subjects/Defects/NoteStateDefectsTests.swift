import MIDICore
import MIDIRecSessions
import TestSupport
import Testing
import Timelines

/// Tests that midirec finds the app's errors with held notes, and reports no other difference.
@Suite struct NoteStateDefectsTests {
  private typealias Recordings = DefectRecordings

  /// Note-ons of 60, 64, and 67; note-off of 60; note-on of 72; note-offs of the rest.
  static let released: [(milliseconds: Int64, message: Message)] = [
    (0, DefectRecordings.on(60)), (500, DefectRecordings.on(64)), (1000, DefectRecordings.on(67)),
    (1500, DefectRecordings.off(60)), (2000, DefectRecordings.on(72)), (2500, DefectRecordings.off(64)),
    (3000, DefectRecordings.off(67)), (3500, DefectRecordings.off(72)),
  ]

  /// A difference of a note.
  private struct Found: Hashable {
    var note: NoteNumber
    var onset: Nanoseconds
    var changes: [NoteChange]
  }

  /// Returns the note differences of a comparison.
  ///
  /// - Throws: `Unexpected` for any other difference.
  private func found(_ comparison: Comparison) throws -> [Found] {
    try comparison.differences.map { difference in
      guard case .note(let note) = difference else { throw Unexpected(difference: difference) }
      let expected = note.expected.map { comparison.expected.notes[$0] }
      let found = try #require(expected ?? note.actual.map { comparison.actual.notes[$0] })
      return Found(note: found.number, onset: found.onset, changes: note.changes)
    }
  }

  private struct Unexpected: Error {
    var difference: Difference
  }

  @Test func noteOffHidesHeldNotesAndReleasedNoteReappears() throws {
    let comparison = try DefectSession("released", Self.released).comparison(with: UpstreamNoteState.self)
    let found = try found(comparison)
    #expect(
      found == [
        // They are held, and vanish with the first note-off.
        Found(note: 64, onset: .milliseconds(500), changes: [.tooShort(by: .seconds(1))]),
        Found(note: 67, onset: .seconds(1), changes: [.tooShort(by: .milliseconds(1500))]),
        // It is in the third slot, although blue is free.
        Found(
          note: 72, onset: .seconds(2),
          changes: [
            .tooShort(by: .seconds(1)), .wrongAttribute(key: "color", expected: "blue", actual: "orange"),
          ]),
        // It was released, and reappears.
        Found(note: 60, onset: .seconds(2), changes: [.extra]),
        // It is held, and reappears only now.
        Found(note: 64, onset: .seconds(2), changes: [.retriggered]),
      ])
    let shown = comparison.actual.notes.filter { $0.onset == .seconds(2) }
    #expect(shown.map(\.number) == [60, 64, 72])
  }

  @Test func fifthNoteIsNotShown() throws {
    let chord = Recordings.chord([60, 62, 64, 65, 67], at: 0, until: 1000)
    let comparison = try DefectSession("five", chord).comparison(with: UpstreamNoteState.self)
    let found = try found(comparison)
    #expect(found == [Found(note: 67, onset: .zero, changes: [.missing])])
  }

  @Test func fourNotesThatEndTogetherAreShownCorrectly() throws {
    let chord = Recordings.chord([60, 62, 64, 65], at: 0, until: 1000)
    let report = try DefectSession("four", chord).run(UpstreamNoteState.self)
    #expect(report.results.map(\.isPassed) == [true])
  }

  @Test func twoNoteOffsWithoutNoteOnCrashTheApp() throws {
    let offs: [(milliseconds: Int64, message: Message)] = [
      (0, Recordings.off(60)), (100, Recordings.off(60)),
    ]
    let parts = try DefectSession("unmatched", offs).run(UpstreamNoteState.self).results.flatMap(\.parts)
    let error = try #require(parts.first?.error)
    #expect(
      "\(error)".hasSuffix(
        "unmatched/take.mid: can't be played to the subject \"grid\": a note-off takes an element from an empty list"
      ))
  }
}
