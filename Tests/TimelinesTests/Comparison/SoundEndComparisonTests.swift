import MIDICore
import TestSupport
import Testing

@testable import Timelines

/// The comparison of the sound's end, which a synthesizer reports, of otherwise matching notes.
@Suite struct SoundEndComparisonTests {
  /// Returns the timeline of one source with the given lines.
  private func timeline(_ lines: [String]) throws -> Timeline {
    let all = ["midirec timeline 1", "source 1 \"\""] + lines + ["9.000000 end", ""]
    return try Timeline(text: Array(all.joined(separator: "\n").utf8))
  }

  private func comparison(_ expected: [String], _ actual: [String]) throws -> Comparison {
    Comparison(
      expected: Performance(try timeline(expected)), actual: Performance(try timeline(actual)),
      options: Comparison.Options(alignsStart: false))
  }

  private let strike = "1.000000 1 1 note C4 60 sounding velocity 80 voices=2"
  private let released = "2.000000 1 1 note C4 60 released"
  private let silent = "2.500000 1 1 note C4 60 silent"

  @Test(arguments: [
    ("2.600000 1 1 note C4 60 silent", NoteChange.rangTooLong(by: .milliseconds(100))),
    ("2.400000 1 1 note C4 60 silent", .rangTooShort(by: .milliseconds(100))),
    ("2.500000 1 1 note C4 60 stolen", .stolen), ("2.400000 1 1 note C4 60 stolen", .stolen),
  ])
  func differentSoundEndIsNamed(line: String, change: NoteChange) throws {
    #expect(
      try comparison([strike, released, silent], [strike, released, line]).noteChanges == [[change]])
  }

  @Test func soundEndWithinToleranceMatches() throws {
    let other = "2.504000 1 1 note C4 60 silent"
    #expect(
      try comparison([strike, released, silent], [strike, released, other]).differences.isEmpty)
  }

  @Test func soundWithoutEndRingsToTheEnd() throws {
    let (whole, endless) = ([strike, released, silent], [strike, released])
    #expect(try comparison(whole, endless).noteChanges == [[.rangTooLong(by: nil)]])
    #expect(try comparison(endless, whole).noteChanges == [[.rangTooShort(by: nil)]])
  }

  @Test func missingStealIsReported() throws {
    let stolen = "2.200000 1 1 note C4 60 stolen"
    #expect(
      try comparison([strike, released, stolen], [strike, released, silent]).noteChanges == [[.notStolen]])
    #expect(try comparison([strike, released, stolen], [strike, released]).noteChanges == [[.notStolen]])
  }

  /// MIDI doesn't specify which note-off ends which note. The end of the sound belongs to the end of the note.
  @Test func extraNoteKeepsSoundEndsOfOthers() throws {
    let strikes = ["0.5", "1.0", "1.5"].map { "\($0)00000 1 1 note C4 60 sounding velocity 80" }
    let first = ["2.000000 1 1 note C4 60 still-sounding", "2.500000 1 1 note C4 60 silent"]
    let rest = ["3.000000 1 1 note C4 60 released", "3.500000 1 1 note C4 60 silent"]
    let last = "3.501000 1 1 note C4 60 silent"
    let expected = strikes[1...] + first + rest
    let differences = try comparison(Array(expected), [strikes[0]] + expected + [last]).differences
    #expect(differences.count == 1, "\(differences)")
  }

  @Test func lateReleaseHidesSoundEnd() throws {
    let late = ["2.300000 1 1 note C4 60 released", "2.900000 1 1 note C4 60 silent"]
    #expect(
      try comparison([strike, released, silent], [strike] + late).noteChanges
        == [[.tooLong(by: .milliseconds(300))]])
  }

  @Test func differentVelocityHidesSoundEnd() throws {
    let louder = "1.000000 1 1 note C4 60 sounding velocity 90 voices=2"
    #expect(
      try comparison(
        [strike, released, silent], [louder, released, "2.700000 1 1 note C4 60 silent"]
      ).noteChanges == [[.wrongVelocity(expected: 80, actual: 90)]])
  }

  @Test func differentVoicesAreWrongAttribute() throws {
    let one = "1.000000 1 1 note C4 60 sounding velocity 80 voices=1"
    #expect(
      try comparison([strike, released, silent], [one, released, silent]).noteChanges
        == [[.wrongAttribute(key: "voices", expected: "2", actual: "1")]])
  }

  @Test func laterEndOfDrumIsTooLong() throws {
    let (drum, other) = ("1.300000 1 1 note C4 60 silent", "1.400000 1 1 note C4 60 silent")
    #expect(
      try comparison([strike, drum], [strike, other]).noteChanges
        == [[.tooLong(by: .milliseconds(100))]])
  }

  @Test func mergedTimelineRewritesOnlyDifferingEnd() throws {
    let other = "3.000000 1 1 note E4 64 sounding velocity 80 voices=2"
    let expected = [strike, released, silent, other, "4.000000 1 1 note E4 64 released"]
    let actual = [
      "1.001000 1 1 note C4 60 sounding velocity 80 voices=2", released, silent, other,
      "4.000000 1 1 note E4 64 released", "4.500000 1 1 note E4 64 silent",
    ]
    let settled = try comparison(expected, actual).mergedTimeline(
      expected: timeline(expected), actual: timeline(actual))
    #expect(try settled == timeline(expected + ["4.500000 1 1 note E4 64 silent"]))
  }

  /// Chords whose notes ring for a while or are stolen. Each key occurs once, so that its ends belong to one note.
  private struct Played {
    var ends: [(time: Int64, isStolen: Bool)?] = []

    init(_ generator: inout SeededGenerator) {
      for index in 0..<24 {
        let released = Int64(index) * 200 + 150
        let end = released + Int64.random(in: 0...400, using: &generator)
        ends.append(Int.random(in: 0..<8, using: &generator) == 0 ? nil : (end, .random(using: &generator)))
      }
    }

    var performance: Performance {
      var entries: [Timeline.Entry] = []
      for (index, end) in ends.enumerated() {
        func add(_ time: Int64, _ transition: Timeline.NoteTransition) {
          entries.append(
            .init(
              time: .milliseconds(time), source: 0, channel: .number(1),
              change: .note(NoteNumber(masking: UInt8(40 + index)), transition)))
        }
        add(Int64(index) * 200, .sounding(velocity: 100))
        add(Int64(index) * 200 + 150, .released(releaseVelocity: nil))
        if let end { add(end.time, end.isStolen ? .stolen : .silent) }
      }
      return Performance(Timeline(sources: [""], entries: entries, end: .seconds(10)))
    }
  }

  @Test func everyMutationOfSoundEndIsFound() throws {
    var generator = SeededGenerator(seed: 8)
    var found: [Difference.Kind: Int] = [:]
    for attempt in 0..<500 {
      let original = Played(&generator)
      var mutated = original
      let index = Int.random(in: original.ends.indices, using: &generator)
      let shift = Int64.random(in: 6...300, using: &generator)
      let change: NoteChange
      switch (original.ends[index], Int.random(in: 0..<3, using: &generator)) {
      case (let end?, 0):
        mutated.ends[index] = (end.time, !end.isStolen)
        change = end.isStolen ? .notStolen : .stolen
      case (let end?, 1):
        mutated.ends[index] = nil
        change = end.isStolen ? .notStolen : .rangTooLong(by: nil)
      case (let end?, _):
        mutated.ends[index] = (end.time + shift, end.isStolen)
        change = .rangTooLong(by: .milliseconds(shift))
      case (nil, let kind):
        mutated.ends[index] = (Int64(index) * 200 + 150 + shift, kind == 0)
        change = kind == 0 ? .stolen : .rangTooShort(by: nil)
      }
      let comparison = Comparison(
        expected: original.performance, actual: mutated.performance,
        options: Comparison.Options(alignsStart: false))
      #expect(
        comparison.differences == [.note(NoteDifference(expected: index, actual: index, changes: [change]))],
        "attempt \(attempt)")
      found[change.kind, default: 0] += 1
    }
    #expect(found.count == 4 && found.values.allSatisfy { $0 > 20 }, "\(found)")
  }
}
